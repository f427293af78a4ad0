package io.tributary.delivery;

import static io.tributary.testkit.Eventually.eventually;
import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.event.Event;
import io.tributary.event.EventTypes;
import io.tributary.event.Outbox;
import io.tributary.testkit.Gate;
import io.tributary.testkit.Hooks;
import io.tributary.testkit.Receiver;
import io.tributary.testkit.TestClock;
import io.tributary.testkit.TestNode;
import io.vertx.core.http.HttpServerResponse;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * The whole retry schedule of webhooks.md §8, 27 hours of it, with real requests, on a clock that
 * the test holds. The receiver keeps every attempt waiting until all of a round are there. Then the
 * clock runs for as long as it takes them to fail and to be written, and is stopped: all of them
 * ended within that span. From there it is set to the last moment before the next attempt is
 * allowed, where none may come, and to the last moment at which it is, where all must have come. So
 * a slow machine makes the span longer and the test slower, but no right schedule wrong.
 */
class WholeScheduleTest {
  /** The contract's, not the settings'. */
  private static final List<Duration> WAITS =
      List.of(
          Duration.ofSeconds(5),
          Duration.ofMinutes(5),
          Duration.ofMinutes(30),
          Duration.ofHours(2),
          Duration.ofHours(5),
          Duration.ofHours(10),
          Duration.ofHours(10));

  private static final Duration LATE = Duration.ofMillis(250);
  private static final Duration JITTER_MAX = Duration.ofMinutes(15);
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final List<String> PATHS = List.of("/a", "/b", "/c");
  private static final int MESSAGES = 12;
  private static final int ALL = PATHS.size() * MESSAGES;

  /** When the attempts of a round ended: all of them between these. */
  private record Ended(Instant from, Instant to) {
    /** Until here nothing may be sent. */
    Instant early(Duration wait) {
      return from.plus(wait).minusMillis(1);
    }

    /** By then everything must be. */
    Instant late(Duration wait) {
      Duration tenth = wait.dividedBy(10);
      return to.plus(wait).plus(tenth.compareTo(JITTER_MAX) < 0 ? tenth : JITTER_MAX).plus(LATE);
    }
  }

  private final Receiver receiver = new Receiver();
  private final List<String> endpoints = new ArrayList<>();
  private TestNode node;
  private TestClock clock;
  private Hooks hooks;
  private String scout;
  private int sent;

  @AfterEach
  void stop() {
    receiver.release();
    node.close();
    clock.close();
    receiver.close();
  }

  private void start(String... more) {
    List<String> settings =
        new ArrayList<>(
            List.of(
                "TRIBUTARY_WEBHOOK_SHARDS", "1",
                "TRIBUTARY_WEBHOOK_TIMEOUT", "10m",
                "TRIBUTARY_WEBHOOK_LIMITS_SWEEP_EVERY", "30ms",
                "TRIBUTARY_LEASE_TTL", "60s",
                "TRIBUTARY_LEASE_RENEW_EVERY", "300ms",
                "TRIBUTARY_NODE_DRAIN_LIMIT", "10s"));
    settings.addAll(List.of(more));
    node = TestNode.start(settings.toArray(String[]::new));
    clock = TestClock.frozen(node.dbUrl(), Instant.parse("2026-03-01T00:00:00Z"));
    hooks = new Hooks(node);
    for (String path : PATHS) {
      receiver.holds(path);
      endpoints.add(endpoint(path, EventTypes.DEVICE_CREATED));
    }
    scout = endpoint("/scout", EventTypes.DEVICE_UPDATED);
    endpoint("/news", EventTypes.ATTEMPT_EXHAUSTED);
    node.db()
        .tx(
            tx -> {
              Event event =
                  new Event(EventTypes.DEVICE_UPDATED, node.tenant(), null, "scout", Json.object());
              new Outbox().add(tx, event);
              return null;
            });
    eventually(SOON, () -> assertEquals(1, hooks.count(scout, "delivered")));
    hooks.events(MESSAGES);
    allComeOnceMore();
  }

  private String endpoint(String path, String type) {
    return hooks.endpoint(receiver.url(path), ",\"filter_types\":[\"" + type + "\"]");
  }

  private void startAgain() {
    use(node.again());
  }

  private void use(TestNode other) {
    node = other;
    hooks = new Hooks(node);
  }

  private int arrived() {
    return PATHS.stream().mapToInt(path -> receiver.got(path).size()).sum();
  }

  /** The next attempt of each is under way. */
  private void allComeOnceMore() {
    sent += ALL;
    eventually(SOON, () -> assertEquals(sent, arrived()));
  }

  private Ended allFail(int attempt) {
    return allFail(attempt, HttpServerResponse::end);
  }

  /** Attempts that are under way fail, after a while that is no part of the wait. */
  private Ended allFail(int attempt, Consumer<HttpServerResponse> answer) {
    clock.advance(Duration.ofSeconds(7));
    Instant from = clock.run();
    receiver.release(r -> answer.accept(r.response().setStatusCode(500)));
    eventually(SOON, () -> assertEquals(ALL, written(attempt)));
    return new Ended(from, clock.freeze());
  }

  private long written(int attempt) {
    return one(
            "select count(*) as n from delivery where endpoint_id = any ($1) and attempt = $2",
            endpoints.toArray(String[]::new),
            attempt)
        .getLong("n");
  }

  private Row one(String sql, Object... args) {
    return node.db().query(sql, args).iterator().next();
  }

  private void noneComesEarly(Ended ended, Duration wait) {
    clock.set(ended.early(wait));
    everythingDueIsSent();
    assertEquals(sent, arrived(), "sent before " + wait + " were over");
    Row planned =
        one(
            "select min(due_at) as first, max(due_at) as last from delivery"
                + " where endpoint_id = any ($1)",
            (Object) endpoints.toArray(String[]::new));
    Instant first = planned.get(OffsetDateTime.class, "first").toInstant();
    Instant last = planned.get(OffsetDateTime.class, "last").toInstant();
    assertTrue(first.isAfter(ended.early(wait)), wait + " after " + ended + ": " + first);
    assertTrue(!last.isAfter(ended.late(wait)), wait + " after " + ended + ": " + last);
  }

  private void allComeInTime(Ended ended, Duration wait) {
    clock.set(ended.late(wait));
    allComeOnceMore();
  }

  private void wait(Ended ended, Duration wait) {
    noneComesEarly(ended, wait);
    allComeInTime(ended, wait);
  }

  /**
   * A message of another endpoint becomes due at this very moment. The look at what is due that
   * finds it finds everything else that is; the second time all of that has been sent, too.
   */
  private void everythingDueIsSent() {
    for (int i = 0; i < 2; i++) {
      int before = receiver.got("/scout").size();
      node.db()
          .query(
              "update delivery set state = 'pending', attempt = 1, due_at = tributary_now()"
                  + " where endpoint_id = $1",
              scout);
      eventually(SOON, () -> assertEquals(before + 1, receiver.got("/scout").size()));
      eventually(SOON, () -> assertEquals(1, hooks.count(scout, "delivered")));
    }
  }

  @Test
  void eightAttemptsComeInTimeThroughRestartsAndTheEndIsTold() {
    start();
    Ended ended = allFail(1);
    clock.set(ended.from().plusSeconds(2));
    node.crash();
    startAgain();
    wait(ended, WAITS.get(0));

    ended = allFail(2);
    noneComesEarly(ended, WAITS.get(1));
    node.crash();
    clock.set(ended.late(WAITS.get(1)));
    startAgain();
    allComeOnceMore();

    ended = allFail(3);
    String database = node.dbUrl();
    try (Gate gate = new Gate(database)) {
      node.close();
      use(node.on(gate.url()));
      wait(ended, WAITS.get(2));
      // Nobody hears how these end, so they are made again and are the fourth ones still.
      gate.shut();
      clock.advance(Duration.ofMinutes(1));
      receiver.release(r -> r.response().setStatusCode(500).end());
      node.crash();
    }
    use(node.on(database));
    allComeOnceMore();
    wait(allFail(4), WAITS.get(3));

    ended = allFail(5);
    noneComesEarly(ended, WAITS.get(4));
    TestNode other = node.another();
    node.close();
    use(other);
    everythingDueIsSent();
    assertEquals(sent, arrived(), "early at the node that takes over");
    allComeInTime(ended, WAITS.get(4));

    wait(allFail(6), WAITS.get(5));
    wait(allFail(7), WAITS.get(6));
    allFail(8);
    eightWereMadeAndNoMore(1);
  }

  /**
   * @param repeated attempts that had to be made twice, of each message
   */
  private void eightWereMadeAndNoMore(int repeated) {
    eventually(SOON, () -> assertEquals(ALL, told().size()));
    endpoints.forEach(id -> assertEquals(MESSAGES, hooks.count(id, "failed")));
    clock.advance(Duration.ofDays(10));
    everythingDueIsSent();
    assertEquals(sent, arrived(), "sent after the last attempt");
    Map<String, List<Integer>> numbers = new HashMap<>();
    node.db()
        .query(
            "select endpoint_id, message_id, number from attempt where endpoint_id = any ($1)"
                + " order by number",
            (Object) endpoints.toArray(String[]::new))
        .forEach(
            r ->
                numbers
                    .computeIfAbsent(r.getString(0) + r.getString(1), k -> new ArrayList<>())
                    .add(r.getInteger(2)));
    assertEquals(ALL, numbers.size());
    assertEquals(
        Set.of(IntStream.rangeClosed(1, 8).boxed().toList()), Set.copyOf(numbers.values()));
    assertEquals(
        Set.of(8L + repeated),
        Set.copyOf(
            PATHS.stream()
                .flatMap(path -> receiver.got(path).stream())
                .collect(groupingBy(g -> g.path() + g.id(), counting()))
                .values()));
    assertEquals(numbers.keySet(), Set.copyOf(told()), "one notice of each");
    assertEquals(ALL, told().size());
  }

  /** Endpoint and message of each notice of exhaustion. */
  private List<String> told() {
    return receiver.got("/news").stream()
        .map(got -> Json.parse(got.body()).get("data"))
        .peek(data -> assertEquals(8, data.get("attempt_count").asInt()))
        .map(data -> text(data, "webhook_id") + text(data, "message_id"))
        .toList();
  }

  private static String text(JsonNode data, String key) {
    return data.get(key).asText();
  }

  @Test
  void aRetryAfterStretchesAWaitToTwiceItsLengthAtMostAndShortensNone() {
    start();
    List<String> asked =
        List.of(
            "3600", "450", "60", "Sun, 06 Nov 1994 08:49:37 GMT", "soon", "54000", "1000000000000");
    List<Duration> waits =
        List.of(
            Duration.ofSeconds(10),
            Duration.ofSeconds(450),
            WAITS.get(2),
            WAITS.get(3),
            WAITS.get(4),
            Duration.ofHours(15),
            WAITS.get(6));
    for (int i = 0; i < waits.size(); i++) {
      String header = asked.get(i);
      Ended ended = allFail(i + 1, r -> r.putHeader("retry-after", header).end());
      if (i == 1) {
        node.crash();
        startAgain();
      }
      wait(ended, waits.get(i));
    }
    allFail(8, r -> r.putHeader("retry-after", "3600").end());
    eightWereMadeAndNoMore(0);
  }

  /** Nothing but the engine's own timer, set by what it read at its start, can bring them. */
  @Test
  void theEndOfAWaitNeedsNoSweepToBeSeen() {
    start("TRIBUTARY_WEBHOOK_LIMITS_SWEEP_EVERY", "1h", "TRIBUTARY_WEBHOOK_JITTER", "0");
    for (int attempt = 1; attempt <= 2; attempt++) {
      Duration wait = WAITS.get(attempt - 1);
      Ended ended = allFail(attempt);
      node.crash();
      clock.set(ended.early(wait));
      startAgain();
      wait(ended, wait);
    }
  }
}
