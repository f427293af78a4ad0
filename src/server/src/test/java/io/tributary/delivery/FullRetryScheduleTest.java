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
import io.tributary.testkit.DatabaseProxy;
import io.tributary.testkit.TestClock;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.WebhookFixture;
import io.tributary.testkit.WebhookTestServer;
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
 * Runs the complete retry schedule of 27 hours with real requests on a clock that the test
 * controls.
 *
 * <p>The receiver holds every attempt until all attempts of a round have arrived. Then the clock
 * runs until they have failed and their results are written, and is stopped; every attempt ended
 * within that span. From there the clock is set to the last moment before the next attempt is
 * allowed, when none may arrive, and then to the last allowed moment, when all must have arrived. A
 * slow machine lengthens the span and the test but cannot fail a correct schedule.
 */
class FullRetryScheduleTest {
  /** The documented delays, independent of the settings. */
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

  /** The interval in which all attempts of a round ended. */
  private record RoundEnd(Instant from, Instant to) {
    /** Returns the time before which no attempt may be sent. */
    Instant earliestAttempt(Duration wait) {
      return from.plus(wait).minusMillis(1);
    }

    /** Returns the time by which every attempt must be sent. */
    Instant latestAttempt(Duration wait) {
      Duration tenth = wait.dividedBy(10);
      return to.plus(wait).plus(tenth.compareTo(JITTER_MAX) < 0 ? tenth : JITTER_MAX).plus(LATE);
    }
  }

  private final WebhookTestServer receiver = new WebhookTestServer();
  private final List<String> endpoints = new ArrayList<>();
  private TestNode node;
  private TestClock clock;
  private WebhookFixture hooks;
  private String probeEndpoint;
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
                "TRIBUTARY_WEBHOOK_LIMITS_SWEEP_INTERVAL", "30ms",
                "TRIBUTARY_LEASE_TTL", "60s",
                "TRIBUTARY_LEASE_RENEW_INTERVAL", "300ms",
                "TRIBUTARY_NODE_SHUTDOWN_TIMEOUT", "10s"));
    settings.addAll(List.of(more));
    node = TestNode.start(settings.toArray(String[]::new));
    clock = TestClock.frozen(node.dbUrl(), Instant.parse("2026-03-01T00:00:00Z"));
    hooks = new WebhookFixture(node);
    for (String path : PATHS) {
      receiver.hold(path);
      endpoints.add(endpoint(path, EventTypes.DEVICE_CREATED));
    }
    probeEndpoint = endpoint("/scout", EventTypes.DEVICE_UPDATED);
    endpoint("/news", EventTypes.ATTEMPT_EXHAUSTED);
    node.db()
        .tx(
            tx -> {
              Event event =
                  new Event(EventTypes.DEVICE_UPDATED, node.tenant(), null, "scout", Json.object());
              new Outbox().add(tx, event);
              return null;
            });
    eventually(SOON, () -> assertEquals(1, hooks.count(probeEndpoint, "delivered")));
    hooks.events(MESSAGES);
    awaitNextAttempts();
  }

  private String endpoint(String path, String type) {
    return hooks.endpoint(receiver.url(path), ",\"filter_types\":[\"" + type + "\"]");
  }

  private void startAgain() {
    switchTo(node.restart());
  }

  private void switchTo(TestNode other) {
    node = other;
    hooks = new WebhookFixture(node);
  }

  private int arrived() {
    return PATHS.stream().mapToInt(path -> receiver.requests(path).size()).sum();
  }

  /** Waits until the next attempt of each message is in flight. */
  private void awaitNextAttempts() {
    sent += ALL;
    eventually(SOON, () -> assertEquals(sent, arrived()));
  }

  private RoundEnd failAttempts(int attempt) {
    return failAttempts(attempt, HttpServerResponse::end);
  }

  /** Fails the attempts in flight. The time it takes is not part of the delay. */
  private RoundEnd failAttempts(int attempt, Consumer<HttpServerResponse> answer) {
    clock.advance(Duration.ofSeconds(7));
    Instant from = clock.resume();
    receiver.release(r -> answer.accept(r.response().setStatusCode(500)));
    eventually(SOON, () -> assertEquals(ALL, written(attempt)));
    return new RoundEnd(from, clock.freeze());
  }

  private long written(int attempt) {
    return singleValue(
            "select count(*) as n from delivery where endpoint_id = any ($1) and attempt = $2",
            endpoints.toArray(String[]::new),
            attempt)
        .getLong("n");
  }

  private Row singleValue(String sql, Object... args) {
    return node.db().query(sql, args).iterator().next();
  }

  private void assertNoneEarly(RoundEnd ended, Duration wait) {
    clock.set(ended.earliestAttempt(wait));
    sendEverythingDue();
    assertEquals(sent, arrived(), "sent before " + wait + " were over");
    Row planned =
        singleValue(
            "select min(due_at) as first, max(due_at) as last from delivery"
                + " where endpoint_id = any ($1)",
            (Object) endpoints.toArray(String[]::new));
    Instant first = planned.get(OffsetDateTime.class, "first").toInstant();
    Instant last = planned.get(OffsetDateTime.class, "last").toInstant();
    assertTrue(first.isAfter(ended.earliestAttempt(wait)), wait + " after " + ended + ": " + first);
    assertTrue(!last.isAfter(ended.latestAttempt(wait)), wait + " after " + ended + ": " + last);
  }

  private void assertAllOnTime(RoundEnd ended, Duration wait) {
    clock.set(ended.latestAttempt(wait));
    awaitNextAttempts();
  }

  private void wait(RoundEnd ended, Duration wait) {
    assertNoneEarly(ended, wait);
    assertAllOnTime(ended, wait);
  }

  /**
   * Makes a message of another endpoint due now. The read that finds it also finds everything else
   * that is due; once a second such message arrives, all of that has been sent.
   */
  private void sendEverythingDue() {
    for (int i = 0; i < 2; i++) {
      int before = receiver.requests("/scout").size();
      node.db()
          .query(
              "update delivery set state = 'pending', attempt = 1, due_at = tributary_now()"
                  + " where endpoint_id = $1",
              probeEndpoint);
      eventually(SOON, () -> assertEquals(before + 1, receiver.requests("/scout").size()));
      eventually(SOON, () -> assertEquals(1, hooks.count(probeEndpoint, "delivered")));
    }
  }

  @Test
  void eightAttemptsComeInTimeThroughRestartsAndTheEndIsTold() {
    start();
    RoundEnd ended = failAttempts(1);
    clock.set(ended.from().plusSeconds(2));
    node.crash();
    startAgain();
    wait(ended, WAITS.get(0));

    ended = failAttempts(2);
    assertNoneEarly(ended, WAITS.get(1));
    node.crash();
    clock.set(ended.latestAttempt(WAITS.get(1)));
    startAgain();
    awaitNextAttempts();

    ended = failAttempts(3);
    String database = node.dbUrl();
    try (DatabaseProxy gate = new DatabaseProxy(database)) {
      node.close();
      switchTo(node.startWithDatabase(gate.url()));
      wait(ended, WAITS.get(2));
      // The results of these attempts are lost, so the attempts are repeated and keep the number 4.
      gate.disconnect();
      clock.advance(Duration.ofMinutes(1));
      receiver.release(r -> r.response().setStatusCode(500).end());
      node.crash();
    }
    switchTo(node.startWithDatabase(database));
    awaitNextAttempts();
    wait(failAttempts(4), WAITS.get(3));

    ended = failAttempts(5);
    assertNoneEarly(ended, WAITS.get(4));
    TestNode other = node.startPeer();
    node.close();
    switchTo(other);
    sendEverythingDue();
    assertEquals(sent, arrived(), "early at the node that takes over");
    assertAllOnTime(ended, WAITS.get(4));

    wait(failAttempts(6), WAITS.get(5));
    wait(failAttempts(7), WAITS.get(6));
    failAttempts(8);
    assertEightAttempts(1);
  }

  /**
   * @param repeated number of attempts per message that had to be made twice
   */
  private void assertEightAttempts(int repeated) {
    eventually(SOON, () -> assertEquals(ALL, exhaustionEvents().size()));
    endpoints.forEach(id -> assertEquals(MESSAGES, hooks.count(id, "failed")));
    clock.advance(Duration.ofDays(10));
    sendEverythingDue();
    assertEquals(sent, arrived(), "sent after the last attempt");
    Map<String, List<Integer>> numbers = new HashMap<>();
    node.db()
        .query(
            "select endpoint_id, message_id, number from delivery_attempt_all where endpoint_id ="
                + " any ($1) order by number",
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
                .flatMap(path -> receiver.requests(path).stream())
                .collect(groupingBy(g -> g.path() + g.id(), counting()))
                .values()));
    assertEquals(numbers.keySet(), Set.copyOf(exhaustionEvents()), "one notice of each");
    assertEquals(ALL, exhaustionEvents().size());
  }

  /** Returns the endpoint and message of each exhaustion notification. */
  private List<String> exhaustionEvents() {
    return receiver.requests("/news").stream()
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
      RoundEnd ended = failAttempts(i + 1, r -> r.putHeader("retry-after", header).end());
      if (i == 1) {
        node.crash();
        startAgain();
      }
      wait(ended, waits.get(i));
    }
    failAttempts(8, r -> r.putHeader("retry-after", "3600").end());
    assertEightAttempts(0);
  }

  /**
   * The engine's timer, set from what it read at startup, is the only possible trigger of these
   * attempts.
   */
  @Test
  void theEndOfAWaitNeedsNoSweepToBeSeen() {
    start("TRIBUTARY_WEBHOOK_LIMITS_SWEEP_INTERVAL", "1h", "TRIBUTARY_WEBHOOK_JITTER", "0");
    for (int attempt = 1; attempt <= 2; attempt++) {
      Duration wait = WAITS.get(attempt - 1);
      RoundEnd ended = failAttempts(attempt);
      node.crash();
      clock.set(ended.earliestAttempt(wait));
      startAgain();
      wait(ended, wait);
    }
  }
}
