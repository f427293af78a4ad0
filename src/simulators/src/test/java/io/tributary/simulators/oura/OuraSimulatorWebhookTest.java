package io.tributary.simulators.oura;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class OuraSimulatorWebhookTest {
  private static final String BASE = "/v2/webhook/subscription";

  private record Received(String signature, String timestamp, Buffer body) {}

  private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
  private final BlockingQueue<Integer> answers = new LinkedBlockingQueue<>();
  private OuraSimulatorHarness sim;
  private HttpServer callback;
  private String user;

  @BeforeEach
  void start() {
    sim =
        new OuraSimulatorHarness(
            OuraOptions.defaults()
                .withDays(2)
                .withWebhookRetries(List.of(Duration.ofMillis(1), Duration.ofMillis(1))));
    callback =
        sim.vertx
            .createHttpServer()
            .requestHandler(
                request -> {
                  if (request.method() == HttpMethod.GET) {
                    boolean known = "right".equals(request.getParam("verification_token"));
                    request
                        .response()
                        .setStatusCode(known ? 200 : 401)
                        .end(
                            new JsonObject()
                                .put("challenge", request.getParam("challenge"))
                                .encode());
                    return;
                  }
                  request
                      .body()
                      .onSuccess(
                          body -> {
                            received.add(
                                new Received(
                                    request.getHeader("x-oura-signature"),
                                    request.getHeader("x-oura-timestamp"),
                                    body));
                            Integer status = answers.poll();
                            request.response().setStatusCode(status == null ? 200 : status).end();
                          });
                })
            .listen(0, "127.0.0.1")
            .await();
    String token = sim.accessToken("notified");
    user = sim.ok("/v2/usercollection/personal_info", token).getString("id");
  }

  @AfterEach
  void stop() {
    sim.close();
  }

  @Test
  void aSubscriptionLivesItsWholeLife() {
    var created = create("sleep", "create", "right");
    assertEquals(201, created.statusCode());
    JsonObject view = created.bodyAsJsonObject();
    assertFalse(view.containsKey("verification_token"));
    assertEquals(409, create("sleep", "create", "right").statusCode());
    assertEquals(201, create("sleep", "update", "right").statusCode());
    assertEquals(2, new JsonArray(send(HttpMethod.GET, "", null).body()).size());
    String path = "/" + view.getString("id");
    assertEquals(view, send(HttpMethod.GET, path, null).bodyAsJsonObject());
    sim.control("clock", new JsonObject().put("offset_seconds", 86_400));
    String renewed =
        send(HttpMethod.PUT, "/renew" + path, null).bodyAsJsonObject().getString("expiration_time");
    assertTrue(renewed.compareTo(view.getString("expiration_time")) > 0);
    var change = new JsonObject().put("verification_token", "right").put("data_type", "workout");
    assertEquals(
        "workout", send(HttpMethod.PUT, path, change).bodyAsJsonObject().getString("data_type"));
    assertEquals(204, send(HttpMethod.DELETE, path, null).statusCode());
    assertEquals(404, send(HttpMethod.DELETE, path, null).statusCode());
  }

  @Test
  void aCallbackThatFailsTheChallengeIsRefused() {
    assertEquals(400, create("sleep", "create", "wrong").statusCode());
    assertEquals("[]", send(HttpMethod.GET, "", null).bodyAsString());
  }

  @Test
  void badRequestsAreRefused() {
    assertEquals(422, create("heartrate", "create", "right").statusCode());
    assertEquals(422, create("sleep", "rename", "right").statusCode());
    assertEquals(401, sim.get(BASE).statusCode());
  }

  @Test
  void aNotificationIsSignedOverStampAndRawBody() throws Exception {
    create("sleep", "create", "right");
    assertEquals(1, notify("none"));
    Received got = take();
    var mac = Mac.getInstance("HmacSHA256");
    mac.init(
        new SecretKeySpec(
            "tributary-sandbox-secret".getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    mac.update(got.timestamp().getBytes(StandardCharsets.UTF_8));
    assertEquals(
        HexFormat.of().withUpperCase().formatHex(mac.doFinal(got.body().getBytes())),
        got.signature());
    JsonObject body = got.body().toJsonObject();
    assertEquals("create", body.getString("event_type"));
    assertEquals("sleep", body.getString("data_type"));
    assertEquals("doc-1", body.getString("object_id"));
    assertEquals(user, body.getString("user_id"));
    assertNotNull(body.getString("event_time"));
  }

  @Test
  void forgeriesAreWrongInTheWayOrdered() throws Exception {
    create("sleep", "create", "right");
    notify("no_signature");
    assertNull(take().signature());
    notify("stale");
    Received stale = take();
    assertTrue(Long.parseLong(stale.timestamp()) < Instant.now().getEpochSecond() - 3600);
    assertEquals(
        OuraVendor.signature(
            "tributary-sandbox-secret", stale.timestamp(), stale.body().getBytes()),
        stale.signature());
    notify("wrong_signature");
    Received wrong = take();
    assertFalse(
        OuraVendor.signature("tributary-sandbox-secret", wrong.timestamp(), wrong.body().getBytes())
            .equals(wrong.signature()));
  }

  @Test
  void aFailedDeliveryIsRepeatedAndAGoneOneEndsTheSubscription() throws Exception {
    create("sleep", "create", "right");
    answers.add(500);
    answers.add(410);
    notify("none");
    assertEquals(take().body(), take().body());
    eventuallyNoSubscription();
    assertEquals(0, notify("none"));
    assertTrue(received.isEmpty());
  }

  @Test
  void usersWhoNeverAllowedTheAppAreNotToldOf() {
    create("sleep", "create", "right");
    String stranger =
        sim.control("users", new JsonObject().put("name", "stranger")).getString("id");
    assertEquals(
        0, sim.control("users/" + stranger + "/notify", notice("none")).getInteger("deliveries"));
  }

  private void eventuallyNoSubscription() {
    Instant deadline = Instant.now().plusSeconds(60);
    while (!send(HttpMethod.GET, "", null).bodyAsString().equals("[]")) {
      assertTrue(Instant.now().isBefore(deadline), "the subscription should be gone");
    }
  }

  private Received take() throws InterruptedException {
    Received got = received.poll(60, TimeUnit.SECONDS);
    assertNotNull(got, "no delivery came");
    return got;
  }

  private int notify(String forgery) {
    return sim.control("users/" + user + "/notify", notice(forgery)).getInteger("deliveries");
  }

  private static JsonObject notice(String forgery) {
    return new JsonObject()
        .put("data_type", "sleep")
        .put("event_type", "create")
        .put("object_id", "doc-1")
        .put("forgery", forgery);
  }

  private HttpResponse<Buffer> create(String dataType, String eventType, String token) {
    return send(
        HttpMethod.POST,
        "",
        new JsonObject()
            .put("callback_url", "http://127.0.0.1:" + callback.actualPort() + "/hook")
            .put("verification_token", token)
            .put("event_type", eventType)
            .put("data_type", dataType));
  }

  private HttpResponse<Buffer> send(HttpMethod method, String path, JsonObject body) {
    var request =
        sim.web
            .requestAbs(method, sim.simulator.baseUrl() + BASE + path)
            .putHeader("x-client-id", "tributary-sandbox")
            .putHeader("x-client-secret", "tributary-sandbox-secret");
    return (body == null ? request.send() : request.sendJsonObject(body)).await();
  }
}
