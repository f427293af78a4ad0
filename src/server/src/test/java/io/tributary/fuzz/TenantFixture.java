package io.tributary.fuzz;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/** One team in one environment, with one user who has data of every kind. */
final class TenantFixture {
  private static final Duration SOON = Duration.ofSeconds(60);

  private final TestNode node;
  final String key;
  final String team;
  final String environment;
  final String base;
  final Map<String, String> ids = new LinkedHashMap<>();

  TenantFixture(TestNode node, String team, String environment, String key) {
    this.node = node;
    this.team = team;
    this.environment = environment;
    this.key = key;
    this.base = "/v1/org/" + node.first().org() + "/team/" + team + "/" + environment;
  }

  TestResponse call(String method, String path, String body) {
    return node.send(method, path, body, Map.of("x-service-api-key", key));
  }

  String createUser() {
    return call("POST", "/v2/user", "{\"client_user_id\":\"u-" + Ids.randomHex(8) + "\"}")
        .expect(200)
        .json()
        .get("user_id")
        .asText();
  }

  String userId() {
    return ids.get("user_id");
  }

  void fill() {
    String user = createUser();
    ids.put("user_id", user);
    ids.put("org_id", node.first().org().toString());
    ids.put("team_id", team);
    for (Map.Entry<String, String> push : UploadBodies.SUMMARIES.entrySet()) {
      call("POST", "/v2/summary/" + push.getKey() + "/" + user, push.getValue()).expect(200);
    }
    for (Map.Entry<String, String> push : UploadBodies.TIMESERIES.entrySet()) {
      call("POST", "/v2/timeseries/" + user + "/" + push.getKey(), push.getValue()).expect(200);
    }
    ids.put("summary_id", summaryId("activity", "activity"));
    ids.put("sleep_id", summaryId("sleep", "sleep"));
    call("POST", "/v2/workouts/" + user + "/file", UploadFiles.GPX).expect(200);
    ids.put("workout_id", summaryId("workouts", "workouts"));
    for (int i = 0; i < 2; i++) {
      ids.put(
          "import_id",
          node.send(
                  "POST",
                  "/v2/user/" + user + "/import/apple_health_kit",
                  UploadFiles.EXPORT,
                  Map.of("x-service-api-key", key, "content-type", "application/xml"))
              .expect(202)
              .json()
              .get("id")
              .asText());
      awaitImport();
    }
    ids.put(
        "device_id",
        call("GET", "/v2/user/" + user + "/device", null).expect(200).json().at("/0/id").asText());
    ids.put(
        "observation_id",
        call("GET", "/fhir/Observation?patient=" + user, null)
            .expect(200)
            .json()
            .at("/entry/0/resource/id")
            .asText());
    UUID run = Ids.uuid();
    node.db()
        .query(
            """
            insert into remap_job (id, user_id, provider, first_day, last_day, mapping, state)
            values ($1, $2, 'oura', '2026-03-01', '2026-03-02', 'oura/1', 'success')
            """,
            run,
            UUID.fromString(user));
    ids.put("run_id", run.toString());
  }

  private void awaitImport() {
    Eventually.eventually(
        SOON,
        () -> {
          JsonNode last =
              call("GET", "/v2/user/" + userId() + "/import/" + ids.get("import_id"), null)
                  .expect(200)
                  .json();
          if (!List.of("success", "failure", "canceled").contains(last.get("status").asText())) {
            throw new AssertionError(last.toString());
          }
        });
  }

  private String summaryId(String resource, String key) {
    return call("GET", "/v2/summary/" + resource + "/" + userId() + "?start_date=2026-02-20", null)
        .expect(200)
        .json()
        .at("/" + key + "/0/id")
        .asText();
  }

  /** Creates two continuous queries, the first with results and history. */
  void createQueries() {
    for (String slug : List.of("second", "weekly")) {
      ids.put(
          "query_id",
          node.callManagement("POST", base + "/continuous_query", ValidBodies.continuous(slug))
              .expect(200)
              .json()
              .get("id")
              .asText());
      ids.put("slug", slug);
    }
    call("POST", "/v2/summary/activity/" + userId(), UploadBodies.activity("2026-03-09", 77))
        .expect(200);
    Eventually.eventually(
        SOON,
        () ->
            call(
                    "GET",
                    "/aggregate/v1/user/"
                        + userId()
                        + "/continuous_query/"
                        + ids.get("query_id")
                        + "/result_table",
                    null)
                .expect(200));
  }

  void createWebhook(String url) {
    ids.put(
        "webhook_id",
        node.callManagement("POST", base + "/webhook", "{\"url\":\"" + url + "\"}")
            .expect(200)
            .json()
            .get("id")
            .asText());
  }
}
