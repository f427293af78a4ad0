package io.tributary.pull;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.testkit.TestNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Introspection and pull preferences: response shapes, paging and permissions. */
class IntrospectTest {
  private static TestNode node;

  @BeforeAll
  static void start() {
    node = TestNode.start();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static UUID userWithPull(String provider) {
    UUID user =
        UUID.fromString(
            node.post("/v2/user", Json.text(Map.of("client_user_id", Ids.randomHex(6))))
                .expect(200)
                .json()
                .get("user_id")
                .textValue());
    node.db()
        .query(
            "insert into historical_pull (user_id, provider, resource, job_id, status, range_start,"
                + " range_end, scheduled_at, started_at, ended_at, release, trace_id, days) values"
                + " ($1, $2, 'sleep', $1, 'success', now() - interval '3 days', now(), now(),"
                + " now(), now(), '1.0', $3, '{[2026-01-01,2026-01-03),[2026-02-01,2026-02-02)}')",
            user,
            provider,
            Ids.traceId());
    return user;
  }

  @Test
  void aShownPullHasEveryField() {
    UUID user = userWithPull("oura");
    JsonNode pulled =
        node.get("/v2/introspect/historical_pull?user_id=" + user + "&provider=oura")
            .expect(200)
            .json()
            .at("/data/0/provider/oura/pulled/sleep");
    Set<String> names = new TreeSet<>();
    pulled.fieldNames().forEachRemaining(names::add);
    assertEquals(
        Set.of(
            "status",
            "range_start",
            "range_end",
            "timeline",
            "days_with_data",
            "release",
            "trace_id",
            "error_details"),
        names);
    node.get("/v2/introspect/historical_pull?provider=a%00").expect(200);
    node.get("/v2/introspect/resources?provider=%00").expect(200);
    assertEquals(3, pulled.get("days_with_data").intValue());
    assertTrue(pulled.get("error_details").isNull());
    assertTrue(pulled.at("/timeline/ended_at").textValue().endsWith("+00:00"));
    assertEquals(
        0,
        node.get("/v2/introspect/historical_pull?user_id=" + user + "&provider=garmin")
            .expect(200)
            .json()
            .get("data")
            .size());
  }

  @Test
  void pagesOfUsersFollowEachOtherInBothStyles() {
    Set<String> made = new TreeSet<>();
    for (int i = 0; i < 5; i++) {
      made.add(userWithPull("strava").toString());
    }
    for (String name : List.of("next_cursor", "cursor")) {
      List<String> seen = new ArrayList<>();
      String next = "";
      do {
        JsonNode page =
            node.get(
                    "/v2/introspect/historical_pull?provider=strava&user_limit=2"
                        + (next.isEmpty() ? "" : "&" + name + "=" + next))
                .expect(200)
                .json();
        page.get("data").forEach(u -> seen.add(u.get("user_id").textValue()));
        assertEquals(page.get("next"), page.get("next_cursor"));
        next = page.get("next_cursor").asText("");
        next = page.get("next_cursor").isNull() ? "" : next;
        if (!next.isEmpty()) {
          node.get("/v2/introspect/historical_pull?provider=oura&next_cursor=" + next).expect(400);
          node.get("/v2/introspect/resources?provider=strava&next_cursor=" + next).expect(400);
        }
      } while (!next.isEmpty());
      assertEquals(5, seen.size());
      assertEquals(made, new TreeSet<>(seen));
    }
    node.get("/v2/introspect/historical_pull?next_cursor=x").expect(400);
    node.get("/v2/introspect/historical_pull?user_limit=0").expect(422);
    node.get("/v2/introspect/resources?user_id=7").expect(422);
  }

  private static String preferences() {
    return "/v1/org/" + node.first().org() + "/team_data_pull_preferences/sandbox/us";
  }

  private static JsonNode shown(String provider) {
    return node.callManagement("GET", preferences() + "?provider=" + provider, null)
        .expect(200)
        .json()
        .at("/data_pull_preferences/0/providers/" + provider);
  }

  private static String body(UUID team, String providers) {
    return "{\"team_ids\":[\"" + team + "\"],\"providers\":" + providers + "}";
  }

  @Test
  void preferencesAreSetShownAndRemoved() {
    UUID team = node.first().team();
    assertEquals(180, shown("oura").at("/default/historical_days_to_pull").intValue());
    assertEquals(365, shown("oura").at("/default/historical_days_to_pull_limit").intValue());
    assertTrue(shown("oura").get("resource_overrides").isNull());
    // Fixed values are shown beside the configurable ones.
    assertEquals(90, shown("fitbit").at("/default/historical_days_to_pull").intValue());
    for (String end : List.of("", "_limit")) {
      assertEquals(
          14,
          shown("fitbit")
              .at("/resource_overrides/heartrate/historical_days_to_pull" + end)
              .intValue());
    }
    assertEquals(
        27,
        node.callManagement("GET", preferences(), null)
            .expect(200)
            .json()
            .at("/data_pull_preferences/0/providers")
            .size());

    JsonNode set =
        node.callManagement(
                "POST",
                preferences(),
                body(
                    team,
                    "{\"oura\":{\"default\":{\"historical_days_to_pull\":20},\"resource_overrides\":"
                        + "{\"heartrate\":{\"historical_days_to_pull\":5}}}}"))
            .expect(200)
            .json();
    assertEquals(
        20,
        set.at("/data_pull_preferences/0/providers/oura/default/historical_days_to_pull")
            .intValue());
    assertEquals(
        5, shown("oura").at("/resource_overrides/heartrate/historical_days_to_pull").intValue());
    node.callManagement(
            "POST",
            preferences(),
            body(team, "{\"oura\":{\"default\":{\"historical_days_to_pull\":9}}}"))
        .expect(200);
    assertTrue(shown("oura").get("resource_overrides").isNull());
    node.callManagement("DELETE", preferences() + "?team_id=" + team + "&provider=strava", null)
        .expect(200);
    assertEquals(9, shown("oura").at("/default/historical_days_to_pull").intValue());
    node.callManagement("DELETE", preferences() + "?team_id=" + team + "&provider=oura", null)
        .expect(200);
    assertEquals(180, shown("oura").at("/default/historical_days_to_pull").intValue());
  }

  @Test
  void everyFaultOfPreferencesIsNamedAndForeignTeamsAreUnknown() {
    UUID team = node.first().team();
    JsonNode faults =
        node.callManagement(
                "POST",
                preferences(),
                body(
                    team,
                    "{\"oura\":{\"default\":{\"historical_days_to_pull\":366},\"resource_overrides\":"
                        + "{\"dreams\":{\"historical_days_to_pull\":5}}},"
                        + "\"polar\":{\"default\":{\"historical_days_to_pull\":5}},"
                        + "\"ihealth\":{\"default\":{\"historical_days_to_pull\":5}},"
                        + "\"strava\":{}}"))
            .expect(422)
            .json()
            .get("detail");
    assertEquals(5, faults.size(), faults::toString);
    node.callManagement(
            "POST",
            preferences(),
            body(team, "{\"oura\":{\"default\":{\"historical_days_to_pull\":0}}}"))
        .expect(422);
    node.callManagement(
            "POST",
            preferences(),
            body(Ids.uuid(), "{\"oura\":{\"default\":{\"historical_days_to_pull\":5}}}"))
        .expect(404);
    node.callManagement("GET", preferences() + "?provider=ihealth", null).expect(422);
    node.callManagement("GET", preferences().replace("/us", "/mars"), null).expect(422);
    node.callManagement("GET", preferences().replace("/us", "/eu"), null).expect(404);
    node.callManagement("GET", preferences().replace("/sandbox/", "/staging/"), null).expect(422);
    assertFalse(
        node.callManagement(
                    "GET", "/v1/org/" + Ids.uuid() + "/team_data_pull_preferences/sandbox/us", null)
                .status()
            == 200);
    assertEquals(
        0,
        node.callManagement("GET", preferences() + "?team_id=" + Ids.uuid(), null)
            .expect(200)
            .json()
            .get("data_pull_preferences")
            .size());
    node.get(preferences()).expect(401);
  }
}
