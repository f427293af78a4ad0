package io.tributary.aggregate;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.db.RowMapping;
import io.tributary.testkit.EventSchemaValidator;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Continuous queries: definitions, runs after changes, and events about changed rows. */
class ContinuousQueryTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final String[] SETTINGS = {
    "TRIBUTARY_CONTINUOUS_QUERY_DEFAULT_INTERVAL", "0s",
    "TRIBUTARY_CONTINUOUS_QUERY_CACHE_TTL", "50ms",
    "TRIBUTARY_CONTINUOUS_QUERY_CLAIM_INTERVAL", "100ms",
    "TRIBUTARY_CONTINUOUS_QUERY_LEASE", "3s"
  };
  private static final String QUERY =
      """
      {"group_by":[{"date_trunc":{"unit":"week"},"arg":{"index":"activity"}}],
       "select":[{"group_key":"*"},{"func":"sum","arg":{"activity":"steps"}}]}
      """;

  private TestNode node;
  private OpenApiDocument api;
  private String base;
  private UUID user;

  @BeforeEach
  void start() {
    node = TestNode.start(SETTINGS);
    api = OpenApiDocument.of(node);
    base = "/v1/org/" + node.first().org() + "/team/" + node.first().team() + "/sandbox";
    user = user();
    // Events are stored only if the team has an endpoint.
    node.callManagement("POST", base + "/webhook", "{\"url\":\"http://127.0.0.1:9/hook\"}")
        .expect(200);
  }

  @AfterEach
  void stop() {
    EventSchemaValidator.assertAllValid(node);
    node.close();
  }

  private UUID user() {
    return UUID.fromString(
        node.post("/v2/user", "{\"client_user_id\":\"" + Ids.randomHex(8) + "\"}")
            .expect(200)
            .json()
            .get("user_id")
            .asText());
  }

  private String body(String slug, String more) {
    return "{\"slug\":\"" + slug + "\",\"title\":\"Steps\",\"query\":" + QUERY + more + "}";
  }

  private String create(String slug, String more) {
    return api.assertValid(
            node.callManagement("POST", base + "/continuous_query", body(slug, more)),
            200,
            "createContinuousQuery")
        .json()
        .get("id")
        .asText();
  }

  /** Pushes one day of activity through the SDK. */
  private void pushSteps(UUID user, String day, int steps) {
    pushSteps(node, user, day, steps);
  }

  private static void pushSteps(TestNode through, UUID user, String day, int steps) {
    through
        .post(
            "/v2/summary/activity/" + user,
            """
            {"stage":"daily","time_zone":"Europe/Paris","provider":"apple_health_kit",
             "is_final_chunk":true,
             "data":{"activities":[{"day_summary":{"calendar_date":"%s","steps_sum":%d}}]}}
            """
                .formatted(day, steps))
        .expect(200);
  }

  private JsonNode table(String slug) {
    return api.assertValid(
            node.get("/aggregate/v1/user/" + user + "/continuous_query/" + slug + "/result_table"),
            200,
            "getResultTable")
        .json()
        .get("table");
  }

  private List<JsonNode> tasks(String slug) {
    JsonNode data =
        api.assertValid(
                node.get(
                    "/aggregate/v1/user/" + user + "/continuous_query/" + slug + "/task_history"),
                200,
                "listContinuousTasks")
            .json()
            .get("data");
    return java.util.stream.StreamSupport.stream(data.spliterator(), false).toList();
  }

  private void eventually(String steps, String slug) {
    Eventually.eventually(SOON, () -> assertEquals(steps, table(slug).get("sum.steps").toString()));
  }

  private void awaitIdle(String slug) {
    Eventually.eventually(
        SOON,
        () ->
            assertTrue(
                tasks(slug).stream()
                    .allMatch(t -> t.get("status").asText().matches("completed|skipped|error"))));
  }

  private List<JsonNode> events() {
    return RowMapping.list(
        node.db()
            .query(
                "select body from message where user_id = $1 and event_type = $2 order by"
                    + " created_at, id",
                user,
                ContinuousQueryJob.EVENT_TYPE),
        r -> Json.parse(RowMapping.bytes(r, "body")).get("data"));
  }

  @Test
  void resultsFollowTheDataAndEventsHoldTheChangedRowsOnly() {
    pushSteps(user, "2026-01-05", 100);
    String id = create("weekly-steps", "");
    eventually("[100]", "weekly-steps");
    pushSteps(user, "2026-01-06", 50);
    pushSteps(user, "2026-02-03", 7);
    eventually("[150,7]", "weekly-steps");
    assertEquals(
        "[\"2026-01-05T00:00:00\",\"2026-02-02T00:00:00\"]",
        table(id).get("group_key.0").toString());
    awaitIdle(id);
    int before = events().size();
    pushSteps(user, "2026-02-04", 1);
    eventually("[150,8]", "weekly-steps");
    awaitIdle(id);
    List<JsonNode> events = events();
    assertEquals(before + 1, events.size());
    assertEquals(
        Json.parse(
            "[{\"query_id\":\""
                + id
                + "\",\"query_slug\":\"weekly-steps\",\"data\":{\"group_key.0\":[\"2026-02-02T00:00:00\"],\"sum.steps\":[8]}}]"),
        events.getLast());
    // Unchanged content triggers no run.
    int runs = tasks(id).size();
    pushSteps(user, "2026-02-04", 1);
    assertEquals(runs, tasks(id).size());
  }

  @Test
  void withoutDataEventsTheTableIsFilledInSilence() {
    pushSteps(user, "2026-01-05", 100);
    create("silent", ",\"export_preferences\":{\"data_events\":{\"enabled\":false}}");
    eventually("[100]", "silent");
    awaitIdle("silent");
    assertEquals(List.of(), events());
  }

  @Test
  void theGapBetweenTwoRunsIsKept() {
    create("slow", ",\"scheduling_preferences\":{\"minimum_gap_duration_second\":1800}");
    awaitIdle("slow");
    pushSteps(user, "2026-01-05", 100);
    pushSteps(user, "2026-01-06", 100);
    List<JsonNode> waiting =
        tasks("slow").stream().filter(t -> t.get("status").asText().equals("scheduled")).toList();
    assertEquals(1, waiting.size(), "changes wait together");
    long seconds =
        node.db()
            .query(
                "select extract(epoch from due_at - now())::bigint from continuous_query_task where"
                    + " status = 'scheduled' and user_id = $1",
                user)
            .iterator()
            .next()
            .getLong(0);
    assertTrue(seconds > 1700 && seconds <= 1800, "due in " + seconds + " s");
    assertEquals("[]", table("slow").get("sum.steps").toString());
    node.db().query("update continuous_query_task set due_at = now() where status = 'scheduled'");
    eventually("[200]", "slow");
  }

  @Test
  void aRunThatWasCutOffIsDoneAgainAndChangesNothingTwice() {
    pushSteps(user, "2026-01-05", 100);
    create("again", "");
    eventually("[100]", "again");
    awaitIdle("again");
    int before = events().size();
    node.db()
        .query(
            "update continuous_query_task set status = 'started', ended_at = null, lease_expires_at"
                + " = now() - interval '1 second' where user_id = $1",
            user);
    awaitIdle("again");
    assertEquals(before, events().size());
    pushSteps(user, "2026-01-12", 5);
    node.crash();
    node = node.restart();
    api = OpenApiDocument.of(node);
    eventually("[100,5]", "again");
  }

  @Test
  void rowsWithoutDataAnyMoreGoAndUsersOfOtherTeamsSeeNothing() {
    pushSteps(user, "2026-01-05", 100);
    create("gone", "");
    eventually("[100]", "gone");
    awaitIdle("gone");
    node.db().query("delete from summary where user_id = $1", user);
    pushSteps(user, "2026-01-13", 3);
    eventually("[3]", "gone");
    assertEquals(
        404,
        node.get("/aggregate/v1/user/" + UUID.randomUUID() + "/continuous_query/gone/result_table")
            .status());
  }

  /**
   * Two nodes store data concurrently while one of them still caches that no query exists; the
   * query is created in between. At the end the result tables must equal a freshly computed query.
   */
  @Test
  void noChangeIsLostWhileAQueryIsMade() throws Exception {
    node.close();
    node = node.startPeer("TRIBUTARY_CONTINUOUS_QUERY_CACHE_TTL", "1s");
    api = OpenApiDocument.of(node);
    List<UUID> users = List.of(user, user(), user());
    int stored = 0;
    try (TestNode other = node.startPeer();
        var threads = java.util.concurrent.Executors.newFixedThreadPool(4)) {
      List<java.util.concurrent.Future<?>> work = new java.util.ArrayList<>();
      for (int thread = 0; thread < 4; thread++) {
        TestNode through = thread % 2 == 0 ? node : other;
        java.util.Random random = new java.util.Random(thread);
        work.add(
            threads.submit(
                () -> {
                  for (int i = 0; i < 60; i++) {
                    String day = "2026-01-%02d".formatted(1 + random.nextInt(28));
                    pushSteps(
                        through, users.get(random.nextInt(3)), day, random.nextInt(1, 20_000));
                  }
                }));
        stored += 60;
      }
      create("racing", "");
      for (var w : work) {
        w.get();
      }
      String request =
          "{\"timeframe\":{\"type\":\"relative\",\"anchor\":\"2026-02-28\",\"past\":{\"unit\":\"day\",\"value\":90}},"
              + "\"queries\":["
              + QUERY
              + "]}";
      for (UUID u : users) {
        JsonNode expected =
            node.post("/aggregate/v1/user/" + u + "/query", request)
                .expect(200)
                .json()
                .at("/results/0/table");
        Eventually.eventually(
            SOON,
            () ->
                assertEquals(
                    expected,
                    node.get("/aggregate/v1/user/" + u + "/continuous_query/racing/result_table")
                        .expect(200)
                        .json()
                        .get("table")));
      }
    }
    System.out.println("continuous: " + stored + " stores by two nodes, 3 users, none lost");
  }

  @Test
  void definitionsAreAsDocumented() {
    String path = base + "/continuous_query";
    String id = create("one", ",\"query_config\":{\"provider_priority_overrides\":[\"oura\"]}");
    api.assertValid(
        node.callManagement("POST", path, body("one", "")), 409, "createContinuousQuery");
    api.assertValid(
        node.callManagement("POST", path, body("Not Kebab", "")), 422, "createContinuousQuery");
    for (String slug : List.of("a--b", "-a", "a-", "", "a".repeat(129), "ä")) {
      assertEquals(422, node.callManagement("POST", path, body(slug, "")).status(), slug);
    }
    for (String more :
        List.of(
            ",\"scheduling_preferences\":{\"minimum_gap_duration_second\":1799}",
            ",\"export_preferences\":{\"fhir_observations\":true}",
            ",\"query_config\":{\"provider_priority_overrides\":[\"nobody\"]}")) {
      api.assertValid(
          node.callManagement("POST", path, body("other", more)), 422, "createContinuousQuery");
    }
    String shapeless = body("x", "").replace("{\"group_key\":\"*\"},", "");
    String timeless =
        "{\"slug\":\"x\",\"title\":\"x\",\"query\":{\"select\":[{\"sleep\":\"score\"}]}}";
    for (String bad : List.of(shapeless, timeless, "{}", "[]")) {
      api.assertValid(
          node.callManagement("POST", base + "/validate_continuous_query", bad),
          422,
          "validateContinuousQuery");
    }
    JsonNode check =
        api.assertValid(
                node.callManagement("POST", base + "/validate_continuous_query", body("x", "")),
                200,
                "validateContinuousQuery")
            .json();
    assertEquals("[\"activity\"]", check.get("resource_dependencies").toString());
    assertEquals(
        "[{\"name\":\"group_key.0\",\"type\":\"datetime\"},{\"name\":\"sum.steps\",\"type\":\"number\"}]",
        check.at("/result_table_schema/fields").toString());
    JsonNode patched =
        api.assertValid(
                node.callManagement(
                    "PATCH",
                    path + "/" + id,
                    "{\"title\":\"New\",\"slug\":\"ignored\",\"scheduling_preferences\":{\"minimum_gap_duration_second\":3600}}"),
                200,
                "patchContinuousQuery")
            .json();
    assertEquals("New", patched.get("title").asText());
    assertEquals("one", patched.get("slug").asText());
    assertEquals(3600, patched.at("/scheduling_preferences/minimum_gap_duration_second").asInt());
    api.assertValid(node.callManagement("GET", path + "/" + id, null), 200, "getContinuousQuery");
    api.assertValid(
        node.callManagement("DELETE", path + "/" + id, null), 200, "archiveContinuousQuery");
    api.assertValid(
        node.callManagement("DELETE", path + "/" + id, null), 200, "archiveContinuousQuery");
    String second = create("one", "");
    JsonNode first =
        api.assertValid(
                node.callManagement("GET", path + "?limit=1", null), 200, "listContinuousQueries")
            .json();
    assertEquals(second, first.at("/data/0/id").asText());
    JsonNode rest =
        node.callManagement(
                "GET", path + "?limit=1&next_cursor=" + first.get("next_cursor").asText(), null)
            .expect(200)
            .json();
    assertEquals("archived", rest.at("/data/0/status").asText());
    assertTrue(rest.get("next_cursor").isNull());
    assertFalse(first.get("next_cursor").isNull());
    api.assertValid(
        node.callManagement("GET", path + "/" + UUID.randomUUID(), null),
        404,
        "getContinuousQuery");
    api.assertValid(
        node.callManagement(
            "GET",
            path.replace(node.first().team().toString(), UUID.randomUUID().toString()),
            null),
        404,
        "listContinuousQueries");
    api.assertValid(node.get(path), 401, "listContinuousQueries");
  }

  @Test
  void anArchivedQueryRunsNoMoreButItsResultStays() {
    pushSteps(user, "2026-01-05", 100);
    String id = create("old", "");
    eventually("[100]", "old");
    node.callManagement("DELETE", base + "/continuous_query/" + id, null).expect(200);
    pushSteps(user, "2026-01-06", 100);
    awaitIdle("old");
    assertEquals("[100]", table("old").get("sum.steps").toString());
  }
}
