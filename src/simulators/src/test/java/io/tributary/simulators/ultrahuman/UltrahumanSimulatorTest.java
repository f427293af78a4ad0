package io.tributary.simulators.ultrahuman;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.simulators.kit.PersonTrait;
import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimOptions;
import io.tributary.simulators.kit.SimPerson;
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
import java.time.Instant;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class UltrahumanSimulatorTest {
  private static final String REDIRECT = "http://127.0.0.1:9/v2/link/connect/ultrahuman";
  private static final String ALL = "ring_data cgm_data profile";
  private static final String OAUTH = "/api/partners/oauth";
  private static final String DATA = "/api/partners/v1/user_data";

  private static final Vertx vertx = Vertx.vertx();
  private static final WebClient web =
      WebClient.create(vertx, new WebClientOptions().setFollowRedirects(false));
  private static Sim sim;

  @BeforeAll
  static void start() {
    sim =
        Sim.start(
                vertx,
                new UltrahumanVendor(),
                SimOptions.defaults().withPort(0).withTraits(Set.of(PersonTrait.ALWAYS_WORN)))
            .await();
  }

  @AfterAll
  static void stop() {
    sim.close().await();
    vertx.close().await();
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static JsonObject connect(String person, String scopes) {
    String url =
        sim.baseUrl()
            + "/authorise?response_type=code&client_id=tributary-sandbox&redirect_uri="
            + encode(REDIRECT)
            + "&scope="
            + encode(scopes)
            + "&state=s&sim_decision=grant&sim_user="
            + person;
    String back = URI.create(web.getAbs(url).send().await().getHeader("Location")).getRawQuery();
    String code = back.replaceAll(".*code=([^&]*).*", "$1");
    var answer =
        form(
            "/token",
            Map.of("grant_type", "authorization_code", "code", code, "redirect_uri", REDIRECT));
    assertEquals(200, answer.statusCode(), answer::bodyAsString);
    return answer.bodyAsJsonObject();
  }

  private static HttpResponse<Buffer> form(String path, Map<String, String> fields) {
    var form = MultiMap.caseInsensitiveMultiMap();
    form.add("client_id", "tributary-sandbox").add("client_secret", "tributary-sandbox-secret");
    fields.forEach(form::set);
    return web.postAbs(sim.baseUrl() + OAUTH + path).sendForm(form).await();
  }

  private static HttpResponse<Buffer> get(String path, JsonObject tokens) {
    return web.getAbs(sim.baseUrl() + DATA + path)
        .bearerTokenAuthentication(tokens.getString("access_token"))
        .send()
        .await();
  }

  private static List<JsonObject> metrics(LocalDate day, JsonObject tokens) {
    var answer = get("/metrics?date=" + day, tokens);
    assertEquals(200, answer.statusCode(), answer::bodyAsString);
    return answer.bodyAsJsonObject().getJsonObject("data").getJsonArray("metric_data").stream()
        .map(JsonObject.class::cast)
        .toList();
  }

  private static JsonObject of(String type, List<JsonObject> metrics) {
    return metrics.stream()
        .filter(m -> m.getString("type").equals(type))
        .map(m -> m.getJsonObject("object"))
        .findFirst()
        .orElseThrow();
  }

  private static LocalDate past(SimPerson person) {
    return person.localDateAt(Instant.now()).minusDays(2);
  }

  @Test
  void aDayIsOneAnswerThatBeginsAtLocalMidnight() {
    JsonObject tokens = connect("ann", ALL);
    SimPerson ann = sim.runOnEventLoop(w -> w.people().named("ann")).await();
    SimDay day = sim.runOnEventLoop(w -> w.people().day(ann, past(ann))).await();
    List<JsonObject> metrics = metrics(day.day(), tokens);
    assertEquals(day.start().getEpochSecond(), of("hr", metrics).getLong("day_start_timestamp"));
    assertEquals("BPM", of("hr", metrics).getString("unit"));
    assertEquals(day.heart().size(), of("hr", metrics).getJsonArray("values").size());
    int steps =
        of("steps", metrics).getJsonArray("values").stream()
            .mapToInt(v -> ((JsonObject) v).getInteger("value"))
            .sum();
    assertEquals(Arrays.stream(day.steps()).sum(), steps);
    assertEquals(
        day.sleeps().size(),
        metrics.stream().filter(m -> m.getString("type").equals("Sleep")).count());
    assertEquals("mg/dL", of("glucose", metrics).getString("unit"));
  }

  @Test
  void daysToComeAreEmptyAndDaysBeforeTheRingAreNot() {
    JsonObject tokens = connect("ben", ALL);
    SimPerson ben = sim.runOnEventLoop(w -> w.people().named("ben")).await();
    assertEquals(List.of(), metrics(past(ben).plusDays(30), tokens));
    assertEquals(404, get("/metrics?date=" + ben.firstDay().minusDays(1), tokens).statusCode());
    assertEquals(400, get("/metrics?date=yesterday", tokens).statusCode());
    assertEquals(400, get("/metrics", tokens).statusCode());
  }

  @Test
  void scopesHideWhatTheyAreAbout() {
    JsonObject glucose = connect("cleo", "cgm_data");
    SimPerson cleo = sim.runOnEventLoop(w -> w.people().named("cleo")).await();
    List<JsonObject> metrics = metrics(past(cleo), glucose);
    assertEquals(List.of("glucose"), metrics.stream().map(m -> m.getString("type")).toList());
    assertEquals(403, get("/user_info", glucose).statusCode());
    assertEquals(403, get("/metrics?date=" + past(cleo), connect("cleo", "profile")).statusCode());
  }

  @Test
  void anErrorMayComeAtStatus200() {
    JsonObject tokens = connect("dan", ALL);
    web.postAbs(sim.baseUrl() + "/control/errors")
        .sendJsonObject(new JsonObject().put("error", "Internal error").put("status", 500))
        .await();
    var answer = get("/metrics?date=2026-03-02", tokens);
    assertEquals(200, answer.statusCode());
    assertEquals("Internal error", answer.bodyAsJsonObject().getString("error"));
    assertNotEquals(
        200, get("/metrics?date=2026-03-02", tokens).bodyAsJsonObject().getInteger("status"));
  }

  @Test
  void tokensLiveAWeekRotateAndEndWithARevocation() {
    JsonObject first = connect("eve", ALL);
    assertEquals(7 * 86_400, first.getInteger("expires_in"));
    var spent =
        Map.of("grant_type", "refresh_token", "refresh_token", first.getString("refresh_token"));
    JsonObject second = form("/token", spent).bodyAsJsonObject();
    assertNotEquals(first.getString("refresh_token"), second.getString("refresh_token"));
    assertEquals(400, form("/token", spent).statusCode());
    assertTrue(get("/user_info", second).bodyAsJsonObject().getString("user_id").startsWith("uh-"));
    assertEquals(
        200, form("/revoke", Map.of("token", second.getString("refresh_token"))).statusCode());
    assertEquals(401, get("/user_info", second).statusCode());
  }
}
