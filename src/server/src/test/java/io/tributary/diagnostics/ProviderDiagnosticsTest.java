package io.tributary.diagnostics;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.simulators.eightsleep.EightSleepVendor;
import io.tributary.simulators.kit.Sim;
import io.tributary.simulators.kit.SimOptions;
import io.tributary.simulators.whoop.WhoopVendor;
import io.tributary.testkit.TestNode;
import io.vertx.core.Vertx;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The provider diagnostics that an operator sees. */
class ProviderDiagnosticsTest {
  private static Vertx vertx;
  private static Sim whoop;
  private static Sim eight;
  private static TestNode node;

  @BeforeAll
  static void start() {
    vertx = Vertx.vertx();
    whoop = Sim.start(vertx, new WhoopVendor(), SimOptions.defaults().withPort(0)).await();
    eight = Sim.start(vertx, new EightSleepVendor(), SimOptions.defaults().withPort(0)).await();
    Map<String, String> settings = new TreeMap<>(whoop.settings());
    settings.putAll(eight.settings());
    settings.put("TRIBUTARY_PROVIDERS_EIGHT_SLEEP_ENABLED", "true");
    settings.put("TRIBUTARY_PROVIDERS_WITHINGS_API_URL", "http://127.0.0.1:1");
    settings.put("TRIBUTARY_PROVIDERS_WITHINGS_AUTHORIZE_URL", "http://127.0.0.1:1/a");
    settings.put("TRIBUTARY_PROVIDERS_WITHINGS_CLIENT_ID", "nobody");
    settings.put("TRIBUTARY_PROVIDERS_POLAR_ENABLED", "false");
    List<String> pairs = new ArrayList<>();
    settings.forEach((name, value) -> pairs.addAll(List.of(name, value)));
    node = TestNode.start(pairs.toArray(String[]::new));
  }

  @AfterAll
  static void stop() {
    node.close();
    whoop.close().await();
    eight.close().await();
    vertx.close().await();
  }

  private static String path(String provider) {
    return "/v1/org/" + node.first().org() + "/provider_doctor/" + provider;
  }

  private static JsonNode diagnose(String provider) {
    return node.callManagement("GET", path(provider), null).expect(200).json();
  }

  private static JsonNode check(JsonNode report, String name) {
    for (JsonNode c : report.get("checks")) {
      if (c.get("name").asText().equals(name)) {
        return c;
      }
    }
    throw new AssertionError(name + " is not there: " + report);
  }

  private static String result(JsonNode report, String name) {
    return check(report, name).get("result").asText();
  }

  @Test
  void aSoundSetUpIsHealthyAndItsWholeWayIsTried() {
    JsonNode report = diagnose("whoop_v2?flow=true");
    assertTrue(report.get("healthy").asBoolean(), report::toString);
    assertTrue(
        check(report, "redirect_url").get("what").asText().endsWith("/v2/link/connect/whoop_v2"));
    String push = check(report, "push_url").get("what").asText();
    assertTrue(push.contains("/v2/provider/whoop_v2/push/"), push);
    assertEquals(push, check(diagnose("whoop_v2"), "push_url").get("what").asText());
    for (String name : List.of("enabled", "reach", "credentials", "pace", "flow")) {
      assertEquals("good", result(report, name), () -> name + " of " + report);
    }
    assertEquals("none", check(report, "connections").get("what").asText());
  }

  @Test
  void whereUsersSignInARenewalIsTriedAndNoAddressIsToBeRegistered() {
    JsonNode report = diagnose("eight_sleep?flow=true");
    for (String name : List.of("credentials", "flow")) {
      assertEquals("good", result(report, name), () -> name + " of " + report);
    }
    assertFalse(report.toString().contains("redirect_url"));
  }

  @Test
  void aHostThatIsAwayIsBadAndSaysWhatToDo() {
    JsonNode report = diagnose("withings");
    assertFalse(report.get("healthy").asBoolean());
    assertEquals("bad", result(report, "reach"));
    assertFalse(check(report, "reach").get("next_step").isNull());
    assertEquals("note", result(report, "credentials"));
  }

  @Test
  void credentialsThatTheProviderDoesNotKnowAreBad() {
    String credentials = "/v1/org/" + node.first().org() + "/team_custom_credentials/sandbox/us";
    String team = node.first().team().toString();
    node.callManagement(
            "POST",
            credentials,
            "{\"team_id\":\""
                + team
                + "\",\"provider\":\"whoop_v2\",\"client_id\":\"not-known\","
                + "\"client_secret\":\"top-secret-of-team\"}")
        .expect(200);
    JsonNode report = diagnose("whoop_v2?team_id=" + team);
    assertEquals("bad", result(report, "credentials"));
    assertEquals(
        "uses the application of the team", check(report, "application").get("what").asText());
    assertFalse(report.toString().contains("top-secret-of-team"));
    // The installation's credentials are unaffected.
    assertEquals("good", result(diagnose("whoop_v2"), "credentials"));
  }

  @Test
  void whatIsTurnedOffOrHasNoCloudSaysSo() {
    assertEquals("bad", result(diagnose("polar"), "enabled"));
    JsonNode none = diagnose("omron");
    assertEquals(1, none.get("checks").size());
    assertEquals("bad", result(none, "enabled"));
    assertEquals("bad", result(diagnose("strava"), "application"));
  }

  @Test
  void strangersAndWhatIsNotThereAreRefused() {
    node.callManagement("GET", path("no_such"), null).expect(404);
    node.callManagement("GET", path("oura?team_id=" + Ids.uuid()), null).expect(404);
    node.callManagement("GET", path("oura?flow=perhaps"), null).expect(422);
    node.callManagement("GET", path("oura?environment=moon"), null).expect(422);
    node.callManagement("GET", "/v1/org/" + Ids.uuid() + "/provider_doctor/oura", null).expect(404);
    node.send("GET", path("oura"), null, Map.of()).expect(401);
  }

  @ParameterizedTest
  @CsvSource({
    "'Sun, 01 Mar 2026 12:00:30 GMT', good, agree",
    "'Sun, 01 Mar 2026 11:50:00 GMT', bad, 600 s ahead",
    "'Sun, 01 Mar 2026 12:10:00 GMT', bad, 600 s behind",
  })
  void aClockThatIsOffIsFound(String date, String result, String text) {
    DiagnosticResult clock =
        HostChecks.checkClock("host", date, Instant.parse("2026-03-01T12:00:00Z")).orElseThrow();
    assertEquals(result, clock.json().get("result").asText());
    assertTrue(clock.what().contains(text), clock.what());
  }

  @Test
  void aHostWithoutATimeIsPassedOver() {
    assertTrue(HostChecks.checkClock("host", null, Instant.now()).isEmpty());
    assertTrue(HostChecks.checkClock("host", "yesterday", Instant.now()).isEmpty());
  }
}
