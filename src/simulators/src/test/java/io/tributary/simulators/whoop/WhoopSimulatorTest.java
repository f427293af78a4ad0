package io.tributary.simulators.whoop;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.simulators.kit.PushRules;
import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.kit.SimOptions;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WhoopSimulatorTest {
  private static final String REDIRECT = "http://127.0.0.1:9/v2/link/connect/whoop_v2";
  private static final String DATA = "/developer/v2";
  private static final String ALL =
      "offline read:recovery read:cycles read:workout read:sleep read:profile"
          + " read:body_measurement";

  private final Vertx vertx = Vertx.vertx();
  private final WebClient web =
      WebClient.create(vertx, new WebClientOptions().setFollowRedirects(false));
  private Sim sim;

  @BeforeEach
  void start() {
    sim =
        Sim.start(vertx, new WhoopVendor(), SimOptions.defaults().withPort(0).withDays(40)).await();
  }

  @AfterEach
  void stop() {
    sim.close().await();
    vertx.close().await();
  }

  private String authorised(String scopes, String state) {
    String url =
        sim.baseUrl()
            + "/oauth/oauth2/auth?response_type=code&client_id=tributary-sandbox&redirect_uri="
            + encode(REDIRECT)
            + "&scope="
            + encode(scopes)
            + "&state="
            + state
            + "&sim_decision=grant&sim_user=ann";
    return URI.create(web.getAbs(url).send().await().getHeader("Location")).getRawQuery();
  }

  private JsonObject connect(String scopes) {
    String code = authorised(scopes, "state678").replaceAll(".*code=([^&]*).*", "$1");
    var answer =
        token(Map.of("grant_type", "authorization_code", "code", code, "redirect_uri", REDIRECT));
    assertEquals(200, answer.statusCode(), answer::bodyAsString);
    return answer.bodyAsJsonObject();
  }

  private HttpResponse<Buffer> token(Map<String, String> fields) {
    var form = MultiMap.caseInsensitiveMultiMap();
    form.add("client_id", "tributary-sandbox").add("client_secret", "tributary-sandbox-secret");
    fields.forEach(form::set);
    return web.postAbs(sim.baseUrl() + "/oauth/oauth2/token").sendForm(form).await();
  }

  private HttpResponse<Buffer> get(String path, JsonObject tokens) {
    return web.getAbs(sim.baseUrl() + DATA + path)
        .bearerTokenAuthentication(tokens.getString("access_token"))
        .send()
        .await();
  }

  private JsonObject ok(String path, JsonObject tokens) {
    var answer = get(path, tokens);
    assertEquals(200, answer.statusCode(), answer::bodyAsString);
    return answer.bodyAsJsonObject();
  }

  private JsonObject control(String path, JsonObject body) {
    var answer = web.postAbs(sim.baseUrl() + "/control/" + path).sendJsonObject(body).await();
    assertEquals(2, answer.statusCode() / 100, answer::bodyAsString);
    return answer.bodyAsJsonObject();
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static List<JsonObject> records(JsonObject page) {
    return page.getJsonArray("records").stream().map(JsonObject.class::cast).toList();
  }

  @Test
  void aStateOfFewerThanEightCharactersAndACallWithoutScopesAreRefused() {
    assertTrue(authorised(ALL, "seven77").contains("error=invalid_request"));
    assertTrue(authorised("", "state678").contains("error=invalid_scope"));
  }

  @Test
  void onlyTheScopeOfflineGivesARefreshTokenAndTheAnswerTellsTheScopes() {
    JsonObject without = connect("read:sleep");
    assertNull(without.getString("refresh_token"));
    assertEquals("read:sleep", without.getString("scope"));
    assertEquals(3600, without.getInteger("expires_in"));
  }

  @Test
  void aRefreshNeedsTheScopeAndEndsBothOldTokensAtOnce() {
    JsonObject first = connect(ALL);
    String refresh = first.getString("refresh_token");
    var plain = Map.of("grant_type", "refresh_token", "refresh_token", refresh);
    assertEquals(400, token(plain).statusCode());
    var whole = Map.of("grant_type", "refresh_token", "refresh_token", refresh, "scope", "offline");
    JsonObject second = token(whole).bodyAsJsonObject();
    assertNotEquals(refresh, second.getString("refresh_token"));
    assertEquals(401, get("/cycle", first).statusCode());
    assertEquals(200, get("/cycle", second).statusCode());
    assertEquals(400, token(whole).statusCode(), "the old refresh token is dead");
    assertEquals(1, sim.runOnEventLoop(w -> w.grants().reuses()).await());
  }

  @Test
  void pagesAreOfTenUnlessAskedAndOfTwentyFiveAtMost() {
    JsonObject tokens = connect(ALL);
    assertEquals(10, records(ok("/activity/sleep", tokens)).size());
    assertEquals(25, records(ok("/activity/sleep?limit=25", tokens)).size());
    assertEquals(400, get("/activity/sleep?limit=26", tokens).statusCode());
    assertEquals(400, get("/activity/sleep?nextToken=none", tokens).statusCode());
    assertEquals(400, get("/activity/sleep?start=yesterday", tokens).statusCode());
  }

  @Test
  void theTokenOfTheNextPageHasAnotherNameInTheQueryThanInTheAnswer() {
    JsonObject tokens = connect(ALL);
    JsonObject first = ok("/cycle", tokens);
    String next = first.getString("next_token");
    assertEquals(first, ok("/cycle?next_token=" + next, tokens), "an unknown name is ignored");
    var all = new ArrayList<>(records(first));
    for (Optional<String> t = Optional.of(next); t.isPresent(); ) {
      JsonObject page = ok("/cycle?nextToken=" + t.get(), tokens);
      all.addAll(records(page));
      t = Optional.ofNullable(page.getString("next_token"));
    }
    assertTrue(all.size() > 30, "cycles " + all.size());
    assertEquals(all.size(), all.stream().map(c -> c.getLong("id")).distinct().count());
    assertFalse(all.getFirst().containsKey("end"), "the running cycle has no end");
    assertTrue(all.subList(1, all.size()).stream().allMatch(c -> c.containsKey("end")));
  }

  @Test
  void theStartIsTakenInAndTheEndIsNot() {
    JsonObject tokens = connect(ALL);
    String start = records(ok("/activity/sleep?limit=3", tokens)).getLast().getString("start");
    String later = Instant.parse(start).plusMillis(1).toString();
    JsonObject from = ok("/activity/sleep?start=" + start + "&end=" + later, tokens);
    assertEquals(1, records(from).size());
    JsonObject to = ok("/activity/sleep?end=" + start + "&start=2020-01-01T00:00:00.000Z", tokens);
    assertNotEquals(start, records(to).getFirst().getString("start"));
  }

  @Test
  void theRemainingCallsAreToldWithEachAnswerAndTheResetInSeconds() {
    JsonObject tokens = connect(ALL);
    var answer = get("/user/measurement/body", tokens);
    assertEquals("100, 100;window=60, 10000;window=86400", answer.getHeader("X-RateLimit-Limit"));
    assertEquals("99", answer.getHeader("X-RateLimit-Remaining"));
    int last = 0;
    for (int i = 0; i < 100; i++) {
      last = get("/user/measurement/body", tokens).statusCode();
    }
    assertEquals(429, last);
    var refused = get("/user/measurement/body", tokens);
    assertTrue(Integer.parseInt(refused.getHeader("X-RateLimit-Reset")) <= 60);
    assertNull(refused.getHeader("Retry-After"));
  }

  @Test
  void aScopeThatWasNotGrantedOpensNothing() {
    JsonObject tokens = connect("offline read:sleep");
    assertEquals(200, get("/activity/sleep", tokens).statusCode());
    assertEquals(403, get("/recovery", tokens).statusCode());
    assertEquals(403, get("/user/profile/basic", tokens).statusCode());
  }

  @Test
  void whatHasJustEndedWaitsForItsScore() {
    JsonObject tokens = connect(ALL);
    JsonObject last = records(ok("/activity/sleep?limit=1", tokens)).getFirst();
    control("clock", new JsonObject().put("now", last.getString("end")));
    String path = "/activity/sleep/" + last.getString("id");
    JsonObject fresh = ok(path, connect(ALL));
    assertEquals("PENDING_SCORE", fresh.getString("score_state"));
    assertFalse(fresh.containsKey("score"));
    Instant later = Instant.parse(last.getString("end")).plusSeconds(1000);
    control("clock", new JsonObject().put("now", later.toString()));
    assertEquals("SCORED", ok(path, connect(ALL)).getString("score_state"));
  }

  @Test
  void aWithdrawnGrantOpensNothingAndIsToldOfNothing() {
    JsonObject tokens = connect(ALL);
    control("webhook", new JsonObject().put("url", "http://127.0.0.1:9/"));
    var gone =
        web.deleteAbs(sim.baseUrl() + DATA + "/user/access")
            .bearerTokenAuthentication(tokens.getString("access_token"))
            .send()
            .await();
    assertEquals(204, gone.statusCode());
    assertEquals(401, get("/cycle", tokens).statusCode());
    assertEquals(0, notified(new JsonObject().put("type", "sleep.updated")));
  }

  private int notified(JsonObject order) {
    String id = sim.runOnEventLoop(w -> w.people().named("ann").id()).await();
    return control("people/" + id + "/notify", order).getInteger("deliveries", -1);
  }

  @Test
  void aNoticeIsSignedOverItsMillisecondsAndARecordToldAsDeletedIsGone() throws Exception {
    JsonObject tokens = connect(ALL);
    String id = records(ok("/activity/workout?limit=1", tokens)).getFirst().getString("id");
    var seen = new LinkedBlockingQueue<Map.Entry<MultiMap, Buffer>>();
    var hook =
        vertx
            .createHttpServer()
            .requestHandler(
                (HttpServerRequest r) ->
                    r.body()
                        .onSuccess(
                            b -> {
                              seen.add(Map.entry(r.headers(), b));
                              r.response().end();
                            }))
            .listen(0, "127.0.0.1")
            .await();
    control(
        "webhook", new JsonObject().put("url", "http://127.0.0.1:" + hook.actualPort() + "/hook"));
    assertEquals(1, notified(new JsonObject().put("type", "workout.deleted").put("id", id)));
    var notice = seen.poll(60, TimeUnit.SECONDS);
    String stamp = notice.getKey().get("X-WHOOP-Signature-Timestamp");
    assertEquals(13, stamp.length(), "milliseconds");
    assertEquals(
        PushRules.sha256Base64(
            "tributary-sandbox-secret",
            stamp.getBytes(StandardCharsets.UTF_8),
            notice.getValue().getBytes()),
        notice.getKey().get("X-WHOOP-Signature"));
    JsonObject body = notice.getValue().toJsonObject();
    assertEquals("workout.deleted", body.getString("type"));
    assertEquals(id, body.getString("id"));
    assertEquals(ok("/user/profile/basic", tokens).getLong("user_id"), body.getLong("user_id"));
    assertEquals(404, get("/activity/workout/" + id, tokens).statusCode());
  }

  @Test
  void theRecoveryOfACycleIsFoundThroughTheSleepThatIsToldOf() {
    JsonObject tokens = connect(ALL);
    JsonObject recovery = records(ok("/recovery?limit=2", tokens)).getLast();
    JsonObject sleep = ok("/activity/sleep/" + recovery.getString("sleep_id"), tokens);
    assertEquals(recovery, ok("/cycle/" + sleep.getLong("cycle_id") + "/recovery", tokens));
    assertEquals(404, get("/cycle/1/recovery", tokens).statusCode());
  }
}
