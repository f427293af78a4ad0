package io.tributary.simulators.wahoo;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.model.WorkoutStream.Channel;
import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.kit.SimOptions;
import io.tributary.simulators.kit.SimPerson;
import io.tributary.workoutfile.WorkoutFile;
import io.tributary.workoutfile.WorkoutFileReader;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class WahooSimulatorTest {
  private static final String REDIRECT = "http://127.0.0.1:9/v2/link/connect/wahoo";
  private static final String ALL = "user_read workouts_read offline_data";

  private static final Vertx vertx = Vertx.vertx();
  private static final WebClient web =
      WebClient.create(vertx, new WebClientOptions().setFollowRedirects(false));
  private static Sim sim;

  @BeforeAll
  static void start() {
    sim = Sim.start(vertx, new WahooVendor(), SimOptions.defaults().withPort(0)).await();
  }

  @AfterAll
  static void stop() {
    sim.close().await();
    vertx.close().await();
  }

  private static String back(String person, String scopes, String more) {
    String url =
        sim.baseUrl()
            + "/oauth/authorize?response_type=code&client_id=tributary-sandbox&redirect_uri="
            + encode(REDIRECT)
            + "&scope="
            + encode(scopes)
            + "&state=s&sim_decision=grant&sim_user="
            + person
            + more;
    return URI.create(web.getAbs(url).send().await().getHeader("Location")).getRawQuery();
  }

  private static JsonObject connect(String person, String scopes) {
    String code = back(person, scopes, "").replaceAll(".*code=([^&]*).*", "$1");
    var answer =
        token(Map.of("grant_type", "authorization_code", "code", code, "redirect_uri", REDIRECT));
    assertEquals(200, answer.statusCode(), answer::bodyAsString);
    return answer.bodyAsJsonObject();
  }

  private static HttpResponse<Buffer> token(Map<String, String> fields) {
    var form = MultiMap.caseInsensitiveMultiMap();
    form.add("client_id", "tributary-sandbox").add("client_secret", "tributary-sandbox-secret");
    fields.forEach(form::set);
    return web.postAbs(sim.baseUrl() + "/oauth/token").sendForm(form).await();
  }

  private static HttpResponse<Buffer> refresh(JsonObject tokens) {
    return token(
        Map.of("grant_type", "refresh_token", "refresh_token", tokens.getString("refresh_token")));
  }

  private static HttpResponse<Buffer> get(String path, JsonObject tokens) {
    return web.getAbs(sim.baseUrl() + path)
        .bearerTokenAuthentication(tokens.getString("access_token"))
        .send()
        .await();
  }

  private static JsonObject ok(String path, JsonObject tokens) {
    var answer = get(path, tokens);
    assertEquals(200, answer.statusCode(), answer::bodyAsString);
    return answer.bodyAsJsonObject();
  }

  private static void control(String path, JsonObject body) {
    var answer = web.postAbs(sim.baseUrl() + "/control/" + path).sendJsonObject(body).await();
    assertEquals(2, answer.statusCode() / 100, answer::bodyAsString);
  }

  private static List<JsonObject> workouts(String path, JsonObject tokens) {
    return ok(path, tokens).getJsonArray("workouts").stream().map(JsonObject.class::cast).toList();
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  @Test
  void tokensLiveTwoHoursAndARefreshTokenServesOnce() {
    JsonObject first = connect("ann", ALL);
    assertEquals(7199, first.getInteger("expires_in"));
    assertEquals("Bearer", first.getString("token_type"));
    assertEquals(3, first.getString("scope").split(" ").length);
    JsonObject second = refresh(first).bodyAsJsonObject();
    assertNotEquals(first.getString("refresh_token"), second.getString("refresh_token"));
    var again = refresh(first);
    assertEquals(400, again.statusCode());
    assertEquals("invalid_grant", again.bodyAsJsonObject().getString("error"));
  }

  @Test
  void moreThanTenLiveAccessTokensOfAUserAreRefused() {
    JsonObject tokens = connect("terence", ALL);
    for (int i = 1; i < 10; i++) {
      tokens = refresh(tokens).bodyAsJsonObject();
    }
    assertEquals(400, refresh(tokens).statusCode());
  }

  @Test
  void aProofKeyThatWasGivenIsHeldTo() {
    String code =
        back("pia", ALL, "&code_challenge_method=S256&code_challenge=" + "c".repeat(43))
            .replaceAll(".*code=([^&]*).*", "$1");
    var wrong =
        token(
            Map.of(
                "grant_type",
                "authorization_code",
                "code",
                code,
                "redirect_uri",
                REDIRECT,
                "code_verifier",
                "v".repeat(64)));
    assertEquals(400, wrong.statusCode());
  }

  @Test
  void theListIsNewestFirstInPagesAndHasPlansWithoutASummary() {
    JsonObject tokens = connect("lena", ALL);
    JsonObject first = ok("/v1/workouts?page=1&per_page=5", tokens);
    assertEquals("starts", first.getString("sort"));
    assertEquals("descending", first.getString("order"));
    assertEquals(5, first.getInteger("per_page"));
    assertEquals(5, first.getJsonArray("workouts").size());
    List<JsonObject> all = workouts("/v1/workouts?per_page=30", tokens);
    assertEquals(Math.min(30, first.getInteger("total")), all.size());
    List<String> starts = all.stream().map(w -> w.getString("starts")).toList();
    assertEquals(starts.stream().sorted(java.util.Comparator.reverseOrder()).toList(), starts);
    assertTrue(all.getFirst().containsKey("workout_summary"));
    assertEquals(null, all.getFirst().getJsonObject("workout_summary"), "a plan");
    assertTrue(Instant.parse(starts.getFirst()).isAfter(Instant.now()));
    JsonObject done = all.get(1);
    assertInstanceOf(
        String.class, done.getJsonObject("workout_summary").getValue("distance_accum"));
    assertEquals(done, ok("/v1/workouts/" + done.getLong("id"), tokens));
    assertEquals(
        done.getJsonObject("workout_summary"),
        ok("/v1/workouts/" + done.getLong("id") + "/workout_summary", tokens));
    assertEquals(404, get("/v1/workouts/1", tokens).statusCode());
    assertEquals(422, get("/v1/workouts?page=0", tokens).statusCode());
    assertEquals(List.of(), workouts("/v1/workouts?page=99", tokens));
  }

  @Test
  void aFileIsOpenToWhoeverHasItsAddressAndHoldsTheWorkout() {
    JsonObject tokens = connect("fiona", ALL);
    JsonObject done = workouts("/v1/workouts", tokens).get(1);
    JsonObject summary = done.getJsonObject("workout_summary");
    String url = summary.getJsonObject("file").getString("url");
    var answer = web.getAbs(url).send().await();
    assertEquals(200, answer.statusCode());
    assertEquals(404, web.getAbs(url.replace("/files/", "/files/0")).send().await().statusCode());
    WorkoutFile recording = WorkoutFileReader.read(answer.body().getBytes(), 1 << 24);
    WorkoutFile.Session session = recording.sessions().getFirst();
    assertEquals(Instant.parse(done.getString("starts")), session.start());
    assertEquals(
        Double.parseDouble(summary.getString("duration_total_accum")),
        Duration.between(session.start(), session.end()).toMillis() / 1000.0);
    assertEquals(
        Double.parseDouble(summary.getString("distance_accum")), session.totals().distance(), 0.01);
    double mean =
        java.util.Arrays.stream(session.stream().values(Channel.HEARTRATE)).average().orElseThrow();
    assertEquals(Double.parseDouble(summary.getString("heart_rate_avg")), mean, 0.01);
  }

  @Test
  void scopesAreHeldToAndARevocationEndsAllTokens() {
    JsonObject tokens = connect("rea", "workouts_read");
    assertEquals(403, get("/v1/user", tokens).statusCode());
    assertEquals(200, get("/v1/workouts", tokens).statusCode());
    assertEquals(401, web.getAbs(sim.baseUrl() + "/v1/user").send().await().statusCode());
    var gone =
        web.deleteAbs(sim.baseUrl() + "/v1/permissions")
            .bearerTokenAuthentication(tokens.getString("access_token"))
            .send()
            .await();
    assertEquals(204, gone.statusCode());
    assertEquals(401, get("/v1/workouts", tokens).statusCode());
    assertEquals(400, refresh(tokens).statusCode());
  }

  @Test
  void theUserIsTextsAndCodes() {
    JsonObject user = ok("/v1/user", connect("ute", ALL));
    SimPerson person = sim.runOnEventLoop(w -> w.people().named("ute")).await();
    assertEquals(person.numericId(), user.getLong("id"));
    assertEquals(person.height(), Double.parseDouble(user.getString("height")));
    assertInstanceOf(String.class, user.getValue("weight"));
    assertEquals(person.biologicalSex().equals("female") ? 1 : 0, user.getInteger("gender"));
  }

  @Test
  void quotasAreToldInListsAndA429NamesNoWait() {
    JsonObject tokens = connect("quinn", ALL);
    var good = get("/v1/user", tokens);
    assertEquals("200,1000,5000", good.getHeader("X-RateLimit-Limit"));
    control(
        "faults",
        new JsonObject()
            .put("path_prefix", "/v1/user")
            .put("status", 429)
            .put("retry_after", 17)
            .put("count", 1));
    var refused = get("/v1/user", tokens);
    assertEquals(429, refused.statusCode());
    assertEquals(null, refused.getHeader("Retry-After"));
    assertTrue(refused.getHeader("X-RateLimit-Remaining").startsWith("0,"));
    assertTrue(refused.getHeader("X-RateLimit-Reset").startsWith("17,"));
  }

  @Test
  void noticesCarryTheTokenAndGoOutOnlyForThoseWhoLetThem() {
    List<JsonObject> told = new CopyOnWriteArrayList<>();
    var server =
        vertx
            .createHttpServer()
            .requestHandler(
                r ->
                    r.body()
                        .onSuccess(
                            b -> {
                              told.add(b.toJsonObject());
                              r.response().end();
                            }))
            .listen(0, "127.0.0.1")
            .await();
    connect("nora", ALL);
    connect("otto", "user_read workouts_read");
    control(
        "webhook",
        new JsonObject()
            .put("url", "http://127.0.0.1:" + server.actualPort() + "/push/word")
            .put("token", "agreed"));
    control("people/" + SimPerson.idOf("otto") + "/notify", new JsonObject());
    control("people/" + SimPerson.idOf("nora") + "/notify", new JsonObject());
    eventually(Duration.ofSeconds(60), () -> assertFalse(told.isEmpty()));
    JsonObject notice = told.getFirst();
    assertEquals("workout_summary", notice.getString("event_type"));
    assertEquals("agreed", notice.getString("webhook_token"));
    SimPerson nora = sim.runOnEventLoop(w -> w.people().named("nora")).await();
    assertEquals(nora.numericId(), notice.getJsonObject("user").getLong("id"));
    long id = notice.getJsonObject("workout_summary").getJsonObject("workout").getLong("id");
    control(
        "people/" + SimPerson.idOf("nora") + "/notify",
        new JsonObject().put("id", id).put("key", "event").put("forgery", "wrong_signature"));
    eventually(Duration.ofSeconds(60), () -> assertEquals(2, told.size()));
    assertNotEquals("agreed", told.get(1).getString("webhook_token"));
    assertEquals("workout_summary", told.get(1).getString("event"));
    server.close().await();
    web.deleteAbs(sim.baseUrl() + "/control/webhook").send().await();
  }
}
