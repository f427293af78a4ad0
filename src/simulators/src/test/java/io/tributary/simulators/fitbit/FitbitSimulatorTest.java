package io.tributary.simulators.fitbit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.simulators.kit.PersonTrait;
import io.tributary.simulators.kit.PushRules;
import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.kit.SimOptions;
import io.tributary.testkit.Eventually;
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
import java.security.MessageDigest;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FitbitSimulatorTest {
  private static final String REDIRECT = "http://127.0.0.1:9/v2/link/connect/fitbit";
  private static final String VERIFIER = "v".repeat(64);

  private final Vertx vertx = Vertx.vertx();
  private final WebClient web =
      WebClient.create(vertx, new WebClientOptions().setFollowRedirects(false));
  private Sim sim;

  @BeforeAll
  void start() {
    sim =
        Sim.start(
                vertx,
                new FitbitVendor(),
                SimOptions.defaults()
                    .withPort(0)
                    .withDays(8)
                    .withTraits(Set.of(PersonTrait.ALWAYS_WORN)))
            .await();
  }

  @AfterAll
  void stop() {
    sim.close().await();
    vertx.close().await();
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static String challenge() throws Exception {
    byte[] hash = MessageDigest.getInstance("SHA-256").digest(VERIFIER.getBytes());
    return Base64.getUrlEncoder().withoutPadding().encodeToString(hash);
  }

  private String code(String person, String scopes) throws Exception {
    String url =
        sim.baseUrl()
            + "/oauth2/authorize?response_type=code&client_id=tributary-sandbox&redirect_uri="
            + encode(REDIRECT)
            + "&scope="
            + encode(scopes)
            + "&state=s1&code_challenge_method=S256&code_challenge="
            + challenge()
            + "&sim_decision=grant&sim_user="
            + person;
    String back = web.getAbs(url).send().await().getHeader("Location");
    return URI.create(back).getRawQuery().replaceAll(".*code=([^&]*).*", "$1");
  }

  private HttpResponse<Buffer> token(Map<String, String> fields, boolean basic) {
    MultiMap form = MultiMap.caseInsensitiveMultiMap();
    fields.forEach(form::set);
    var request = web.postAbs(sim.baseUrl() + "/oauth2/token");
    if (basic) {
      request.basicAuthentication("tributary-sandbox", "tributary-sandbox-secret");
    }
    return request.sendForm(form).await();
  }

  private Map<String, String> exchange(String code) {
    return Map.of(
        "grant_type", "authorization_code",
        "code", code,
        "redirect_uri", REDIRECT,
        "code_verifier", VERIFIER);
  }

  private JsonObject connected(String person, String scopes) throws Exception {
    var answer = token(exchange(code(person, scopes)), true);
    assertEquals(200, answer.statusCode(), answer::bodyAsString);
    return answer.bodyAsJsonObject();
  }

  private HttpResponse<Buffer> get(String path, String access) {
    return web.getAbs(path.startsWith("http") ? path : sim.baseUrl() + path)
        .bearerTokenAuthentication(access)
        .send()
        .await();
  }

  private static void refused(int status, String type, HttpResponse<Buffer> answer) {
    assertEquals(status, answer.statusCode(), answer::bodyAsString);
    assertEquals(
        type,
        answer.bodyAsJsonObject().getJsonArray("errors").getJsonObject(0).getString("errorType"));
    assertFalse(answer.bodyAsJsonObject().getBoolean("success"));
  }

  private JsonObject control(String path, JsonObject body) {
    var answer = web.postAbs(sim.baseUrl() + "/control/" + path).sendJsonObject(body).await();
    assertEquals(2, answer.statusCode() / 100, answer::bodyAsString);
    return answer.bodyAsJsonObject();
  }

  @Test
  void credentialsGoIntoTheHeaderTheProofKeyIsNeededAndARefreshTokenIsGoodOnce() throws Exception {
    String code = code("amy", "activity profile");
    refused(401, "invalid_client", token(exchange(code), false));
    refused(
        400,
        "invalid_request",
        token(
            Map.of("grant_type", "authorization_code", "code", code, "redirect_uri", REDIRECT),
            true));
    JsonObject first = connected("amy", "activity profile");
    assertEquals("activity profile", first.getString("scope"));
    assertEquals(28_800, first.getInteger("expires_in"));
    JsonObject profile =
        get("/1/user/-/profile.json", first.getString("access_token")).bodyAsJsonObject();
    assertEquals(first.getString("user_id"), profile.getJsonObject("user").getString("encodedId"));
    Map<String, String> again =
        Map.of("grant_type", "refresh_token", "refresh_token", first.getString("refresh_token"));
    JsonObject second = token(again, true).bodyAsJsonObject();
    assertNotEquals(first.getString("refresh_token"), second.getString("refresh_token"));
    refused(400, "invalid_grant", token(again, true));
  }

  @Test
  void rangesAndScopesAreHeldAndEachAnswerTellsTheQuota() throws Exception {
    String access = connected("bea", "activity sleep").getString("access_token");
    LocalDate last = LocalDate.now(ZoneOffset.UTC).minusDays(1);
    String most = "/1.2/user/-/sleep/date/" + last.minusDays(99) + "/" + last + ".json";
    var answer = get(most, access);
    assertEquals(200, answer.statusCode());
    assertEquals("150", answer.getHeader("Fitbit-Rate-Limit-Limit"));
    assertTrue(Integer.parseInt(answer.getHeader("Fitbit-Rate-Limit-Reset")) <= 3600);
    refused(
        400, "validation", get(most.replace(last + ".json", last.plusDays(1) + ".json"), access));
    refused(403, "insufficient_scope", get("/1/user/-/profile.json", access));
    refused(401, "expired_token", get(most, "nobody's"));
    JsonObject series =
        get("/1/user/-/activities/steps/date/" + last + "/" + last + ".json", access)
            .bodyAsJsonObject()
            .getJsonArray("activities-steps")
            .getJsonObject(0);
    assertTrue(series.getValue("value") instanceof String, "a sum of a day is a text");
  }

  @Test
  void theHoursCallsAreUsedUpAndTheWaitIsTold() throws Exception {
    String access = connected("cora", "profile").getString("access_token");
    HttpResponse<Buffer> answer = null;
    // Twice the hourly quota, because a new hour may begin meanwhile.
    for (int i = 0; i <= 301 && (answer == null || answer.statusCode() == 200); i++) {
      answer = get("/1/user/-/profile.json", access);
    }
    refused(429, "system", answer);
    assertEquals("0", answer.getHeader("Fitbit-Rate-Limit-Remaining"));
    assertEquals(answer.getHeader("Fitbit-Rate-Limit-Reset"), answer.getHeader("Retry-After"));
    // Each person has a separate quota.
    String other = connected("cyd", "profile").getString("access_token");
    assertEquals(200, get("/1/user/-/profile.json", other).statusCode());
  }

  @Test
  void exercisesArePagedByTheirOwnAddressesAndByNothingElse() throws Exception {
    control(
        "people",
        new JsonObject().put("name", "dora").put("traits", new JsonArray().add("across_midnight")));
    String access = connected("dora", "activity").getString("access_token");
    String list = "/1/user/-/activities/list.json?sort=asc&limit=2&afterDate=";
    LocalDate first = LocalDate.now(ZoneOffset.UTC).minusDays(6);
    JsonObject page = get(list + first + "&offset=0", access).bodyAsJsonObject();
    assertEquals(2, page.getJsonArray("activities").size());
    String next = page.getJsonObject("pagination").getString("next");
    JsonObject second = get(next, access).bodyAsJsonObject();
    assertNotEquals(page.getJsonArray("activities"), second.getJsonArray("activities"));
    refused(400, "validation", get(list + first + "&offset=2", access));
    refused(
        400, "validation", get(list.replace("limit=2", "limit=101") + first + "&offset=0", access));
    refused(400, "validation", get(list.replace("asc", "desc") + first + "&offset=0", access));
  }

  @Test
  void onlyAnAddressThatKnowsTheRightWordIsToldAndWhatIsToldIsSigned() throws Exception {
    List<String> bodies = new CopyOnWriteArrayList<>();
    List<String> signatures = new CopyOnWriteArrayList<>();
    boolean[] knows = {false};
    HttpServer server =
        vertx
            .createHttpServer()
            .requestHandler(
                r ->
                    r.body()
                        .onSuccess(
                            body -> {
                              if (r.method() == HttpMethod.GET) {
                                boolean right = "the-word".equals(r.getParam("verify"));
                                r.response().setStatusCode(right || !knows[0] ? 204 : 404).end();
                              } else {
                                bodies.add(body.toString());
                                signatures.add(r.getHeader("X-Fitbit-Signature"));
                                r.response().setStatusCode(204).end();
                              }
                            }))
            .listen(0, "127.0.0.1")
            .await();
    JsonObject entered =
        new JsonObject()
            .put("url", "http://127.0.0.1:" + server.actualPort() + "/hook")
            .put("verify", "the-word");
    JsonObject grant = connected("enid", "activity sleep profile");
    String access = grant.getString("access_token");
    String one = "/1/user/-/sleep/apiSubscriptions/x-sleep.json";
    refused(400, "validation", send(HttpMethod.POST, one, access));
    // An endpoint that accepts everything proves nothing.
    assertFalse(control("subscriber", entered).getBoolean("verified"));
    knows[0] = true;
    assertTrue(control("subscriber", entered).getBoolean("verified"));
    assertEquals(201, send(HttpMethod.POST, one, access).statusCode());
    assertEquals(200, send(HttpMethod.POST, one, access).statusCode());
    assertEquals(409, send(HttpMethod.POST, one.replace("x-sleep", "other"), access).statusCode());
    assertEquals(
        409, send(HttpMethod.POST, one.replace("/sleep/", "/activities/"), access).statusCode());
    refused(
        403, "insufficient_scope", send(HttpMethod.POST, one.replace("/sleep/", "/body/"), access));
    String id = sim.runOnEventLoop(w -> w.people().named("enid").id()).await();
    control("people/" + id + "/notify", new JsonObject().put("collection", "sleep"));
    Eventually.eventually(Duration.ofSeconds(60), () -> assertEquals(1, bodies.size()));
    JsonObject entry = new JsonArray(bodies.getFirst()).getJsonObject(0);
    assertEquals("sleep", entry.getString("collectionType"));
    assertEquals(grant.getString("user_id"), entry.getString("ownerId"));
    assertEquals("x-sleep", entry.getString("subscriptionId"));
    assertEquals(
        PushRules.sha1Base64("tributary-sandbox-secret&", bodies.getFirst().getBytes()),
        signatures.getFirst());
    assertEquals(204, send(HttpMethod.DELETE, one, access).statusCode());
    refused(404, "not_found", send(HttpMethod.DELETE, one, access));
    server.close().await();
  }

  private HttpResponse<Buffer> send(HttpMethod method, String path, String access) {
    return web.requestAbs(method, sim.baseUrl() + path)
        .bearerTokenAuthentication(access)
        .send()
        .await();
  }

  @Test
  void aGrantEndsWithEitherOfItsTokens() throws Exception {
    JsonObject grant = connected("fay", "profile");
    MultiMap form =
        MultiMap.caseInsensitiveMultiMap().set("token", grant.getString("refresh_token"));
    var call = web.postAbs(sim.baseUrl() + "/oauth2/revoke");
    refused(401, "invalid_client", call.sendForm(form).await());
    var right =
        web.postAbs(sim.baseUrl() + "/oauth2/revoke")
            .basicAuthentication("tributary-sandbox", "tributary-sandbox-secret")
            .sendForm(form)
            .await();
    assertEquals(200, right.statusCode());
    refused(401, "expired_token", get("/1/user/-/profile.json", grant.getString("access_token")));
  }
}
