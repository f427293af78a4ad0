package io.tributary.simulators.dexcom;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.simulators.kit.Sim;
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
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DexcomSimulatorTest {
  private static final String REDIRECT = "http://127.0.0.1:9/v2/link/connect/dexcom_v3";
  private static final String DATA = "/v3/users/self/";

  private final Vertx vertx = Vertx.vertx();
  private final WebClient web =
      WebClient.create(vertx, new WebClientOptions().setFollowRedirects(false));
  private Sim sim;

  @BeforeEach
  void start() {
    sim =
        Sim.start(vertx, new DexcomVendor(), SimOptions.defaults().withPort(0).withDays(40))
            .await();
  }

  @AfterEach
  void stop() {
    sim.close().await();
    vertx.close().await();
  }

  private String authorised(String page, String scope, String user) {
    String url =
        sim.baseUrl()
            + page
            + "?response_type=code&client_id=tributary-sandbox&redirect_uri="
            + URLEncoder.encode(REDIRECT, StandardCharsets.UTF_8)
            + "&scope="
            + scope
            + "&state=s&sim_decision=grant&sim_user="
            + user;
    return URI.create(web.getAbs(url).send().await().getHeader("Location")).getRawQuery();
  }

  private String code(String user) {
    return authorised("/v2/oauth2/login", "offline_access", user)
        .replaceAll(".*code=([^&]*).*", "$1");
  }

  private String connect(String user) {
    var answer =
        token(
            Map.of(
                "grant_type", "authorization_code", "code", code(user), "redirect_uri", REDIRECT));
    assertEquals(200, answer.statusCode(), answer::bodyAsString);
    return answer.bodyAsJsonObject().getString("access_token");
  }

  private HttpResponse<Buffer> token(Map<String, String> fields) {
    var form = MultiMap.caseInsensitiveMultiMap();
    form.add("client_id", "tributary-sandbox").add("client_secret", "tributary-sandbox-secret");
    fields.forEach(form::set);
    return web.postAbs(sim.baseUrl() + "/v2/oauth2/token").sendForm(form).await();
  }

  private HttpResponse<Buffer> get(String path, String token) {
    return web.getAbs(sim.baseUrl() + DATA + path).bearerTokenAuthentication(token).send().await();
  }

  private JsonObject ok(String path, String token) {
    var answer = get(path, token);
    assertEquals(200, answer.statusCode(), answer::bodyAsString);
    return answer.bodyAsJsonObject();
  }

  private static String range(LocalDate first, LocalDate end) {
    return "?startDate=" + first + "T00:00:00&endDate=" + end + "T00:00:00";
  }

  private List<JsonObject> records(String path, String token, LocalDate first, LocalDate end) {
    return ok(path + range(first, end), token).getJsonArray("records").stream()
        .map(JsonObject.class::cast)
        .toList();
  }

  private static LocalDate today() {
    return LocalDate.now(ZoneOffset.UTC);
  }

  private static String codeOf(HttpResponse<Buffer> answer) {
    return answer.bodyAsJsonObject().getJsonArray("errors").getJsonObject(0).getString("code");
  }

  @Test
  void aRangeOfMoreThanThirtyDaysABackwardOneAndNoneAtAllAreRefused() {
    String token = connect("ann");
    for (String path : List.of("egvs", "events", "calibrations", "alerts")) {
      assertEquals(200, get(path + range(today().minusDays(30), today()), token).statusCode());
      var long31 = get(path + range(today().minusDays(31), today()), token);
      assertEquals("400 INVALID_RANGE", long31.statusCode() + " " + codeOf(long31));
      var backward = get(path + range(today(), today()), token);
      assertEquals("400 INVALID_RANGE", backward.statusCode() + " " + codeOf(backward));
      var none = get(path, token);
      assertEquals("400 MISSING_PARAMETER", none.statusCode() + " " + codeOf(none));
      var odd = get(path + "?startDate=yesterday&endDate=today", token);
      assertEquals("400 INVALID_FORMAT", odd.statusCode() + " " + codeOf(odd));
    }
  }

  @Test
  void theEndOfARangeIsOutsideAndTheNewestComesFirst() {
    List<JsonObject> day =
        records("egvs", connect("ann"), today().minusDays(3), today().minusDays(2));
    assertEquals(288, day.size());
    assertEquals(today().minusDays(3) + "T23:55:00Z", day.getFirst().getString("systemTime"));
    assertEquals(today().minusDays(3) + "T00:00:00Z", day.getLast().getString("systemTime"));
  }

  @Test
  void aRefreshNeedsTheRedirectAndItsTokenIsForOneUse() {
    var first =
        token(
                Map.of(
                    "grant_type",
                    "authorization_code",
                    "code",
                    code("bob"),
                    "redirect_uri",
                    REDIRECT))
            .bodyAsJsonObject();
    assertEquals(7200, first.getInteger("expires_in"));
    String refresh = first.getString("refresh_token");
    assertEquals(
        400, token(Map.of("grant_type", "refresh_token", "refresh_token", refresh)).statusCode());
    var right =
        Map.of("grant_type", "refresh_token", "refresh_token", refresh, "redirect_uri", REDIRECT);
    assertNotEquals(refresh, token(right).bodyAsJsonObject().getString("refresh_token"));
    var again = token(right);
    assertEquals(400, again.statusCode());
    assertEquals("invalid_grant", again.bodyAsJsonObject().getString("error"));
  }

  @Test
  void aCodeLivesAMinuteAndTheScopeMustBeAskedFor() {
    String code = code("ann");
    web.postAbs(sim.baseUrl() + "/control/clock")
        .sendJsonObject(new JsonObject().put("offset_seconds", 61))
        .await();
    var late =
        token(Map.of("grant_type", "authorization_code", "code", code, "redirect_uri", REDIRECT));
    assertEquals("invalid_grant", late.bodyAsJsonObject().getString("error"));
    assertTrue(authorised("/v2/oauth2/login", "", "ann").contains("error=invalid_scope"));
    assertTrue(authorised("/v3/oauth2/login", "offline_access", "ann").contains("code="));
  }

  @Test
  void anAppWritesOffsetsAndAReceiverNone() {
    String app = connect("carla");
    JsonObject told = records("egvs", app, today().minusDays(2), today().minusDays(1)).getFirst();
    assertTrue(told.getString("systemTime").endsWith("Z"));
    OffsetDateTime display = OffsetDateTime.parse(told.getString("displayTime"));
    assertEquals(Instant.parse(told.getString("systemTime")), display.toInstant());

    JsonObject bare =
        records("egvs", connect("receiver-1"), today().minusDays(2), today().minusDays(1))
            .getFirst();
    assertEquals("receiver", bare.getString("displayDevice"));
    LocalDateTime system = LocalDateTime.parse(bare.getString("systemTime"));
    assertEquals(
        system
            .atOffset(ZoneOffset.UTC)
            .atZoneSameInstant(SimPerson.zoneOf(SimPerson.idOf("receiver-1")))
            .toLocalDateTime(),
        LocalDateTime.parse(bare.getString("displayTime")));
  }

  @Test
  void theDiaryWritesNumbersAsTextsAndNothingOfItIsForgottenByDeleting() {
    List<JsonObject> diary = records("events", connect("dan"), today().minusDays(20), today());
    assertTrue(diary.stream().allMatch(e -> e.getValue("value") instanceof String));
    assertTrue(diary.stream().anyMatch(e -> e.getString("eventStatus").equals("deleted")));
    assertEquals(
        "g7",
        records("egvs", connect("SandboxUser7"), today().minusDays(2), today())
            .getFirst()
            .getString("transmitterGeneration"));
    assertEquals(
        "mmol/L",
        records("egvs", connect("mmol-1"), today().minusDays(2), today())
            .getFirst()
            .getString("unit"));
  }

  @Test
  void whatIsUploadedLateIsNewsOfLongAgo() {
    String token = connect("eva");
    String person = SimPerson.idOf("eva");
    Instant since = Instant.now();
    String news = "dataRange?lastSyncTime=" + since.toString().substring(0, 19);
    assertTrue(ok("dataRange", token).getJsonObject("egvs").containsKey("start"));
    LocalDate gap = today().minusDays(10);
    web.postAbs(sim.baseUrl() + "/control/people/" + person + "/hold")
        .sendJsonObject(new JsonObject().put("since", gap + "T00:00:00Z"))
        .await();
    assertEquals(
        gap.minusDays(1) + "T23:55:00Z",
        ok("dataRange", token).getJsonObject("egvs").getJsonObject("end").getString("systemTime"));
    assertNull(ok(news, token).getJsonObject("egvs"));
    assertEquals(List.of(), records("egvs", token, gap, today()));

    web.deleteAbs(sim.baseUrl() + "/control/people/" + person + "/hold").send().await();
    assertEquals(
        gap + "T00:00:00Z",
        ok(news, token).getJsonObject("egvs").getJsonObject("start").getString("systemTime"));
    assertFalse(records("egvs", token, gap, today()).isEmpty());
  }

  @Test
  void aRecordAddedIsThereAndBeyondTheSensorItIsHighOrLow() {
    String token = connect("fay");
    LocalDate day = today().minusDays(2);
    for (var value : Map.of("03:03:00", 30, "04:03:00", 2).entrySet()) {
      web.postAbs(sim.baseUrl() + "/control/people/" + SimPerson.idOf("fay") + "/records")
          .sendJsonObject(
              new JsonObject()
                  .put("kind", "glucose")
                  .put("at", day + "T" + value.getKey() + "Z")
                  .put("mmol_per_litre", value.getValue()))
          .await();
    }
    List<String> odd =
        records("egvs", token, day, day.plusDays(1)).stream()
            .filter(e -> !e.getString("status").equals("ok"))
            .map(e -> e.getString("status") + " " + e.getValue("value"))
            .toList();
    assertEquals(List.of("low null", "high 400"), odd);
  }
}
