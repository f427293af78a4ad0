package io.tributary.pull;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.testkit.TestResponse;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RefreshTest {
  private static Set<String> texts(JsonNode list) {
    Set<String> out = new TreeSet<>();
    list.forEach(n -> out.add(n.textValue()));
    return out;
  }

  @Test
  void aRefreshReadsEverythingNowAndSaysWhat() {
    try (PullHarness h = new PullHarness(5)) {
      UUID user = h.user();
      h.connect(user, "anna");
      JsonNode body = h.node.post("/v2/user/refresh/" + user, null).expect(200).json();
      assertTrue(body.get("success").booleanValue());
      assertEquals(user.toString(), body.get("user_id").textValue());
      Set<String> read = texts(body.get("refreshed_sources"));
      assertEquals(13, read.size());
      assertTrue(read.contains("oura/sleep_cycle"));
      assertEquals(0, body.get("in_progress_sources").size());
      assertEquals(0, body.get("failed_sources").size());
      assertTrue(h.events(user, "daily.data.activity.created").size() == 1);

      JsonNode resources =
          h.node.get("/v2/introspect/resources?user_id=" + user).expect(200).json();
      JsonNode activity = resources.at("/data/0/provider/oura/activity");
      assertEquals("success", activity.at("/last_attempt/status").textValue());
      assertNotNull(activity.get("newest_data").textValue());
      assertTrue(activity.get("sent_count").longValue() >= 2);
      assertTrue(resources.get("next_cursor").isNull() && resources.get("next").isNull());
    }
  }

  @Test
  void whatIsNotDoneInTimeGoesOn() {
    try (PullHarness h = new PullHarness(3)) {
      UUID user = h.user();
      h.connect(user, "bea");
      h.fault("/v2/usercollection/workout", new JsonObject().put("hang", true), 1);
      JsonNode body =
          h.node.post("/v2/user/refresh/" + user + "?timeout=10.0", null).expect(202).json();
      assertTrue(body.get("success").booleanValue());
      assertTrue(texts(body.get("in_progress_sources")).contains("oura/workouts"));
      assertTrue(texts(body.get("refreshed_sources")).contains("oura/activity"));
      h.clear("faults");
      eventually(
          Duration.ofSeconds(60),
          () ->
              assertEquals(
                  1,
                  h.count(
                      "select count(*) from connection where user_id = $1 and polled_at is not"
                          + " null",
                      user)));
    }
  }

  @Test
  void faultsOfSourcesAreListedAndNothingAtAllIs400() {
    try (PullHarness h = new PullHarness(3, "TRIBUTARY_PULL_MAX_REQUEST_ATTEMPTS", "1")) {
      UUID user = h.user();
      JsonNode none = h.node.post("/v2/user/refresh/" + user, null).expect(400).json();
      assertEquals(false, none.get("success").booleanValue());
      assertEquals(0, none.get("failed_sources").size());
      assertTrue(none.hasNonNull("error") && none.hasNonNull("detail"));
      assertEquals(user.toString(), none.get("user_id").textValue());

      h.connect(user, "cora");
      h.control(
          "faults",
          new JsonObject()
              .put("path_prefix", "/v2/usercollection/session")
              .put("status", 500)
              .put("count", 1));
      JsonNode some = h.node.post("/v2/user/refresh/" + user, null).expect(200).json();
      assertEquals(Set.of("oura/mindfulness_minutes"), texts(some.get("failed_sources")));
      h.control(
          "faults",
          new JsonObject().put("path_prefix", "/v2/").put("status", 503).put("count", 99));
      JsonNode all = h.node.post("/v2/user/refresh/" + user, null).expect(400).json();
      assertEquals(13, all.get("failed_sources").size());
      assertEquals(
          1,
          h.count(
              "select count(*) from connection where user_id = $1 and status = 'connected'", user));
    }
  }

  @Test
  void eightPerHourAndUserAlsoWhenTheyComeAtOnce() {
    try (PullHarness h = new PullHarness(0)) {
      UUID user = h.user();
      List<CompletableFuture<TestResponse>> asked = new ArrayList<>();
      for (int i = 0; i < 12; i++) {
        asked.add(
            CompletableFuture.supplyAsync(() -> h.node.post("/v2/user/refresh/" + user, null)));
      }
      List<Integer> statuses = asked.stream().map(f -> f.join().status()).sorted().toList();
      assertEquals(8, statuses.stream().filter(s -> s == 400).count(), statuses::toString);
      assertEquals(4, statuses.stream().filter(s -> s == 429).count(), statuses::toString);
      TestResponse more = h.node.post("/v2/user/refresh/" + user, null).expect(429);
      int wait = Integer.parseInt(more.header("retry-after"));
      assertTrue(wait > 3500 && wait <= 3600, "wait " + wait);
      h.node.db().query("update user_refresh set at = at - interval '61 minutes'");
      h.node.post("/v2/user/refresh/" + user, null).expect(400);
      assertEquals(1, h.count("select count(*) from user_refresh where user_id = $1", user));
    }
  }

  @Test
  void badInputAndForeignUsersAreRefused() {
    try (PullHarness h = new PullHarness(0)) {
      UUID user = h.user();
      h.node.post("/v2/user/refresh/" + user + "?timeout=4.9", null).expect(422);
      h.node.post("/v2/user/refresh/" + user + "?timeout=61", null).expect(422);
      h.node.post("/v2/user/refresh/nobody", null).expect(422);
      h.node.post("/v2/user/refresh/" + Ids.uuid(), null).expect(404);
      UUID team = Ids.uuid();
      h.node
          .db()
          .query(
              "insert into team (id, org_id, name) select $1, org_id, 'other' from team limit 1",
              team);
      h.node
          .db()
          .query(
              "insert into team_environment (team_id, environment) values ($1, 'sandbox')", team);
      h.node.db().query("update app_user set team_id = $1 where id = $2", team, user);
      h.node.post("/v2/user/refresh/" + user, null).expect(404);
      h.node
          .db()
          .query(
              "insert into historical_pull (user_id, provider, resource, job_id, status,"
                  + " scheduled_at, release) values ($1, 'oura', 'sleep', $1, 'success', now(),"
                  + " 'x')",
              user);
      JsonNode seen =
          h.node.get("/v2/introspect/historical_pull?user_id=" + user).expect(200).json();
      assertEquals(0, seen.get("data").size());
      assertEquals(
          0, h.node.get("/v2/introspect/historical_pull").expect(200).json().get("data").size());
    }
  }

  @Test
  void aPollFindsWhatIsNewAndSaysItOnce() {
    try (PullHarness h = new PullHarness(3, "TRIBUTARY_PULL_POLL_INTERVAL", "300ms")) {
      UUID user = h.user();
      var granted = h.grant("dora", PullHarness.ALL);
      UUID connection = h.connect(user, granted);
      h.node.db().query("update connection set poll_due_at = now() where id = $1", connection);
      eventually(
          Duration.ofSeconds(60),
          () ->
              assertEquals(
                  1,
                  h.count(
                      "select count(*) from connection where polled_at is not null and poll_due_at"
                          + " > polled_at")));
      Map<String, Long> before = h.events(user, "daily.data.workouts.");
      LocalDate today = LocalDate.now(ZoneOffset.UTC);
      h.control(
          "users/" + granted.externalUserId().orElseThrow() + "/documents",
          new JsonObject()
              .put("collection", "workout")
              .put(
                  "document",
                  new JsonObject()
                      .put("id", "w-new")
                      .put("activity", "running")
                      .put("day", today.toString())
                      .put("calories", 120)
                      .put("distance", 3000)
                      .put("source", "manual")
                      .put("start_datetime", today + "T00:01:00+00:00")
                      .put("end_datetime", today + "T00:21:00+00:00")));
      long seen = before.getOrDefault("daily.data.workouts.created", 0L);
      eventually(
          Duration.ofSeconds(60),
          () ->
              assertEquals(
                  seen + 1,
                  h.events(user, "daily.data.workouts.")
                      .getOrDefault("daily.data.workouts.created", 0L)));
      long polls = polls(h);
      eventually(Duration.ofSeconds(60), () -> assertTrue(polls(h) > polls + 2));
      assertEquals(
          seen + 1, h.events(user, "daily.data.workouts.").get("daily.data.workouts.created"));
      assertEquals(Map.of(), h.events(user, "historical."));

      h.control("users/" + granted.externalUserId().orElseThrow() + "/revoke", new JsonObject());
      eventually(
          Duration.ofSeconds(60),
          () ->
              assertEquals(
                  1,
                  h.count(
                      "select count(*) from connection where status = 'error' and poll_due_at is"
                          + " null")));
      assertEquals(1, h.events(user, "provider.connection.error").size());
    }
  }

  private static long polls(PullHarness h) {
    return (long)
        h.node
            .get("/metrics")
            .text()
            .lines()
            .filter(l -> l.startsWith("tributary_poll_runs_total") && l.contains("\"success\""))
            .mapToDouble(l -> Double.parseDouble(l.substring(l.lastIndexOf(' ') + 1)))
            .sum();
  }
}
