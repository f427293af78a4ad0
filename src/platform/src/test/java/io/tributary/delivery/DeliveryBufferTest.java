package io.tributary.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.node.MissingNode;
import io.tributary.config.ConfigException;
import io.tributary.config.ConfigLoader;
import io.tributary.config.WebhookConfig;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.core.Tenant;
import io.vertx.core.buffer.Buffer;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Eviction of a shard's buffered rows when the memory budget is exhausted. */
class DeliveryBufferTest {
  private static final long SECOND = 1_000_000_000L;
  private static final int BODY = 10_000;
  private final WebhookConfig settings = settings();
  private final MemoryBudget memory = new MemoryBudget(1 << 20);
  private final DeliveryBuffer window =
      new DeliveryBuffer(settings, new AttemptSlots(settings), memory);
  private final long now = System.nanoTime();

  private static WebhookConfig settings() {
    try {
      return ConfigLoader.load(Path.of("no-conf"), Map.of()).webhook();
    } catch (ConfigException e) {
      throw new IllegalArgumentException(e);
    }
  }

  private void endpoint(String id, UUID team, int rate) {
    EndpointSnapshot t =
        new EndpointSnapshot(
            id,
            DestinationKind.WEBHOOK,
            new Tenant(team, Environment.SANDBOX),
            Optional.empty(),
            rate,
            false,
            false,
            List.of(),
            Map.of(),
            MissingNode.getInstance(),
            true,
            new FailureStreak(Optional.empty(), Optional.empty()));
    window.updateSettings(List.of(id), List.of(t), now);
  }

  private static List<PendingDelivery> due(String endpoint, int n) {
    List<PendingDelivery> out = new ArrayList<>();
    for (int i = 0; i < n; i++) {
      out.add(
          new PendingDelivery(
              new Delivery(
                  Ids.messageId(),
                  endpoint,
                  0,
                  Optional.empty(),
                  "x",
                  null,
                  null,
                  Optional.empty(),
                  Buffer.buffer(new byte[BODY])),
              false));
    }
    return out;
  }

  /** Simulates an attempt without an answer and records its result. */
  private void recordFailure(long at) {
    DeliveryBuffer.DispatchedAttempt go = window.next(at).orElseThrow();
    AttemptOutcome silent =
        new AttemptOutcome(
            Instant.now(),
            Duration.ofSeconds(1),
            0,
            Optional.of(DeliveryError.TIMEOUT),
            Optional.empty(),
            new byte[0]);
    go.slot().release();
    window.end(go.started(), silent, at);
    window.remove(go.started().delivery());
  }

  private int waiting(String endpoint) {
    return window.queue(endpoint).orElseThrow().waiting();
  }

  private void open(String endpoint, UUID team, int waiting) {
    endpoint(endpoint, team, 0);
    window.add(due(endpoint, 20 + waiting));
    for (int i = 0; i < 20; i++) {
      recordFailure(now);
    }
    assertTrue(window.queue(endpoint).orElseThrow().isBreakerOpen());
    assertEquals(waiting, waiting(endpoint));
  }

  @Test
  void whatABreakerHoldsBackMakesRoomForOthersAndIsReadBeforeTheNextProbe() {
    open("a", Ids.uuid(), 60);
    endpoint("b", Ids.uuid(), 0);
    window.add(due("b", 20));
    assertTrue(memory.isScarce());
    window.evictIfScarce(now);
    assertEquals(0, waiting("a"));
    assertEquals(20, waiting("b"));
    assertTrue(window.queue("a").orElseThrow().isEmpty(), "a read may bring them again");
    assertEquals(window.queue("b").orElseThrow().bytes(), memory.used());
    EndpointQueue a = window.queue("a").orElseThrow();
    assertTrue(a.isFull(now));
    assertTrue(a.isFull(now + 2 * SECOND));
    // The breaker allows the first probe after five seconds.
    assertFalse(a.isFull(now + 6 * SECOND));
    window.add(due("a", 2));
    assertFalse(window.next(now).map(g -> g.started().queue()).filter(l -> l == a).isPresent());
    assertEquals(2, waiting("a"));
  }

  @Test
  void nothingIsLetGoWhileThereIsRoom() {
    open("a", Ids.uuid(), 10);
    window.evictIfScarce(now);
    assertEquals(10, waiting("a"));
  }

  @Test
  void aSlowRateKeepsWhatItMaySendSoon() {
    endpoint("a", Ids.uuid(), 2);
    window.add(due("a", 80));
    assertTrue(memory.isScarce());
    window.evictIfScarce(now);
    int kept = waiting("a");
    assertTrue(kept >= 3 && kept <= 5, "kept " + kept);
    EndpointQueue a = window.queue("a").orElseThrow();
    assertTrue(a.isFull(now));
    assertFalse(a.isFull(now + 6 * SECOND), "the pause is over");
  }

  @Test
  void aTeamThatHoldsItsShareLetsGoToo() {
    UUID team = Ids.uuid();
    open("a", team, 25);
    assertFalse(memory.isScarce());
    assertTrue(memory.isTeamFull(team));
    window.evictIfScarce(now);
    assertEquals(0, waiting("a"));
    assertFalse(window.hasWaiting());
  }

  @Test
  void anAnswerEndsTheRest() {
    UUID team = Ids.uuid();
    open("a", team, 25);
    window.evictIfScarce(now);
    EndpointQueue a = window.queue("a").orElseThrow();
    assertTrue(a.isFull(now));
    window.add(due("a", 1));
    long later = now + 6 * SECOND;
    window.updateSettings(List.of("a"), List.of(a.target()), later);
    DeliveryBuffer.DispatchedAttempt probe = window.next(later).orElseThrow();
    AttemptOutcome answered =
        new AttemptOutcome(
            Instant.now(), Duration.ZERO, 204, Optional.empty(), Optional.empty(), new byte[0]);
    window.end(probe.started(), answered, later);
    assertFalse(a.isFull(later));
  }
}
