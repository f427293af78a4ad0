package io.tributary.fuzz;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.testkit.TestResponse;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Tenant isolation of calls without IDs, in each environment. {@link InvalidInputsTest} tests every
 * ID with every call.
 */
class TenantIsolationTest {
  private static FuzzEnvironment w;

  @BeforeAll
  static void start() {
    w =
        new FuzzEnvironment(
            "TRIBUTARY_CONTINUOUS_QUERY_DEFAULT_INTERVAL", "0s",
            "TRIBUTARY_CONTINUOUS_QUERY_CACHE_TTL", "50ms",
            "TRIBUTARY_CONTINUOUS_QUERY_CLAIM_INTERVAL", "100ms");
  }

  @AfterAll
  static void stop() {
    w.close();
  }

  @Test
  void theSameDataOfTwoUsersHasTwoIds() {
    for (String id :
        List.of(
            "summary_id",
            "sleep_id",
            "workout_id",
            "device_id",
            "import_id",
            "lab_test_id",
            "order_id",
            "job_id",
            "service_request_id",
            "specimen_id")) {
      assertNotEquals(w.own.ids.get(id), w.other.ids.get(id), id);
      assertNotEquals(w.own.ids.get(id), w.production.ids.get(id), id);
    }
  }

  @Test
  void prioritiesAreOfATeamAndEnvironment() {
    w.own
        .call(
            "PATCH",
            "/v2/team/source/priorities",
            "[{\"data_type\":\"sleep\",\"provider\":\"oura\",\"priority\":3}]")
        .expect(200);
    assertEquals(1, w.own.call("GET", "/v2/team/source/priorities", null).json().size());
    for (TenantFixture s : List.of(w.other, w.production)) {
      assertEquals(0, s.call("GET", "/v2/team/source/priorities", null).expect(200).json().size());
    }
    w.own
        .call(
            "PATCH",
            "/v2/team/source/priorities",
            "[{\"data_type\":\"timeseries\",\"provider\":\"apple_health_kit\",\"priority\":7}]")
        .expect(200);
    for (TenantFixture s : List.of(w.own, w.other, w.production)) {
      String range = "?start_date=2026-03-02&end_date=2026-03-02";
      String of = s.userId() + "/steps";
      JsonNode read =
          s.call(
                  "GET",
                  "/v2/timeseries/" + of + "/grouped" + range + "&merge=source_priority",
                  null)
              .expect(200)
              .json();
      JsonNode told = s.call("GET", "/v2/explain/merge/" + of + range, null).expect(200).json();
      for (JsonNode ranked : List.of(read.at("/merge/ranked/0"), told.at("/ranked/0"))) {
        assertEquals("apple_health_kit", ranked.get("provider").asText());
        assertEquals(s == w.own ? 7 : 0, ranked.get("priority").asInt());
      }
    }
  }

  @Test
  void slugsOfQueriesAreOfATeamAndEnvironment() {
    String slug = w.own.ids.get("slug");
    for (TenantFixture s : List.of(w.own, w.other, w.production)) {
      assertEquals(slug, s.ids.get("slug"));
      JsonNode tasks =
          s.call(
                  "GET",
                  "/aggregate/v1/user/"
                      + s.userId()
                      + "/continuous_query/"
                      + slug
                      + "/task_history",
                  null)
              .expect(200)
              .json()
              .get("data");
      assertFalse(tasks.isEmpty());
      tasks.forEach(t -> assertEquals(s.ids.get("query_id"), t.get("query_id").asText()));
    }
  }

  @Test
  void namesOfPushesAreOfTheUser() {
    String second = w.own.createUser();
    String[] users = {w.own.userId(), second};
    for (int i = 0; i < users.length; i++) {
      JsonNode counts = push(w.own.key, users[i], 100 + i).expect(200).json().get("counts");
      assertEquals(1, counts.get("created").asInt(), counts.toString());
    }
    for (TenantFixture s : List.of(w.other, w.production)) {
      JsonNode counts = push(s.key, s.userId(), 200).expect(200).json().get("counts");
      assertEquals(1, counts.get("created").asInt(), counts.toString());
    }
    push(w.own.key, second, 300).expect(409);
  }

  private static TestResponse push(String key, String user, int value) {
    return w.node.send(
        "POST",
        "/v2/timeseries/" + user + "/steps",
        UploadBodies.daily(
            "[{\"value\":%d,\"unit\":\"count\",\"start_date\":\"2026-03-04T06:00:00Z\",\"end_date\":\"2026-03-04T07:00:00Z\"}]"
                .formatted(value)),
        Map.of("x-service-api-key", key, "idempotency-key", "the-same"));
  }

  @Test
  void listsHoldNothingOfOthers() {
    for (TenantFixture s : List.of(w.own, w.other, w.production)) {
      for (String path :
          List.of(
              "/v2/user",
              "/v2/introspect/resources",
              "/v3/lab_test?lab_test_limit=500",
              "/v3/lab_tests",
              "/v3/lab_test/lab_account",
              "/fhir/ServiceRequest",
              "/fhir/DiagnosticReport",
              "/fhir/Specimen",
              "/lab_report/v1/parser/job",
              "/v2/introspect/historical_pull",
              "/v2/team/users/search?query_id=u-",
              "/v2/user/" + s.userId() + "/import",
              "/v2/user/" + s.userId() + "/device",
              "/v2/user/providers/" + s.userId())) {
        assertNoForeignData(s, s.call("GET", path, null).expect(200), path);
      }
      for (String path : List.of("/continuous_query", "/webhook")) {
        assertNoForeignData(s, w.node.callManagement("GET", s.base + path, null).expect(200), path);
      }
    }
  }

  private static void assertNoForeignData(TenantFixture s, TestResponse a, String where) {
    for (TenantFixture o : List.of(w.own, w.other, w.production, w.deleted)) {
      if (o != s) {
        for (String id : o.ids.keySet()) {
          if (id.endsWith("_id") && !o.ids.get(id).equals(s.ids.get(id)) && !id.equals("team_id")) {
            assertFalse(a.text().contains(o.ids.get(id)), where + " shows " + id);
          }
        }
      }
    }
  }

  @Test
  void bodiesThatNameOthers() {
    w.node
        .callManagement(
            "PATCH",
            "/v1/org/" + w.node.first().org() + "/team/" + w.own.team,
            "{\"sandbox\":{\"link_migration\":true}}")
        .expect(200);
    for (TenantFixture s : List.of(w.other, w.production, w.deleted)) {
      TestResponse bulk =
          w.own.call(
              "POST",
              "/v2/link/bulk_trigger_historical_pull",
              "{\"provider\":\"oura\",\"user_ids\":[\"%s\"],\"wait_for_completion\":true}"
                  .formatted(s.userId()));
      assertTrue(bulk.status() == 200 || bulk.status() == 202, bulk.text());
      assertFalse(
          s.call("GET", "/v2/introspect/historical_pull", null).text().contains("\"oura\""));
    }
    assertForeignUsersSkipped();
    String org = "/v1/org/" + w.foreignOrg;
    Map<String, String> foreign = Map.of("x-management-key", w.foreignManagementKey);
    for (String[] call :
        new String[][] {
          {
            "/team_api_keys/sandbox/us",
            "{\"label\":\"l\",\"team_id\":\"%s\"}".formatted(w.own.team)
          },
          {
            "/team_data_pull_preferences/sandbox/us",
            """
            {"team_ids":["%s"],"providers":{"oura":{"default":{"historical_days_to_pull":3}}}}
            """
                .formatted(w.own.team)
          },
          {
            "/management_key",
            """
            {"label":"l","role":"team_admin","team_role_bindings":[{"team_id":"%s"}]}
            """
                .formatted(w.own.team)
          }
        }) {
      Map<String, String> before = w.tableFingerprints();
      TestResponse a = w.node.send("POST", org + call[0], call[1], foreign);
      assertTrue(
          List.of(400, 404, 422).contains(a.status()), call[0] + " " + a.status() + a.text());
      for (String table : List.of("api_key", "pull_preference", "management_key")) {
        assertEquals(before.get(table), w.tableFingerprints().get(table), call[0]);
      }
    }
  }

  /** Users that are invisible to the caller are skipped. */
  private static void assertForeignUsersSkipped() {
    w.node
        .callManagement(
            "POST",
            "/v1/org/" + w.node.first().org() + "/team_custom_credentials/sandbox/us",
            "{\"team_id\":\"%s\",\"provider\":\"oura\",\"client_id\":\"i\",\"client_secret\":\"s\"}"
                .formatted(w.own.team))
        .expect(200);
    for (TenantFixture s : List.of(w.other, w.production, w.deleted)) {
      // A deleted user has no data.
      if (s != w.deleted) {
        w.node
            .db()
            .query(
                "insert into connection (id, user_id, team_id, environment, provider, status,"
                    + " app_id, access_token_encrypted) select gen_random_uuid(), id, team_id,"
                    + " environment, 'oura', 'connected', $2, $3 from app_user where id = $1",
                UUID.fromString(s.userId()),
                Ids.DEFAULT_APP,
                new byte[] {1});
      }
      Map<String, String> before = w.tableFingerprints();
      String users = "{\"provider\":\"oura\",\"user_ids\":[\"" + s.userId() + "\"]}";
      w.own.call("POST", "/v2/link/bulk_pause", users).expect(200);
      assertEquals(
          0,
          w.own.call("POST", "/v2/link/bulk_export", users).expect(200).json().get("data").size());
      JsonNode imported =
          w.own
              .call(
                  "POST",
                  "/v2/link/bulk_import",
                  """
                  {"provider":"oura","wait_for_completion":true,"connections":[{"user_id":"%s",
                   "access_token":"a","refresh_token":"b","provider_id":"c","expires_at":1}]}
                  """
                      .formatted(s.userId()))
              .expect(200)
              .json();
      assertEquals(s.userId(), imported.at("/user_ids_failed/0").asText());
      assertEquals(before.get("connection"), w.tableFingerprints().get("connection"));
    }
  }

  @Test
  void aDeletedUsersTokenOpensNothing() {
    String user = w.own.createUser();
    String token = w.userAccessToken(user);
    w.own.call("DELETE", "/v2/user/" + user, null).expect(200);
    TestResponse a =
        w.node.send(
            "POST",
            "/v2/timeseries/" + user + "/heartrate",
            UploadBodies.TIMESERIES.get("heartrate"),
            Map.of("authorization", "Bearer " + token));
    assertTrue(a.status() == 401 || a.status() == 404, a.text());
  }
}
