package io.tributary.simulators.polar;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.simulators.kit.PushRules;
import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.kit.SimOptions;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.HttpServer;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PolarSimulatorTest {
  private static final String REDIRECT = "http://127.0.0.1:9/v2/link/connect/polar";
  private static final String APP = "tributary-sandbox";
  private static final String SECRET = "tributary-sandbox-secret";

  private final Vertx vertx = Vertx.vertx();
  private final WebClient web =
      WebClient.create(vertx, new WebClientOptions().setFollowRedirects(false));
  private Sim sim;

  @BeforeEach
  void start() {
    sim =
        Sim.start(vertx, new PolarVendor(), SimOptions.defaults().withPort(0).withDays(40)).await();
  }

  @AfterEach
  void stop() {
    sim.close().await();
    vertx.close().await();
  }

  private String code() {
    String url =
        sim.baseUrl()
            + "/oauth2/authorization?response_type=code&client_id="
            + APP
            + "&scope=accesslink.read_all&state=s&sim_decision=grant&sim_user=ann&redirect_uri="
            + URLEncoder.encode(REDIRECT, StandardCharsets.UTF_8);
    return URI.create(web.getAbs(url).send().await().getHeader("Location"))
        .getRawQuery()
        .replaceAll(".*code=([^&]*).*", "$1");
  }

  private HttpResponse<Buffer> token(String code, boolean basic) {
    var form = MultiMap.caseInsensitiveMultiMap();
    form.add("grant_type", "authorization_code").add("code", code).add("redirect_uri", REDIRECT);
    var call = web.postAbs(sim.baseUrl() + "/v2/oauth2/token");
    if (basic) {
      call.basicAuthentication(APP, SECRET);
    } else {
      form.add("client_id", APP).add("client_secret", SECRET);
    }
    return call.sendForm(form).await();
  }

  private JsonObject granted() {
    var answer = token(code(), true);
    assertEquals(200, answer.statusCode(), answer::bodyAsString);
    return answer.bodyAsJsonObject();
  }

  private HttpResponse<Buffer> call(HttpMethod method, String path, JsonObject tokens) {
    return web.requestAbs(method, sim.baseUrl() + path)
        .bearerTokenAuthentication(tokens.getString("access_token"))
        .send()
        .await();
  }

  private HttpResponse<Buffer> get(String path, JsonObject tokens) {
    return call(HttpMethod.GET, path, tokens);
  }

  private HttpResponse<Buffer> register(JsonObject tokens, String name) {
    return web.postAbs(sim.baseUrl() + "/v3/users")
        .bearerTokenAuthentication(tokens.getString("access_token"))
        .sendJsonObject(new JsonObject().put("member-id", name))
        .await();
  }

  private JsonObject registered() {
    JsonObject tokens = granted();
    assertEquals(200, register(tokens, "member-1").statusCode());
    return tokens;
  }

  private void control(String path, JsonObject body) {
    var answer = web.postAbs(sim.baseUrl() + "/control/" + path).sendJsonObject(body).await();
    assertEquals(2, answer.statusCode() / 100, answer::bodyAsString);
  }

  private String id() {
    return sim.runOnEventLoop(w -> w.people().named("ann").id()).await();
  }

  private LocalDate today() {
    return sim.runOnEventLoop(w -> w.people().named("ann").localDateAt(w.clock().now())).await();
  }

  @Test
  void theClientProvesItselfByBasicAndTheTokenTellsTheUserAndIsNeverRenewed() {
    assertEquals(401, token(code(), false).statusCode());
    JsonObject granted = granted();
    assertEquals(315_359_999, granted.getInteger("expires_in"));
    assertEquals(
        sim.runOnEventLoop(w -> w.people().named("ann").numericId()).await(),
        granted.getLong("x_user_id"));
    assertNull(granted.getString("refresh_token"));
  }

  @Test
  void nothingOpensBeforeTheUserIsRegisteredAndEachIsRegisteredOnce() {
    JsonObject tokens = granted();
    assertEquals(403, get("/v3/exercises", tokens).statusCode());
    assertEquals(400, register(tokens, "").statusCode());
    JsonObject user = register(tokens, "member-1").bodyAsJsonObject();
    assertEquals("member-1", user.getString("member-id"));
    assertEquals(
        user, get("/v3/users/" + user.getLong("polar-user-id"), tokens).bodyAsJsonObject());
    assertEquals(409, register(tokens, "member-2").statusCode());
    assertEquals(200, get("/v3/users/sleep", tokens).statusCode());
    assertEquals(403, get("/v3/users/1", tokens).statusCode());
  }

  @Test
  void withoutTheConsentsNeitherRegistrationNorDataOpen() {
    JsonObject tokens = registered();
    control("people/" + id() + "/consents", new JsonObject().put("accepted", false));
    assertEquals(403, get("/v3/users/sleep", tokens).statusCode());
    assertEquals(403, register(granted(), "member-2").statusCode());
    control("people/" + id() + "/consents", new JsonObject().put("accepted", true));
    assertEquals(200, get("/v3/users/sleep", tokens).statusCode());
  }

  @Test
  void exercisesAreThoseUploadedAfterTheRegistrationWithSamplesWhereAskedFor() {
    JsonObject tokens = registered();
    assertEquals(204, get("/v3/exercises", tokens).statusCode());
    control("clock", new JsonObject().put("offset_seconds", 20 * 86_400));
    JsonArray plain = get("/v3/exercises", tokens).bodyAsJsonArray();
    assertFalse(plain.getJsonObject(0).containsKey("samples"));
    JsonObject first =
        get("/v3/exercises?samples=true&zones=true", tokens).bodyAsJsonArray().getJsonObject(0);
    JsonObject pulse = first.getJsonArray("samples").getJsonObject(0);
    assertEquals("0", pulse.getString("sample-type"));
    assertTrue(pulse.getString("data").contains(",,"), "a reading fails now and then");
    assertEquals(5, first.getJsonArray("heart_rate_zones").size());
    assertFalse(first.getString("start_time").endsWith("Z"), "a clock on the wall");
    assertEquals(
        plain.getJsonObject(0),
        get("/v3/exercises/" + first.getString("id"), tokens).bodyAsJsonObject());
    assertEquals(404, get("/v3/exercises/000000000000", tokens).statusCode());
  }

  @Test
  void nightsAreTheLastTwentyEightAndDaysAreAskedForInSpansOfAsManyAtMost() {
    JsonObject tokens = registered();
    JsonArray nights = get("/v3/users/sleep", tokens).bodyAsJsonObject().getJsonArray("nights");
    assertTrue(nights.size() > 20 && nights.size() <= 28, "nights " + nights.size());
    String date = nights.getJsonObject(3).getString("date");
    assertEquals(
        nights.getJsonObject(3), get("/v3/users/sleep/" + date, tokens).bodyAsJsonObject());
    assertEquals(404, get("/v3/users/sleep/2001-01-01", tokens).statusCode());
    LocalDate today = today();
    String span = "/v3/users/activities?from=%s&to=%s";
    assertEquals(
        28, get(span.formatted(today.minusDays(27), today), tokens).bodyAsJsonArray().size());
    assertEquals(400, get(span.formatted(today.minusDays(28), today), tokens).statusCode());
    assertEquals(400, get(span.formatted(today, today.minusDays(1)), tokens).statusCode());
    assertEquals(
        400, get(span.formatted(today.minusDays(366), today.minusDays(360)), tokens).statusCode());
    assertEquals(400, get("/v3/users/activities", tokens).statusCode());
  }

  @Test
  void whatIsLeftOfBothQuotasStandsWithEachAnswer() {
    var answer = get("/v3/users/physical-info", registered());
    assertEquals("520,5100", answer.getHeader("RateLimit-Limit"));
    assertEquals("2,2", answer.getHeader("RateLimit-Usage"));
    assertEquals("900,86400", answer.getHeader("RateLimit-Reset"));
  }

  @Test
  void whoIsDeregisteredHasLostTheTokenToo() {
    JsonObject tokens = registered();
    String user = "/v3/users/" + tokens.getLong("x_user_id");
    assertEquals(204, call(HttpMethod.DELETE, user, tokens).statusCode());
    assertEquals(401, get("/v3/users/sleep", tokens).statusCode());
    assertEquals(200, register(granted(), "member-1").statusCode(), "the name is free again");
  }

  private HttpResponse<Buffer> hooks(HttpMethod method, String rest, JsonObject body) {
    var call =
        web.requestAbs(method, sim.baseUrl() + "/v3/webhooks" + rest)
            .basicAuthentication(APP, SECRET);
    return (body == null ? call.send() : call.sendJsonObject(body)).await();
  }

  private record PolarNotification(String event, String signature, Buffer body) {}

  private HttpServer listener(List<PolarNotification> told, int status) {
    return vertx
        .createHttpServer()
        .requestHandler(
            r ->
                r.body()
                    .onSuccess(
                        b -> {
                          told.add(
                              new PolarNotification(
                                  r.getHeader("Polar-Webhook-Event"),
                                  r.getHeader("Polar-Webhook-Signature"),
                                  b));
                          r.response().setStatusCode(status).end();
                        }))
        .listen(0, "127.0.0.1")
        .await();
  }

  @Test
  void thereIsOneWebhookWhoseKeyIsToldOnceAndWhoseNoticesAreSigned() {
    List<PolarNotification> told = new CopyOnWriteArrayList<>();
    String url = "http://127.0.0.1:" + listener(told, 200).actualPort() + "/push";
    JsonObject wanted =
        new JsonObject()
            .put("events", new JsonArray().add("SLEEP").add("EXERCISE"))
            .put("url", url);
    var made = hooks(HttpMethod.POST, "", wanted);
    assertEquals(201, made.statusCode(), made::bodyAsString);
    String key = made.bodyAsJsonObject().getJsonObject("data").getString("signature_secret_key");
    assertEquals("PING", told.getFirst().event());
    assertEquals(409, hooks(HttpMethod.POST, "", wanted).statusCode());
    JsonObject listed =
        hooks(HttpMethod.GET, "", null).bodyAsJsonObject().getJsonArray("data").getJsonObject(0);
    assertFalse(listed.containsKey("signature_secret_key"));
    registered();
    told.clear();
    control("people/" + id() + "/notify", new JsonObject().put("event", "CONTINUOUS_HEART_RATE"));
    control(
        "people/" + id() + "/notify",
        new JsonObject().put("event", "SLEEP").put("date", "2026-03-02"));
    eventually(Duration.ofSeconds(60), () -> assertEquals(1, told.size()));
    PolarNotification sleep = told.getFirst();
    assertEquals("SLEEP", sleep.event());
    assertEquals(PushRules.sha256Hex(key, sleep.body().getBytes()), sleep.signature());
    assertEquals("2026-03-02", sleep.body().toJsonObject().getString("date"));
    assertEquals(200, hooks(HttpMethod.POST, "/deactivate", null).statusCode());
    control("people/" + id() + "/notify", new JsonObject().put("event", "SLEEP"));
    assertEquals(200, hooks(HttpMethod.POST, "/activate", null).statusCode());
    assertEquals(
        List.of("SLEEP", "PING"),
        told.stream().map(PolarNotification::event).toList(),
        "none while inactive");
    assertEquals(204, hooks(HttpMethod.DELETE, "/" + listed.getString("id"), null).statusCode());
    assertEquals(404, hooks(HttpMethod.POST, "/activate", null).statusCode());
  }

  @Test
  void anAddressThatTakesNoPingHasNoWebhook() {
    String url = "http://127.0.0.1:" + listener(new CopyOnWriteArrayList<>(), 404).actualPort();
    JsonObject wanted =
        new JsonObject().put("events", new JsonArray().add("SLEEP")).put("url", url);
    assertEquals(400, hooks(HttpMethod.POST, "", wanted).statusCode());
    assertTrue(hooks(HttpMethod.GET, "", null).bodyAsJsonObject().getJsonArray("data").isEmpty());
    wanted.put("events", new JsonArray().add("WEATHER"));
    assertEquals(400, hooks(HttpMethod.POST, "", wanted).statusCode());
  }
}
