package io.tributary.pull;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.bus.Ack;
import io.tributary.core.Ids;
import io.tributary.provider.ThrottleMessages;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestNode;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ThrottlePermitClientTest {
  @Test
  void withoutAnOwnerNoCallIsMadeAndThePullWaitsWithoutFailing() {
    try (PullHarness h =
        new PullHarness(
            2,
            "TRIBUTARY_PULL_PERMIT_TIMEOUT",
            "100ms",
            "TRIBUTARY_PULL_THROTTLE_RETRY_DELAY",
            "100ms")) {
      UUID user = h.user();
      UUID connection = h.connect(user, "anna");
      // The owner is gone: its lease belongs to a node that does not answer.
      TestNode node = h.node;
      node.db()
          .query(
              "update actor_lease set epoch = 77, owner = 'gone', expires_at = now() + interval '1"
                  + " day' where name = 'throttle:oura'");
      Eventually.eventually(
          Duration.ofSeconds(60),
          () -> {
            h.node.db().query("delete from pull_job");
            h.node.db().query("delete from historical_pull");
            // An attempt that still reached the old owner leaves events, which are irrelevant here.
            h.node.db().query("delete from message");
            h.clear("requests");
            h.schedule(connection, null);
            putBack(h);
            assertEquals(new JsonObject(), calls(h));
          });
      assertEquals(Map.of(), h.events(user, "historical."));
      assertEquals(0, h.count("select coalesce(sum(attempt), 0) from pull_job"));
      AtomicInteger asked = new AtomicInteger();
      AtomicInteger wait = new AtomicInteger(20);
      node.vertx()
          .eventBus()
          .consumer(
              "throttle.oura.77",
              m -> {
                if (m.replyAddress() != null) {
                  boolean granted = asked.incrementAndGet() % 2 == 0;
                  m.reply(new ThrottleMessages.PermitsGranted(granted, wait.get(), false, 0));
                }
              });
      h.eventuallyAll(user, "success");
      assertTrue(asked.get() >= 18, "asked " + asked.get());
      JsonObject once = calls(h);
      // Longer than a pull may wait before it starts. A started pull waits on, so that it does not
      // read data twice.
      wait.set(150);
      h.node.db().query("delete from historical_pull");
      h.clear("requests");
      h.schedule(connection, null);
      h.eventuallyAll(user, "success");
      assertEquals(once, calls(h));
    }
  }

  /** The connection that its tokens belong to has ended. */
  @Test
  void aPollThatWaitsEndsWithItsLinkAndCallsNobody() {
    try (PullHarness h =
        new PullHarness(
            2, "TRIBUTARY_PULL_LEASE", "600ms", "TRIBUTARY_PULL_PERMIT_TIMEOUT", "10m")) {
      AtomicInteger asked = new AtomicInteger();
      replaceOwner(
          h.node,
          () -> {
            asked.incrementAndGet();
            return new ThrottleMessages.PermitsGranted(false, 20, false, 0);
          });
      UUID connection = h.connect(h.user(), "petra");
      JsonObject before = calls(h);
      h.node.db().query("update connection set poll_due_at = now() where id = $1", connection);
      Eventually.eventually(Duration.ofSeconds(60), () -> assertTrue(asked.get() > 3));
      h.node
          .db()
          .query(
              "update connection set generation = generation + 1,"
                  + " poll_due_at = now() + interval '1 day' where id = $1",
              connection);
      Eventually.eventually(
          Duration.ofSeconds(60),
          () ->
              assertTrue(
                  Pattern.compile(
                          "tributary_poll_runs_total\\{outcome=\"failure\",provider=\"oura\"\\}"
                              + " [1-9]")
                      .matcher(h.node.get("/metrics").text())
                      .find(),
                  "the poll goes on"));
      assertEquals(before, calls(h));
    }
  }

  /** A call whose end is not reported would keep counting. */
  @Test
  void theEndOfEveryCallIsReported() {
    try (PullHarness h = new PullHarness(3)) {
      AtomicLong given = new AtomicLong();
      Set<Long> open = ConcurrentHashMap.newKeySet();
      h.node
          .node()
          .bus()
          .serveOwned(
              "throttle.oura.77",
              ThrottleMessages.class,
              message ->
                  switch (message) {
                    case ThrottleMessages.PermitRequest ask -> {
                      long leave = ask.willRelease() ? given.incrementAndGet() : 0;
                      if (leave != 0) {
                        open.add(leave);
                      }
                      yield new ThrottleMessages.PermitsGranted(true, 0, false, leave);
                    }
                    case ThrottleMessages.PermitReleased ended -> {
                      open.remove(ended.permit());
                      yield new Ack();
                    }
                    default -> new Ack();
                  });
      assignUnresponsiveOwner(h.node);
      UUID user = h.user();
      UUID connection = h.connect(user, "rosa");
      h.schedule(connection, null);
      h.eventuallyAll(user, "success");
      Eventually.eventually(
          Duration.ofSeconds(60),
          () -> {
            assertTrue(given.get() > 9, "given " + given);
            assertEquals(Set.of(), open);
          });
    }
  }

  /** Replaces the throttle with this one. */
  private static void replaceOwner(
      TestNode node, Supplier<ThrottleMessages.PermitsGranted> answer) {
    node.vertx()
        .eventBus()
        .consumer(
            "throttle.oura.77",
            m -> {
              if (m.replyAddress() != null) {
                m.reply(answer.get());
              }
            });
    assignUnresponsiveOwner(node);
  }

  /** Makes an unresponsive node the owner at that epoch. */
  private static void assignUnresponsiveOwner(TestNode node) {
    node.db()
        .query(
            "update actor_lease set epoch = 77, owner = 'gone', expires_at = now() + interval '1"
                + " day' where name = 'throttle:oura'");
  }

  private static void putBack(PullHarness h) {
    Eventually.eventually(
        Duration.ofSeconds(60),
        () ->
            assertTrue(
                h.node
                    .get("/metrics")
                    .text()
                    .contains("tributary_pull_runs_total{outcome=\"put_back\""),
                "no job was put back"));
  }

  private static JsonObject calls(PullHarness h) {
    JsonObject paths = new JsonObject();
    h.controlled("requests").stream()
        .filter(e -> e.getValue().toString().contains("/v2/usercollection/"))
        .forEach(e -> paths.put(e.getKey(), e.getValue()));
    return paths;
  }

  @Test
  void aStopEndsTheWait() {
    try (PullHarness h = new PullHarness(0)) {
      ThrottlePermitClient.PermitClientFactory gates =
          new ThrottlePermitClient.PermitClientFactory(
              h.vertx,
              io.tributary.bus.Bus.create(h.vertx),
              new io.tributary.lease.LeaseDirectory(),
              io.tributary.config.Defaults.config().pull());
      PermitDenied closed =
          assertThrows(
              PermitDenied.class,
              () ->
                  gates
                      .of("oura", Ids.DEFAULT_APP, Ids.DEFAULT_APP, false, () -> false)
                      .acquire(1));
      assertEquals(Duration.ZERO, closed.retryAfter());
    }
  }
}
