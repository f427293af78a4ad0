package io.tributary.simulators.garmin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.simulators.kit.PersonTrait;
import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.kit.SimOptions;
import io.tributary.simulators.kit.SimPerson;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GarminSimulatorTest {
  private static final String REDIRECT = "http://127.0.0.1:9/v2/link/connect/garmin";

  /** RFC 7636, appendix B. */
  private static final String VERIFIER = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";

  private static final String CHALLENGE = "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM";
  private static final long DAY = Duration.ofDays(1).toSeconds();

  private record GarminNotification(String client, JsonObject body) {}

  private final Vertx vertx = Vertx.vertx();
  private final WebClient web =
      WebClient.create(vertx, new WebClientOptions().setFollowRedirects(false));
  private final BlockingQueue<GarminNotification> received = new LinkedBlockingQueue<>();
  private Sim sim;
  private String receiver;

  @BeforeEach
  void start() {
    sim =
        Sim.start(
                vertx,
                new GarminVendor(),
                SimOptions.defaults()
                    .withPort(0)
                    .withDays(20)
                    .withTraits(Set.of(PersonTrait.ALWAYS_WORN)))
            .await();
    var server =
        vertx
            .createHttpServer()
            .requestHandler(
                r ->
                    r.body()
                        .onSuccess(
                            b -> {
                              received.add(
                                  new GarminNotification(
                                      r.getHeader("garmin-client-id"), b.toJsonObject()));
                              r.response().end();
                            }))
            .listen(0, "127.0.0.1")
            .await();
    receiver = "http://127.0.0.1:" + server.actualPort() + "/hook";
  }

  @AfterEach
  void stop() {
    sim.close().await();
    vertx.close().await();
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private HttpResponse<Buffer> authorise(String more) {
    return web.getAbs(
            sim.baseUrl()
                + "/oauth2Confirm?response_type=code&client_id=tributary-sandbox&redirect_uri="
                + encode(REDIRECT)
                + "&state=s"
                + more)
        .send()
        .await();
  }

  private JsonObject connect(String scopes) {
    String back =
        authorise(
                "&code_challenge_method=S256&code_challenge="
                    + CHALLENGE
                    + "&sim_decision=grant&sim_user=ann"
                    + (scopes.isEmpty() ? "" : "&sim_scopes=" + encode(scopes)))
            .getHeader("Location");
    String code = URI.create(back).getRawQuery().replaceAll(".*code=([^&]*).*", "$1");
    var answer =
        token(
            Map.of(
                "grant_type",
                "authorization_code",
                "code",
                code,
                "redirect_uri",
                REDIRECT,
                "code_verifier",
                VERIFIER));
    assertEquals(200, answer.statusCode(), answer::bodyAsString);
    return answer.bodyAsJsonObject();
  }

  private HttpResponse<Buffer> token(Map<String, String> fields) {
    var form = MultiMap.caseInsensitiveMultiMap();
    form.add("client_id", "tributary-sandbox").add("client_secret", "tributary-sandbox-secret");
    fields.forEach(form::set);
    return web.postAbs(sim.baseUrl() + "/di-oauth2-service/oauth/token").sendForm(form).await();
  }

  private HttpResponse<Buffer> call(HttpMethod method, String url, JsonObject tokens) {
    return web.requestAbs(method, url.startsWith("http") ? url : sim.baseUrl() + url)
        .bearerTokenAuthentication(tokens.getString("access_token"))
        .send()
        .await();
  }

  private int get(String url, JsonObject tokens) {
    return call(HttpMethod.GET, url, tokens).statusCode();
  }

  private void control(String path, JsonObject body) {
    var answer = web.postAbs(sim.baseUrl() + "/control/" + path).sendJsonObject(body).await();
    assertEquals(2, answer.statusCode() / 100, answer::bodyAsString);
  }

  private void told(JsonObject order) {
    control("people/" + SimPerson.idOf("ann") + "/notify", order);
  }

  private GarminNotification next() throws InterruptedException {
    GarminNotification got = received.poll(60, TimeUnit.SECONDS);
    assertNotNull(got, "nothing was told");
    return got;
  }

  private String backfill(String type, long from, long to) {
    return "/wellness-api/rest/backfill/"
        + type
        + "?summaryStartTimeInSeconds="
        + from
        + "&summaryEndTimeInSeconds="
        + to;
  }

  private static String yesterday() {
    return LocalDate.now(ZoneOffset.UTC).minusDays(1).toString();
  }

  @Test
  void aProofKeyIsNeededAndHistoryIsNotTickedToBeginWith() {
    assertTrue(authorise("&sim_decision=grant").getHeader("Location").contains("invalid_request"));
    String page =
        authorise("&code_challenge_method=S256&code_challenge=" + CHALLENGE).bodyAsString();
    assertTrue(page.contains("value=\"HEALTH_EXPORT\" checked"));
    assertTrue(page.contains("value=\"HISTORICAL_DATA_EXPORT\">"));
  }

  @Test
  void aRefreshReplacesBothTokensAndARegistrationEndsThem() {
    JsonObject first = connect("HEALTH_EXPORT");
    assertEquals(86_400, first.getInteger("expires_in"));
    assertEquals(90 * DAY, first.getLong("refresh_token_expires_in"));
    JsonObject second =
        token(
                Map.of(
                    "grant_type",
                    "refresh_token",
                    "refresh_token",
                    first.getString("refresh_token")))
            .bodyAsJsonObject();
    assertEquals(
        400,
        token(
                Map.of(
                    "grant_type",
                    "refresh_token",
                    "refresh_token",
                    first.getString("refresh_token")))
            .statusCode());
    assertEquals(
        new JsonObject().put("permissions", new JsonArray().add("HEALTH_EXPORT")),
        call(HttpMethod.GET, "/partner-gateway/rest/user/permissions", second).bodyAsJsonObject());
    var ended = call(HttpMethod.DELETE, "/wellness-api/rest/user/registration", second);
    assertEquals(204, ended.statusCode());
    var refused = call(HttpMethod.GET, "/wellness-api/rest/user/id", second);
    assertEquals(401, refused.statusCode());
    assertNotNull(refused.bodyAsJsonObject().getString("errorMessage"));
  }

  @Test
  void anAddressOpensWithItsTokenForWhoWasToldAndForNobodyElse() throws InterruptedException {
    JsonObject ann = connect("");
    control("webhook", new JsonObject().put("url", receiver));
    told(new JsonObject().put("type", "dailies").put("last", yesterday()));
    GarminNotification got = next();
    assertEquals("tributary-sandbox", got.client());
    JsonObject entry = got.body().getJsonArray("dailies").getJsonObject(0);
    assertEquals(SimPerson.idOf("ann"), entry.getString("userId"));
    String address = entry.getString("callbackURL");
    JsonArray found = call(HttpMethod.GET, address, ann).bodyAsJsonArray();
    assertEquals(yesterday(), found.getJsonObject(0).getString("calendarDate"));
    assertEquals(400, get(address.replaceAll("token=.*", "token=x"), ann));
    assertEquals(400, get(address.replaceAll("&token=.*", ""), ann));
    assertEquals(400, get(address.replace("rest/dailies", "rest/sleeps"), ann));
    assertEquals(400, get(address.replaceAll("EndTimeInSeconds=\\d", "EndTimeInSeconds=9"), ann));
    assertEquals(401, web.getAbs(address).send().await().statusCode());
  }

  @Test
  void whatIsPushedIsWhatAnAddressWouldHaveOpened() throws InterruptedException {
    JsonObject ann = connect("");
    control("webhook", new JsonObject().put("url", receiver));
    control(
        "webhook",
        new JsonObject().put("url", receiver).put("type", "dailies").put("mode", "push"));
    told(new JsonObject().put("type", "dailies").put("last", yesterday()));
    JsonArray pushed = next().body().getJsonArray("dailies");
    told(new JsonObject().put("type", "dailies").put("last", yesterday()).put("mode", "ping"));
    String address =
        next().body().getJsonArray("dailies").getJsonObject(0).getString("callbackURL");
    assertEquals(pushed, call(HttpMethod.GET, address, ann).bodyAsJsonArray());
    assertNull(received.peek(), "told twice");
  }

  @Test
  void historyIsSentAndNotAnsweredOnceAndOnlyWithItsPermission() throws InterruptedException {
    long to = Instant.now().getEpochSecond() / DAY * DAY;
    JsonObject narrow = connect("HEALTH_EXPORT ACTIVITY_EXPORT");
    assertEquals(403, get(backfill("dailies", to - DAY, to), narrow));
    JsonObject ann = connect("");
    control("webhook", new JsonObject().put("url", receiver));
    var accepted = call(HttpMethod.GET, backfill("dailies", to - 3 * DAY, to), ann);
    assertEquals(202, accepted.statusCode());
    assertNull(accepted.body());
    assertTrue(next().body().getJsonArray("dailies").size() >= 3);
    assertEquals(409, get(backfill("dailies", to - 3 * DAY, to), ann));
    assertEquals(400, get(backfill("dailies", to - 91 * DAY, to), ann));
    assertEquals(202, get(backfill("sleeps", to - 90 * DAY, to), ann));
    assertEquals(400, get(backfill("activities", to - 31 * DAY, to), ann));
    assertEquals(400, get(backfill("hrv", to, to), ann));
    assertEquals(404, get(backfill("steps", to - DAY, to), ann));
  }

  @Test
  void changedPermissionsAndEndedRegistrationsAreToldWithWhoseTheyAre()
      throws InterruptedException {
    JsonObject ann = connect("");
    control("webhook", new JsonObject().put("url", receiver));
    var left = new JsonArray().add("ACTIVITY_EXPORT");
    told(new JsonObject().put("type", "userPermissionsChange").put("permissions", left));
    JsonObject change = next().body().getJsonArray("userPermissionsChange").getJsonObject(0);
    assertEquals(left, change.getJsonArray("permissions"));
    assertTrue(change.getLong("changeTimeInSeconds") > 0);
    assertEquals(
        left,
        call(HttpMethod.GET, "/wellness-api/rest/user/permissions", ann)
            .bodyAsJsonObject()
            .getJsonArray("permissions"));
    told(new JsonObject().put("type", "dailies").put("last", yesterday()));
    control("people/" + SimPerson.idOf("ann") + "/revoke", new JsonObject());
    JsonObject ended = next().body();
    assertFalse(ended.containsKey("dailies"), "of what is not allowed nothing is told");
    assertEquals(
        SimPerson.idOf("ann"),
        ended.getJsonArray("deregistrations").getJsonObject(0).getString("userId"));
  }
}
