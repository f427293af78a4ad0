package io.tributary.simulators.cronometer;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.simulators.kit.DailyTotals;
import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimOptions;
import io.tributary.simulators.kit.SimPerson;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.json.JsonObject;
import io.vertx.ext.web.client.HttpRequest;
import io.vertx.ext.web.client.HttpResponse;
import io.vertx.ext.web.client.WebClient;
import io.vertx.ext.web.client.WebClientOptions;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class CronometerSimulatorTest {
  private static final String REDIRECT = "http://127.0.0.1:9/v2/link/connect/cronometer";

  private static final Vertx vertx = Vertx.vertx();
  private static final WebClient web =
      WebClient.create(vertx, new WebClientOptions().setFollowRedirects(false));
  private static Sim sim;

  @BeforeAll
  static void start() {
    sim = Sim.start(vertx, new CronometerVendor(), SimOptions.defaults().withPort(0)).await();
  }

  @AfterAll
  static void stop() {
    sim.close().await();
    vertx.close().await();
  }

  private static Map<String, String> exchange(String person) {
    String url =
        sim.baseUrl()
            + "/oauth/authorize?response_type=code&client_id=tributary-sandbox&redirect_uri="
            + URLEncoder.encode(REDIRECT, StandardCharsets.UTF_8)
            + "&state=s&sim_decision=grant&sim_user="
            + person;
    String back = URI.create(web.getAbs(url).send().await().getHeader("Location")).getRawQuery();
    Map<String, String> fields = new TreeMap<>();
    fields.put("grant_type", "authorization_code");
    fields.put("code", back.replaceAll(".*code=([^&]*).*", "$1"));
    fields.put("client_id", "tributary-sandbox");
    fields.put("client_secret", "tributary-sandbox-secret");
    return fields;
  }

  private static HttpResponse<Buffer> post(String path, Map<String, String> query) {
    HttpRequest<Buffer> call = web.postAbs(sim.baseUrl() + path);
    query.forEach(call::addQueryParam);
    return call.send().await();
  }

  private static String connect(String person) {
    var answer = post("/oauth/token", exchange(person));
    assertEquals(200, answer.statusCode(), answer::bodyAsString);
    JsonObject tokens = answer.bodyAsJsonObject();
    assertEquals(Set.of("access_token"), tokens.fieldNames());
    return tokens.getString("access_token");
  }

  private static HttpResponse<Buffer> diary(String token, JsonObject body) {
    return web.postAbs(sim.baseUrl() + "/api_v1/diary_summary")
        .bearerTokenAuthentication(token)
        .sendJsonObject(body)
        .await();
  }

  private static JsonObject diary(String token, LocalDate day) {
    return diary(token, new JsonObject().put("day", day.toString()).put("food", true))
        .bodyAsJsonObject();
  }

  private static SimPerson person(String name) {
    return sim.runOnEventLoop(w -> w.people().named(name)).await();
  }

  @Test
  void aDayIsItsMealsWithoutClocks() {
    String token = connect("ann");
    SimPerson ann = person("ann");
    LocalDate date = ann.localDateAt(Instant.now()).minusDays(2);
    SimDay day = sim.runOnEventLoop(w -> w.people().day(ann, date)).await();
    JsonObject diary = diary(token, date);
    assertEquals(date.toString(), diary.getString("day"));
    assertTrue(diary.getBoolean("completed"));
    assertEquals(DailyTotals.of(day).meals(), diary.getJsonArray("foods").size());
    assertEquals(
        DailyTotals.of(day).waterMillilitres(),
        diary.getJsonObject("nutrients").getInteger("Water"));
    int kcal =
        diary.getJsonArray("foods").stream()
            .mapToInt(m -> ((JsonObject) m).getJsonObject("macros").getInteger("kcal"))
            .sum();
    assertEquals(diary.getJsonObject("macros").getInteger("kcal"), kcal);
    // Meals are included only on request.
    var plain = diary(token, new JsonObject().put("day", date.toString()));
    assertFalse(plain.bodyAsJsonObject().containsKey("foods"));
  }

  @Test
  void daysWithoutAnEntryAreEmptyAndOddOnesRefused() {
    String token = connect("ben");
    JsonObject empty = diary(token, person("ben").firstDay().minusDays(3));
    assertFalse(empty.getBoolean("completed"));
    assertTrue(empty.getJsonArray("foods").isEmpty());
    assertEquals(0, empty.getJsonObject("nutrients").getInteger("Water"));
    assertEquals(400, diary(token, new JsonObject().put("day", "today")).statusCode());
    assertEquals(400, diary(token, new JsonObject()).statusCode());
    var get =
        web.getAbs(sim.baseUrl() + "/api_v1/diary_summary").bearerTokenAuthentication(token).send();
    assertEquals(405, get.await().statusCode());
  }

  @Test
  void credentialsStandInTheQueryAndACodeIsGoodOnce() {
    Map<String, String> exchange = exchange("cleo");
    assertEquals(200, post("/oauth/token", exchange).statusCode());
    assertEquals(400, post("/oauth/token", exchange).statusCode());
    Map<String, String> wrong = exchange("cleo");
    wrong.put("client_secret", "wrong");
    assertEquals(401, post("/oauth/token", wrong).statusCode());
  }

  @Test
  void aDeauthorisedTokenOpensNothing() {
    String token = connect("dan");
    LocalDate day = LocalDate.parse("2026-03-02");
    assertEquals("2026-03-02", diary(token, day).getString("day"));
    assertEquals(200, post("/oauth/deauthorize", Map.of("access_token", token)).statusCode());
    var body = new JsonObject().put("day", "2026-03-02").put("food", true);
    assertEquals(401, diary(token, body).statusCode());
    assertEquals(401, diary("nobodys", body).statusCode());
  }

  @Test
  void aDayThoughtOverHasMoreCaffeine() {
    String token = connect("eve");
    SimPerson eve = person("eve");
    LocalDate date = eve.localDateAt(Instant.now()).minusDays(2);
    JsonObject before = diary(token, date);
    web.postAbs(sim.baseUrl() + "/control/people/" + eve.id() + "/revise")
        .sendJsonObject(new JsonObject().put("day", date.toString()))
        .await();
    JsonObject after = diary(token, date);
    assertEquals(
        before.getJsonObject("nutrients").getInteger("Caffeine") + 10,
        after.getJsonObject("nutrients").getInteger("Caffeine"));
    assertEquals(before.getJsonArray("foods"), after.getJsonArray("foods"));
  }
}
