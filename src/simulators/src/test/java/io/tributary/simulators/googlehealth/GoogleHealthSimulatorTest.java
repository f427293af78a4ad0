package io.tributary.simulators.googlehealth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.simulators.kit.DailyTotals;
import io.tributary.simulators.kit.PersonTrait;
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
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class GoogleHealthSimulatorTest {
  private static final String REDIRECT = "http://127.0.0.1:9/v2/link/connect/google_health";
  private static final String OFFLINE = "&access_type=offline&prompt=consent";
  private static final Vertx VERTX = Vertx.vertx();
  private static final WebClient WEB =
      WebClient.create(VERTX, new WebClientOptions().setFollowRedirects(false));
  private static Sim sim;

  @BeforeAll
  static void start() {
    sim =
        Sim.start(
                VERTX,
                new GoogleHealthVendor(),
                SimOptions.defaults()
                    .withPort(0)
                    .withDays(100)
                    .withTraits(Set.of(PersonTrait.ALWAYS_WORN)))
            .await();
  }

  @AfterAll
  static void stop() {
    sim.close().await();
    VERTX.close().await();
  }

  private static JsonObject connect(String person, String more, String... scopes) {
    String url =
        sim.baseUrl()
            + "/o/oauth2/v2/auth?response_type=code&client_id=tributary-sandbox&redirect_uri="
            + encode(REDIRECT)
            + "&scope="
            + encode(String.join(" ", scopes))
            + "&state=s&sim_decision=grant&sim_user="
            + person
            + more;
    String query = URI.create(WEB.getAbs(url).send().await().getHeader("Location")).getRawQuery();
    String code =
        URLDecoder.decode(query.replaceAll(".*code=([^&]*).*", "$1"), StandardCharsets.UTF_8);
    var answer =
        token(Map.of("grant_type", "authorization_code", "code", code, "redirect_uri", REDIRECT));
    assertEquals(200, answer.statusCode(), answer::bodyAsString);
    return answer.bodyAsJsonObject();
  }

  private static HttpResponse<Buffer> token(Map<String, String> fields) {
    var form = MultiMap.caseInsensitiveMultiMap();
    form.add("client_id", "tributary-sandbox").add("client_secret", "tributary-sandbox-secret");
    fields.forEach(form::set);
    return WEB.postAbs(sim.baseUrl() + "/token").sendForm(form).await();
  }

  private static HttpResponse<Buffer> get(JsonObject tokens, String path, String... query) {
    var call =
        WEB.getAbs(sim.baseUrl() + "/v4/users/me/" + path)
            .bearerTokenAuthentication(tokens.getString("access_token"));
    for (int i = 0; i < query.length; i += 2) {
      call.addQueryParam(query[i], query[i + 1]);
    }
    return call.send().await();
  }

  private static HttpResponse<Buffer> post(JsonObject tokens, String path, JsonObject body) {
    return WEB.postAbs(sim.baseUrl() + "/v4/users/me/dataTypes/" + path)
        .bearerTokenAuthentication(tokens.getString("access_token"))
        .sendJsonObject(body)
        .await();
  }

  private static String encode(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  private static SimPerson person(String name) {
    return sim.runOnEventLoop(w -> w.people().named(name)).await();
  }

  private static DailyTotals truth(SimPerson person, LocalDate day) {
    return DailyTotals.of(sim.runOnEventLoop(w -> w.people().day(person, day)).await());
  }

  private static LocalDate yesterday(SimPerson person) {
    return sim.runOnEventLoop(w -> person.localDateAt(w.clock().now())).await().minusDays(1);
  }

  private static JsonObject days(LocalDate first, LocalDate end) {
    return new JsonObject()
        .put(
            "range",
            new JsonObject()
                .put("start", new JsonObject().put("date", DataPoints.date(first)))
                .put("end", new JsonObject().put("date", DataPoints.date(end))));
  }

  private static String why(HttpResponse<Buffer> answer) {
    return answer.statusCode()
        + " "
        + answer.bodyAsJsonObject().getJsonObject("error").getString("status");
  }

  @Test
  void aRefreshTokenIsForThoseWhoAskOfflineAndWithConsentAndStaysTheSame() {
    assertFalse(connect("ann", "", Scopes.SLEEP).containsKey("refresh_token"));
    assertFalse(connect("ann", "&access_type=offline", Scopes.SLEEP).containsKey("refresh_token"));
    JsonObject tokens = connect("ann", OFFLINE, "openid", Scopes.SLEEP);
    assertEquals(3599, tokens.getInteger("expires_in"));
    assertEquals(Scopes.SLEEP + " openid", tokens.getString("scope"));
    Map<String, String> refresh =
        Map.of("grant_type", "refresh_token", "refresh_token", tokens.getString("refresh_token"));
    for (int i = 0; i < 2; i++) {
      JsonObject anew = token(refresh).bodyAsJsonObject();
      assertEquals(200, get(anew, "identity").statusCode());
      assertFalse(anew.containsKey("refresh_token"));
    }
    var form = MultiMap.caseInsensitiveMultiMap().add("token", tokens.getString("refresh_token"));
    assertEquals(200, WEB.postAbs(sim.baseUrl() + "/revoke").sendForm(form).await().statusCode());
    assertEquals("401 UNAUTHENTICATED", why(get(tokens, "identity")));
    var after = token(refresh);
    assertEquals(400, after.statusCode());
    assertEquals("invalid_grant", after.bodyAsJsonObject().getString("error"));
  }

  @Test
  void aFilterNamesTheFieldOfItsTypeInSnakeCaseAndWithBothBounds() {
    JsonObject tokens = connect("bea", OFFLINE, Scopes.ACTIVITY, Scopes.METRICS);
    String list = "dataTypes/heart-rate/dataPoints:reconcile";
    String good =
        "heart_rate.sample_time.physical_time >= \"2026-03-02T00:00:00Z\""
            + " AND heart_rate.sample_time.physical_time < \"2026-03-03T00:00:00Z\"";
    assertEquals(new JsonObject(), get(tokens, list, "filter", good).bodyAsJsonObject());
    for (String bad :
        List.of(
            good.replace("heart_rate", "heart-rate"),
            good.replace("heart_rate", "heartRate"),
            good.replace("sample_time.physical_time", "interval.start_time"),
            good.replace("T00:00:00Z", ""),
            good.replace(" AND ", " OR "))) {
      assertEquals("400 INVALID_ARGUMENT", why(get(tokens, list, "filter", bad)), bad);
    }
    assertEquals(
        "400 INVALID_ARGUMENT", why(get(tokens, "dataTypes/total-calories/dataPoints:reconcile")));
    assertEquals("404 NOT_FOUND", why(get(tokens, "dataTypes/heartRate/dataPoints")));
    assertEquals("403 PERMISSION_DENIED", why(get(tokens, "dataTypes/sleep/dataPoints")));
  }

  @Test
  void pagesOfADayAreTheDayAndReconciledPointsHaveNoDevice() {
    SimPerson cleo = person("cleo");
    JsonObject tokens = connect("cleo", OFFLINE, Scopes.ACTIVITY);
    LocalDate day = yesterday(cleo);
    String filter =
        "steps.interval.start_time >= \"%s\" AND steps.interval.start_time < \"%s\""
            .formatted(
                day.atStartOfDay(cleo.zone()).toInstant(),
                day.plusDays(1).atStartOfDay(cleo.zone()).toInstant());
    int steps = 0;
    var names = new HashSet<String>();
    String token = null;
    do {
      var query = new ArrayList<>(List.of("filter", filter, "pageSize", "7"));
      if (token != null) {
        query.addAll(List.of("pageToken", token));
      }
      JsonObject page =
          get(tokens, "dataTypes/steps/dataPoints:reconcile", query.toArray(String[]::new))
              .bodyAsJsonObject();
      for (Object o : page.getJsonArray("dataPoints")) {
        JsonObject point = (JsonObject) o;
        assertFalse(point.getJsonObject("dataSource").containsKey("device"));
        assertTrue(names.add(point.getString("dataPointName")));
        steps += Integer.parseInt(point.getJsonObject("steps").getString("count"));
      }
      token = page.getString("nextPageToken");
    } while (token != null);
    assertEquals(truth(cleo, day).steps(), steps);
    assertTrue(names.size() > 7, "one page only");
  }

  @Test
  void dailySumsAreOfCivilDaysAndRangesHaveTheirLongestLength() {
    SimPerson dora = person("dora");
    JsonObject tokens = connect("dora", OFFLINE, Scopes.ACTIVITY);
    LocalDate day = yesterday(dora);
    JsonObject sums =
        post(tokens, "steps/dataPoints:dailyRollUp", days(day, day.plusDays(1))).bodyAsJsonObject();
    assertEquals(1, sums.getJsonArray("rollupDataPoints").size());
    JsonObject sum = sums.getJsonArray("rollupDataPoints").getJsonObject(0);
    assertEquals(DataPoints.date(day), sum.getJsonObject("civilStartTime").getJsonObject("date"));
    assertEquals(
        Integer.toString(truth(dora, day).steps()),
        sum.getJsonObject("steps").getString("countSum"));
    String calories = "total-calories/dataPoints:dailyRollUp";
    assertEquals(200, post(tokens, calories, days(day.minusDays(14), day)).statusCode());
    assertEquals("400 INVALID_ARGUMENT", why(post(tokens, calories, days(day.minusDays(15), day))));
    assertEquals(
        "400 INVALID_ARGUMENT",
        why(post(tokens, "steps/dataPoints:dailyRollUp", days(day.minusDays(91), day))));
    JsonObject texts = days(day, day.plusDays(1));
    texts
        .getJsonObject("range")
        .getJsonObject("start")
        .put("date", new JsonObject().put("year", 2026).put("month", "03").put("day", "02"));
    assertEquals("400 INVALID_ARGUMENT", why(post(tokens, "steps/dataPoints:dailyRollUp", texts)));
  }

  @Test
  void aLegacyAccountIsRefusedEverywhere() {
    JsonObject tokens = connect("elsa", OFFLINE, Scopes.ACTIVITY);
    String lever = "/control/people/" + person("elsa").id() + "/legacy";
    WEB.postAbs(sim.baseUrl() + lever).send().await();
    assertEquals("403 PERMISSION_DENIED", why(get(tokens, "identity")));
    assertEquals("403 PERMISSION_DENIED", why(get(tokens, "dataTypes/steps/dataPoints")));
  }

  @Test
  void subscribersAreForTheServiceAccountWhoseAssertionIsSigned() {
    String path = sim.baseUrl() + "/v4/projects/" + ServiceAccount.PROJECT + "/subscribers";
    JsonObject user = connect("finn", OFFLINE, Scopes.ACTIVITY);
    assertEquals(
        401,
        WEB.getAbs(path)
            .bearerTokenAuthentication(user.getString("access_token"))
            .send()
            .await()
            .statusCode());
    var forged = token(Map.of("grant_type", ServiceAccount.GRANT, "assertion", "e30.e30.c2ln"));
    assertEquals(400, forged.statusCode());
    assertEquals("invalid_grant", forged.bodyAsJsonObject().getString("error"));
  }
}
