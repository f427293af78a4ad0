package io.tributary.delivery;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.event.EventTypes;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.WebhookFixture;
import io.tributary.testkit.WebhookTestServer;
import io.vertx.sqlclient.Row;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RetryTimingTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private final WebhookTestServer receiver = new WebhookTestServer();
  private TestNode node;
  private WebhookFixture hooks;

  @AfterEach
  void stop() {
    node.close();
    receiver.close();
  }

  private void start(String... more) {
    List<String> settings =
        new ArrayList<>(
            List.of(
                "TRIBUTARY_WEBHOOK_POLL_INTERVAL", "100ms",
                "TRIBUTARY_WEBHOOK_SHARDS", "2",
                "TRIBUTARY_LEASE_TTL", "60s",
                "TRIBUTARY_LEASE_RENEW_INTERVAL", "300ms"));
    settings.addAll(List.of(more));
    node = TestNode.start(settings.toArray(String[]::new));
    hooks = new WebhookFixture(node);
  }

  private void restart(boolean crash) {
    if (crash) {
      node.crash();
    } else {
      node.close();
    }
    node = node.restart();
    hooks = new WebhookFixture(node);
  }

  /** Returns the milliseconds between the end of each attempt and the start of the next. */
  private List<Long> attemptGaps(String id) {
    List<Row> rows = new ArrayList<>();
    node.db()
        .query(
            "select number, started_at, duration_ms from delivery_attempt_all where endpoint_id ="
                + " $1 order by number",
            id)
        .forEach(rows::add);
    assertEquals(
        java.util.stream.IntStream.rangeClosed(1, rows.size()).boxed().toList(),
        rows.stream().map(r -> r.getInteger("number")).toList());
    List<Long> out = new ArrayList<>();
    for (int i = 1; i < rows.size(); i++) {
      OffsetDateTime end =
          rows.get(i - 1)
              .getOffsetDateTime("started_at")
              .plusNanos(rows.get(i - 1).getInteger("duration_ms") * 1_000_000L);
      out.add(Duration.between(end, rows.get(i).getOffsetDateTime("started_at")).toMillis());
    }
    return out;
  }

  @Test
  void eightAttemptsComeInTimeAndNeverEarlyAcrossRestarts() {
    List<Long> planned = List.of(100L, 200L, 300L, 5000L, 300L, 2000L, 200L);
    start(
        "TRIBUTARY_WEBHOOK_RETRY_SCHEDULE", "100ms,200ms,300ms,5s,300ms,2s,200ms",
        "TRIBUTARY_WEBHOOK_JITTER", "0");
    receiver.setAnswer("/in", 500);
    String id = hooks.endpoint(receiver.url("/in"));
    hooks.events(1);
    eventually(SOON, () -> assertTrue(hooks.attempts(id) >= 4));
    restart(true);
    eventually(SOON, () -> assertTrue(hooks.attempts(id) >= 6));
    restart(false);
    eventually(SOON, () -> assertEquals(1, hooks.count(id, "failed")));
    assertEquals(8, receiver.requests("/in").size());
    List<Long> waits = attemptGaps(id);
    for (int i = 0; i < planned.size(); i++) {
      // Both timestamps are rounded to whole milliseconds.
      assertTrue(waits.get(i) >= planned.get(i) - 2, "not early: " + waits);
    }
  }

  @Test
  void aRetryAfterStretchesTheWaitToTwiceItsLengthAtMost() {
    start("TRIBUTARY_WEBHOOK_RETRY_SCHEDULE", "300ms,300ms,300ms", "TRIBUTARY_WEBHOOK_JITTER", "0");
    receiver.setAnswer(
        "/in", (r, got) -> r.response().setStatusCode(503).putHeader("retry-after", "3600").end());
    receiver.setAnswer(
        "/zero", (r, got) -> r.response().setStatusCode(503).putHeader("retry-after", "0").end());
    // The filter keeps notifications about failed deliveries from these endpoints.
    String only = ",\"filter_types\":[\"" + EventTypes.DEVICE_CREATED + "\"]";
    String id = hooks.endpoint(receiver.url("/in"), only);
    String zero = hooks.endpoint(receiver.url("/zero"), only);
    hooks.events(1);
    eventually(SOON, () -> assertEquals(1, hooks.count(id, "failed")));
    attemptGaps(id).forEach(w -> assertTrue(w >= 598, "asked for more: " + attemptGaps(id)));
    eventually(SOON, () -> assertEquals(1, hooks.count(zero, "failed")));
    attemptGaps(zero).forEach(w -> assertTrue(w >= 298, "asked for less: " + attemptGaps(zero)));
  }

  @Test
  void theBeginningOfAResponseIsKept() {
    start(
        "TRIBUTARY_WEBHOOK_MAX_RESPONSE_BYTES", "1000", "TRIBUTARY_WEBHOOK_RETRY_SCHEDULE", "10ms");
    // The filter keeps notifications about failed deliveries from these endpoints.
    String only = ",\"filter_types\":[\"" + EventTypes.DEVICE_CREATED + "\"]";
    String good = hooks.endpoint(receiver.url("/good"), only);
    String bad = hooks.endpoint(receiver.url("/bad"), only);
    receiver.setAnswer("/good", (r, got) -> r.response().end("thanks"));
    receiver.setAnswer("/bad", (r, got) -> r.response().setStatusCode(500).end("x".repeat(5000)));
    hooks.events(1);
    eventually(SOON, () -> assertEquals(1, hooks.count(bad, "failed")));
    eventually(SOON, () -> assertEquals(1, hooks.count(good, "delivered")));
    assertEquals(List.of("thanks"), bodies(good));
    assertEquals(List.of("x".repeat(1000), "x".repeat(1000)), bodies(bad));
  }

  private List<String> bodies(String id) {
    List<String> out = new ArrayList<>();
    node.db()
        .query(
            "select response_body from delivery_attempt_all where endpoint_id = $1 order by number",
            id)
        .forEach(r -> out.add(new String(r.getBuffer(0).getBytes(), StandardCharsets.UTF_8)));
    return out;
  }

  @Test
  void attemptsAreCountedByOutcome() {
    start("TRIBUTARY_WEBHOOK_RETRY_SCHEDULE", "10ms,10ms");
    String id = hooks.endpoint(receiver.url("/in"));
    receiver.setAnswer("/in", 500);
    hooks.events(2);
    eventually(SOON, () -> assertEquals(2, hooks.count(id, "failed")));
    receiver.setAnswer("/in", 200);
    hooks.events(5);
    eventually(SOON, () -> assertEquals(5, hooks.count(id, "delivered")));
    Row n =
        node.db()
            .query(
                "select sum(delivered)::int as d, sum(failed)::int as f from delivery_count"
                    + " where endpoint_id = $1",
                id)
            .iterator()
            .next();
    assertEquals(5, n.getInteger("d"));
    assertEquals(6, n.getInteger("f"));
    long rows =
        node.db()
            .query("select count(*) as n from delivery_attempt where endpoint_id = $1", id)
            .iterator()
            .next()
            .getLong("n");
    assertEquals(6, rows, "the attempt that delivers needs no row of its own");
  }

  @Test
  void anEndpointThatFailsForLongEnoughIsSwitchedOffAcrossARestart() {
    start(
        "TRIBUTARY_WEBHOOK_RETRY_SCHEDULE", "100ms",
        "TRIBUTARY_WEBHOOK_DISABLE_MIN_FAILURE_GAP", "300ms",
        "TRIBUTARY_WEBHOOK_DISABLE_MAX_FAILURE_GAP", "10m",
        "TRIBUTARY_WEBHOOK_DISABLE_AFTER", "1s");
    String id = hooks.endpoint(receiver.url("/in"));
    String fine = hooks.endpoint(receiver.url("/fine"));
    receiver.setAnswer("/in", 500);
    hooks.events(1);
    eventually(SOON, () -> assertEquals(1, hooks.count(id, "failed")));
    restart(true);
    eventually(
        SOON,
        () -> {
          hooks.events(1);
          assertTrue(disabled(id));
        });
    // The owner of the endpoint cancels messages that were written just before.
    eventually(SOON, () -> assertEquals(0, hooks.count(id, "pending")));
    eventually(SOON, () -> assertTrue(hooks.count(fine, "delivered") > 1));
    assertTrue(!disabled(fine));
    OffsetDateTime clock =
        node.db()
            .query("select disable_clock_started_at from webhook_endpoint where id = $1", id)
            .iterator()
            .next()
            .getOffsetDateTime(0);
    OffsetDateTime first =
        node.db()
            .query("select min(started_at) from delivery_attempt where endpoint_id = $1", id)
            .iterator()
            .next()
            .getOffsetDateTime(0);
    assertEquals(first, clock, "the clock started with the first failure, before the restart");
  }

  private boolean disabled(String id) {
    return node.db()
        .query("select disabled from webhook_endpoint where id = $1", id)
        .iterator()
        .next()
        .getBoolean(0);
  }

  @Test
  void anEndpointThatNeverAnswersIsOnlyProbedAndGetsEverythingOnceItDoes() {
    start(
        "TRIBUTARY_WEBHOOK_TIMEOUT", "1500ms",
        "TRIBUTARY_WEBHOOK_RETRY_SCHEDULE", "20s,20s",
        "TRIBUTARY_WEBHOOK_BREAKER_FIRST_PROBE_DELAY", "1s",
        "TRIBUTARY_WEBHOOK_BREAKER_MAX_PROBE_DELAY", "2s");
    String id = hooks.endpoint(receiver.url("/in"));
    receiver.setAnswer("/in", (r, got) -> {});
    hooks.events(200);
    eventually(SOON, () -> assertTrue(hooks.attempts(id) >= 20));
    int before = receiver.requests("/in").size();
    assertTrue(before < 60, "stopped after some twenty: " + before);
    eventually(SOON, () -> assertTrue(receiver.requests("/in").size() > before));
    assertTrue(receiver.requests("/in").size() < 60, "single probes");
    receiver.setAnswer("/in", 200);
    // Messages without an attempt wait without using one up.
    int never =
        200
            - (int)
                receiver.requests("/in").stream()
                    .map(WebhookTestServer.ReceivedRequest::id)
                    .distinct()
                    .count();
    eventually(SOON, () -> assertTrue(hooks.count(id, "delivered") >= never - 1));
    // An attempt that was interrupted by a suspended machine is repeated and counted.
    assertEquals(
        0,
        node.db()
            .query(
                """
                select 1 from delivery d where endpoint_id = $1 and state = 'delivered' and attempt
                 <> (select count(*) from delivery_attempt_all a
                      where a.endpoint_id = d.endpoint_id and a.message_id = d.message_id)
                """,
                id)
            .size(),
        "delivered with an attempt that was never made");
  }
}
