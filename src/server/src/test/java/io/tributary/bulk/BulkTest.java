package io.tributary.bulk;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.testkit.TestClock;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class BulkTest {
  private static final String TRIGGER = "/v2/link/bulk_trigger_historical_pull";
  private static final Duration LIMIT = Duration.ofSeconds(120);

  private TestNode node;
  private TestClock clock;

  @BeforeEach
  void start() {
    node =
        TestNode.start(
            "TRIBUTARY_BULK_WAIT_TIMEOUT", "60s",
            // Ten thousand users are created in one statement, which may take long on a slow
            // machine.
            "TRIBUTARY_DB_STATEMENT_TIMEOUT", "2m",
            "TRIBUTARY_DB_LOCK_TIMEOUT", "60s",
            "TRIBUTARY_BULK_POLL_INTERVAL", "100ms",
            "TRIBUTARY_THROTTLE_POLL_INTERVAL", "200ms",
            "TRIBUTARY_LEASE_TTL", "3s",
            "TRIBUTARY_LEASE_RENEW_INTERVAL", "300ms",
            "TRIBUTARY_LEASE_SAFETY_MARGIN", "500ms");
    node.db().query("update team_environment set link_migration = true");
    clock = TestClock.shifted(node.dbUrl());
  }

  @AfterEach
  void stop() {
    clock.close();
    node.close();
  }

  private List<UUID> users(int count, String provider) {
    List<UUID> out = new ArrayList<>();
    for (Row r :
        node.db()
            .query(
                """
                with u as (
                  insert into app_user (id, team_id, environment)
                  select gen_random_uuid(), $1, 'sandbox' from generate_series(1, $2::int) returning id
                ), c as (
                  insert into connection (id, user_id, team_id, environment, provider, status, app_id)
                  select gen_random_uuid(), id, $1, 'sandbox', $3, 'connected', $4 from u
                )
                select id from u
                """,
                node.first().team(),
                count,
                provider,
                Ids.DEFAULT_APP)) {
      out.add(r.getUUID("id"));
    }
    return out;
  }

  private TestResponse trigger(List<UUID> users, String provider, boolean wait) {
    return node.post(TRIGGER, body(users, provider, wait));
  }

  private static String body(List<UUID> users, String provider, boolean wait) {
    return Json.object()
        .put("provider", provider)
        .put("wait_for_completion", wait)
        .<com.fasterxml.jackson.databind.node.ObjectNode>set("user_ids", Json.tree(users))
        .toString();
  }

  private JsonNode ops() {
    return node.get("/v2/link/bulk_op").expect(200).json().get("data");
  }

  private long count(String sql) {
    return node.db().query(sql).iterator().next().getLong(0);
  }

  @Test
  void aRequestIsRefusedWhereItMustBe() {
    List<UUID> one = users(1, "garmin");
    node.send("POST", TRIGGER, body(one, "garmin", false), java.util.Map.of()).expect(401);
    node.post(TRIGGER + "?team_id=" + UUID.randomUUID(), body(one, "garmin", false)).expect(403);
    node.post(TRIGGER + "?team_id=x", body(one, "garmin", false)).expect(422);
    trigger(one, "google_health", false).expect(422);
    trigger(one, "nobody", false).expect(422);
    JsonNode faults =
        node.post(TRIGGER, "{\"user_ids\":[\"x\"],\"wait_for_completion\":1}")
            .expect(422)
            .json()
            .get("detail");
    assertEquals(3, faults.size(), faults::toString);
    node.post(TRIGGER, "{").expect(400);
    node.get("/v2/link/bulk_op?page_size=51").expect(422);
    node.get("/v2/link/bulk_op?next_cursor=nonsense").expect(400);
    assertEquals(0, count("select count(*) from bulk_op"));

    node.db().query("update team_environment set link_migration = false");
    trigger(one, "garmin", false).expect(403);
    node.get("/v2/link/bulk_op").expect(403);
  }

  @Test
  void aWaitingCallAnswers200WhenAllAreTriggered() {
    TestResponse done =
        node.post(
                TRIGGER + "/?team_id=" + node.first().team(),
                body(users(2, "garmin"), "garmin", true))
            .expect(200);
    assertEquals("{}", done.text());
    JsonNode op = ops().get(0);
    assertEquals("link_bulk_historical_trigger", op.get("type").asText());
    assertEquals("success", op.get("status").asText());
    assertEquals("garmin", op.get("provider").asText());
    assertEquals(0, op.get("pending").asInt());
    assertEquals(2, op.get("processed").asInt());
    assertFalse(op.get("ended_at").isNull());
  }

  @Test
  void aWaitingCallAnswers202WhenTheTimeIsUp() {
    try (TestNode hasty = node.startPeer("TRIBUTARY_BULK_WAIT_TIMEOUT", "3s")) {
      String body = body(users(5, "garmin"), "garmin", true);
      assertEquals("{}", hasty.post(TRIGGER, body).expect(202).text());
    }
    eventually(LIMIT, () -> assertEquals(2, ops().get(0).get("processed").asInt()));
    JsonNode op = ops().get(0);
    assertEquals("in_progress", op.get("status").asText());
    assertEquals(3, op.get("pending").asInt());
    assertTrue(op.get("ended_at").isNull());
  }

  @Test
  void aWaitingCallHearsOfTheEndWithoutAnyMessage() {
    List<UUID> three = users(3, "garmin");
    trigger(three.subList(0, 2), "garmin", true).expect(200);
    Thread.startVirtualThread(
        () ->
            eventually(
                LIMIT,
                () -> {
                  assertEquals(
                      1, count("select count(*) from bulk_op where status = 'in_progress'"));
                  node.db().query("update bulk_op_entry set state = 'triggered'");
                  node.db()
                      .query("update bulk_op set status = 'success' where status = 'in_progress'");
                }));
    trigger(three, "garmin", true).expect(200);
  }

  @Test
  void unknownAndUnconnectedUsersAreProcessedAndAnOperationOfNoneFails() {
    List<UUID> other = users(1, "fitbit");
    trigger(List.of(UUID.randomUUID(), other.getFirst()), "garmin", true).expect(200);
    JsonNode op = ops().get(0);
    assertEquals("failure", op.get("status").asText());
    assertEquals(2, op.get("processed").asInt());
    assertEquals(
        1,
        count(
            "select count(*) from bulk_op_entry where reason = 'unknown_user' and state ="
                + " 'skipped'"));
    assertEquals(1, count("select count(*) from bulk_op_entry where reason = 'not_connected'"));
  }

  @Test
  void aSecondRequestJoinsWhatIsQueuedAndAUserNamedTwiceCountsOnce() {
    List<UUID> users = users(5, "strava");
    trigger(users, "strava", false).expect(202);
    eventually(
        LIMIT,
        () -> assertEquals(1, count("select count(*) from pull_trigger where state = 'granted'")));
    trigger(Stream.concat(users.stream(), users.stream()).toList(), "strava", false).expect(202);
    // Four triggers joined queued ones; the trigger that had already been granted is queued again.
    assertEquals(5, count("select count(*) from pull_trigger where state = 'queued'"));
    assertEquals(5, ops().get(0).get("pending").asInt());
    clock.advance(Duration.ofMinutes(15).plusSeconds(1));
    eventually(
        LIMIT,
        () -> {
          assertEquals(3, ops().get(1).get("pending").asInt());
          assertEquals(4, ops().get(0).get("pending").asInt());
        });
  }

  @Test
  void aRestartInTheMiddleLosesNothingAndRunsNothingTwice() {
    List<UUID> users = users(9, "garmin");
    trigger(users, "garmin", false).expect(202);
    eventually(
        LIMIT,
        () -> assertEquals(2, count("select count(*) from pull_trigger where state = 'granted'")));
    node.crash();
    node = node.restart();
    try (TestNode second = node.startPeer()) {
      for (int granted = 4; granted <= 8; granted += 2) {
        clock.advance(Duration.ofSeconds(61));
        int now = granted;
        eventually(
            LIMIT,
            () ->
                assertEquals(
                    now, count("select count(*) from pull_trigger where state = 'granted'")));
      }
      assertEquals(8, count("select count(*) from pull_trigger where state = 'granted'"));
      clock.advance(Duration.ofSeconds(61));
      eventually(LIMIT, () -> assertEquals("success", ops().get(0).get("status").asText()));
      assertEquals(200, second.get("/v2/link/bulk_op").status());
    }
    assertEquals(9, count("select count(*) from bulk_op_entry where state = 'triggered'"));
    assertEquals(9, count("select count(distinct connection_id) from pull_trigger"));
    assertEquals(9, count("select count(*) from pull_trigger"));
  }

  @Test
  void operationsArePagedNewestFirst() {
    for (int i = 0; i < 5; i++) {
      trigger(List.of(UUID.randomUUID()), i % 2 == 0 ? "oura" : "polar", false).expect(202);
    }
    List<String> seen = new ArrayList<>();
    String cursor = "";
    do {
      JsonNode page = node.get("/v2/link/bulk_op/?page_size=2" + cursor).expect(200).json();
      page.get("data").forEach(op -> seen.add(op.get("id").asText()));
      cursor =
          page.get("next_cursor").isNull()
              ? null
              : "&next_cursor=" + page.get("next_cursor").asText();
    } while (cursor != null);
    assertEquals(5, seen.size());
    assertEquals(seen.stream().sorted(java.util.Comparator.reverseOrder()).toList(), seen);
    JsonNode none = node.get("/v2/link/bulk_op?page_size=0").expect(200).json();
    assertEquals(0, none.get("data").size());
    assertTrue(none.get("next_cursor").isNull());
  }

  @Test
  void tenThousandUsersAreCommittedInOneRequest() {
    // Autovacuum would run ANALYZE when the first users arrive.
    node.db().query("analyze app_user, connection, pull_trigger, bulk_op_entry");
    List<UUID> users = users(10_000, "oura");
    long began = System.nanoTime();
    trigger(users, "oura", false).expect(202);
    System.out.printf("bulk users=10000 ms=%d%n", (System.nanoTime() - began) / 1_000_000);
    assertEquals(10_000, count("select count(*) from bulk_op_entry"));
    assertEquals(10_000, count("select count(*) from pull_trigger"));
    Set<UUID> distinct = new HashSet<>();
    node.db().query("select user_id from bulk_op_entry").forEach(r -> distinct.add(r.getUUID(0)));
    assertEquals(new HashSet<>(users), distinct);
    eventually(
        LIMIT,
        () ->
            assertEquals(150, count("select count(*) from pull_trigger where state = 'granted'")));
  }
}
