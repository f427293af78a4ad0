package io.tributary.simulators.withings;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.simulators.kit.PersonTrait;
import io.tributary.simulators.kit.PushRules;
import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.kit.SimOptions;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WithingsSimulatorTest {
  private static final String REDIRECT = "http://127.0.0.1:9/v2/link/connect/withings";
  private static final String ALL = "user.info,user.metrics,user.activity";
  private static final String CLIENT = "tributary-sandbox";
  private static final String SECRET = "tributary-sandbox-secret";

  private final Vertx vertx = Vertx.vertx();
  private final WebClient web =
      WebClient.create(vertx, new WebClientOptions().setFollowRedirects(false));
  private Sim sim;

  @BeforeEach
  void start() {
    sim =
        Sim.start(
                vertx,
                new WithingsVendor(),
                SimOptions.defaults()
                    .withPort(0)
                    .withDays(8)
                    .withPageSize(2)
                    .withTraits(Set.of(PersonTrait.ALWAYS_WORN)))
            .await();
  }

  @AfterEach
  void stop() {
    sim.close().await();
    vertx.close().await();
  }

  private String authorised(String scopes) {
    String url =
        sim.baseUrl()
            + "/oauth2_user/authorize2?response_type=code&client_id="
            + CLIENT
            + "&redirect_uri="
            + encode(REDIRECT)
            + "&scope="
            + encode(scopes)
            + "&state=s1&sim_decision=grant&sim_user=ann";
    return URI.create(web.getAbs(url).send().await().getHeader("Location")).getRawQuery();
  }

  private String code() {
    return authorised(ALL).replaceAll(".*code=([^&]*).*", "$1");
  }

  private JsonObject post(String path, String token, Map<String, String> fields) {
    MultiMap form = MultiMap.caseInsensitiveMultiMap();
    fields.forEach(form::set);
    var request = web.postAbs(sim.baseUrl() + path);
    if (!token.isEmpty()) {
      request.bearerTokenAuthentication(token);
    }
    var answer = request.sendForm(form).await();
    assertEquals(200, answer.statusCode(), answer::bodyAsString);
    return answer.bodyAsJsonObject();
  }

  private JsonObject token(String grant, String field, String value) {
    return post(
        "/v2/oauth2",
        "",
        Map.of(
            "action",
            "requesttoken",
            "grant_type",
            grant,
            "client_id",
            CLIENT,
            "client_secret",
            SECRET,
            field,
            value,
            "redirect_uri",
            REDIRECT));
  }

  private JsonObject connected() {
    JsonObject answer = token("authorization_code", "code", code());
    assertEquals(0, answer.getInteger("status"), answer::encode);
    return answer.getJsonObject("body");
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private JsonObject control(String path, JsonObject body) {
    var answer = web.postAbs(sim.baseUrl() + "/control/" + path).sendJsonObject(body).await();
    assertEquals(2, answer.statusCode() / 100, answer::bodyAsString);
    return answer.bodyAsJsonObject();
  }

  @Test
  void scopesAreJoinedByCommasAndNothingElse() {
    assertTrue(authorised("user.info user.metrics").contains("error=invalid_scope"));
    assertEquals("user.activity,user.info,user.metrics", connected().getString("scope"));
  }

  @Test
  void aCodeIsGoodOnceAndRefusalsComeInsideOfAGoodAnswer() {
    String code = code();
    assertEquals(0, token("authorization_code", "code", code).getInteger("status"));
    JsonObject again = token("authorization_code", "code", code);
    assertEquals(503, again.getInteger("status"));
    assertTrue(again.getString("error").startsWith("Invalid Params"));
  }

  @Test
  void aRefreshTokenDiesWithTheFirstUseOfItsSuccessor() {
    JsonObject first = connected();
    String old = first.getString("refresh_token");
    JsonObject second = token("refresh_token", "refresh_token", old).getJsonObject("body");
    assertEquals(
        0,
        post("/v2/user", second.getString("access_token"), Map.of("action", "getdevice"))
            .getInteger("status"));
    assertEquals(503, token("refresh_token", "refresh_token", old).getInteger("status"));
  }

  @Test
  void theEndOfAGrantIsSignedOverANonceThatIsGoodOnce() {
    JsonObject tokens = connected();
    String stamp = Long.toString(Instant.now().getEpochSecond());
    JsonObject nonce =
        post(
            "/v2/signature",
            "",
            Map.of(
                "action",
                "getnonce",
                "client_id",
                CLIENT,
                "timestamp",
                stamp,
                "signature",
                signed("getnonce", stamp)));
    String word = nonce.getJsonObject("body").getString("nonce");
    Map<String, String> revoke =
        Map.of(
            "action",
            "revoke",
            "client_id",
            CLIENT,
            "userid",
            tokens.getString("userid"),
            "nonce",
            word,
            "signature",
            signed("revoke", word));
    assertEquals(0, post("/v2/oauth2", "", revoke).getInteger("status"));
    assertEquals(503, post("/v2/oauth2", "", revoke).getInteger("status"));
    assertEquals(
        401,
        post("/v2/user", tokens.getString("access_token"), Map.of("action", "getdevice"))
            .getInteger("status"));
  }

  private static String signed(String action, String word) {
    return PushRules.sha256Hex(
        SECRET, (action + "," + CLIENT + "," + word).getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void moreIsANumberForMeasuresAndTrueForOthersAndOnlyNamedFieldsAreTold() {
    String access = connected().getString("access_token");
    long now = Instant.now().getEpochSecond();
    JsonObject measures =
        post(
                "/measure",
                access,
                Map.of(
                    "action", "getmeas",
                    "category", "1",
                    "meastypes", "71",
                    "startdate", Long.toString(now - 8 * 86_400),
                    "enddate", Long.toString(now)))
            .getJsonObject("body");
    assertEquals(1, measures.getValue("more"));
    assertEquals(2, measures.getInteger("offset"));
    assertEquals(2, measures.getJsonArray("measuregrps").size());
    LocalDate today = LocalDate.now(ZoneOffset.UTC);
    JsonObject days =
        post(
                "/v2/measure",
                access,
                Map.of(
                    "action",
                    "getactivity",
                    "startdateymd",
                    today.minusDays(7).toString(),
                    "enddateymd",
                    today.toString(),
                    "data_fields",
                    "steps"))
            .getJsonObject("body");
    assertEquals(true, days.getValue("more"));
    JsonObject day = days.getJsonArray("activities").getJsonObject(0);
    assertTrue(day.containsKey("steps"));
    assertFalse(day.containsKey("distance"));
  }

  @Test
  void whoCarriesAPhoneTooHasTwoEntriesOfADay() {
    control(
        "people",
        new JsonObject().put("name", "ann").put("traits", new JsonArray().add("phone_too")));
    String access = connected().getString("access_token");
    String day = LocalDate.now(ZoneOffset.UTC).minusDays(3).toString();
    JsonArray entries =
        post(
                "/v2/measure",
                access,
                Map.of(
                    "action",
                    "getactivity",
                    "startdateymd",
                    day,
                    "enddateymd",
                    day,
                    "data_fields",
                    "steps"))
            .getJsonObject("body")
            .getJsonArray("activities");
    assertEquals(
        List.of(true, false),
        entries.stream().map(e -> ((JsonObject) e).getBoolean("is_tracker")).toList());
    assertEquals(
        1, entries.stream().map(e -> ((JsonObject) e).getString("date")).distinct().count());
  }

  @Test
  void aDayOfReadingsIsTheLongestRange() {
    String access = connected().getString("access_token");
    Map<String, String> call =
        Map.of(
            "action", "getintradayactivity",
            "startdate", "1772400000",
            "enddate", "1772486401",
            "data_fields", "steps");
    assertEquals(503, post("/v2/measure", access, call).getInteger("status"));
  }

  @Test
  void tooManyCallsAreToldInsideOfAGoodAnswerWithTheWait() {
    String access = connected().getString("access_token");
    control(
        "faults",
        new JsonObject().put("path_prefix", "/v2/user").put("status", 429).put("retry_after", 17));
    JsonObject answer = post("/v2/user", access, Map.of("action", "getdevice"));
    assertEquals(601, answer.getInteger("status"));
    assertEquals(17, answer.getJsonObject("body").getInteger("wait_seconds"));
  }

  @Test
  void aSubscriptionIsMadeAfterAHeadAndItsNoticesAreForms() throws Exception {
    List<String> seen = new CopyOnWriteArrayList<>();
    var server =
        vertx
            .createHttpServer()
            .requestHandler(
                r ->
                    r.body()
                        .onSuccess(
                            b -> {
                              seen.add(r.method() + " " + b);
                              r.response().end();
                            }))
            .listen(0, "127.0.0.1")
            .await();
    String url = "http://127.0.0.1:" + server.actualPort() + "/hook/s3cret";
    JsonObject tokens = connected();
    String access = tokens.getString("access_token");
    Map<String, String> call =
        Map.of("action", "subscribe", "callbackurl", url, "appli", "16", "comment", "t");
    assertEquals(0, post("/notify", access, call).getInteger("status"));
    assertEquals(List.of("HEAD "), seen);
    JsonArray listed =
        post("/notify", access, Map.of("action", "list"))
            .getJsonObject("body")
            .getJsonArray("profiles");
    assertEquals(
        new JsonArray().add(new JsonObject().put("appli", 16).put("callbackurl", url)), listed);
    String id = io.tributary.simulators.kit.SimPerson.idOf("ann");
    control("people/" + id + "/notify", new JsonObject().put("appli", 16).put("day", "2026-03-02"));
    Instant end = Instant.now().plus(Duration.ofSeconds(60));
    while (seen.size() < 2 && Instant.now().isBefore(end)) {
      Thread.sleep(20);
    }
    assertEquals(
        "POST userid=" + tokens.getString("userid") + "&appli=16&date=2026-03-02", seen.getLast());
    Map<String, String> nowhere =
        Map.of("action", "subscribe", "callbackurl", url + "/x".repeat(200), "appli", "1");
    assertEquals(293, post("/notify", access, nowhere).getInteger("status"));
  }
}
