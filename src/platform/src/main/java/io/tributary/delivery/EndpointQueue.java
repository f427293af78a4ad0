package io.tributary.delivery;

import io.tributary.config.WebhookConfig;
import io.tributary.delivery.PendingDelivery.Turn;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Memory queue of one endpoint's deliveries, with its concurrency limit, rate limit and circuit
 * breaker.
 *
 * <p>First attempts precede retries, which precede manual attempts. Times are in nanoseconds.
 */
final class EndpointQueue {
  /** Attempt started by the queue; the caller must report its end. */
  record Started(
      EndpointQueue lane, PendingDelivery due, EndpointSnapshot target, boolean probe, long at) {}

  /** Bytes in memory at which the endpoint counts as full. */
  private static final long ENOUGH_BYTES = 1 << 20;

  /** Deliveries that can start within this time are kept while memory is scarce. */
  private static final long SOON = 2_000_000_000L;

  /** Minimum time after dropping deliveries during which the queue reads no more. */
  private static final long REST = 5_000_000_000L;

  private final WebhookConfig settings;
  private final EndpointCircuitBreaker breaker;
  private final Map<Turn, Deque<PendingDelivery>> waiting = new EnumMap<>(Turn.class);
  private final Map<Turn, Set<String>> held = new EnumMap<>(Turn.class);
  private EndpointSnapshot target;
  private long targetAt;
  private long unreadableSince;
  private boolean resting;
  private long restUntil;
  private EndpointRateLimiter pace;
  private int queued;
  private int inFlight;
  private long bytes;

  EndpointQueue(WebhookConfig settings, EndpointSnapshot target, long now) {
    this.settings = settings;
    this.breaker = new EndpointCircuitBreaker(settings.breaker());
    for (Turn t : Turn.values()) {
      waiting.put(t, new ArrayDeque<>());
      held.put(t, new HashSet<>());
    }
    target(target, now);
    this.unreadableSince = now;
  }

  EndpointSnapshot target() {
    return target;
  }

  /** Time at which the settings were requested. */
  long targetAt() {
    return targetAt;
  }

  void target(EndpointSnapshot changed, long askedAt) {
    if (changed.readable()) {
      unreadableSince = askedAt;
    }
    target = changed;
    targetAt = askedAt;
  }

  /**
   * Returns whether the endpoint is enabled but its settings cannot be decrypted. Its rows stay
   * pending.
   */
  boolean unreadable() {
    return !target.readable() && !target.off();
  }

  /** Returns since when the endpoint is {@link #unreadable}. */
  long unreadableSince() {
    return unreadableSince;
  }

  void streak(FailureStreak changed) {
    target = target.with(changed);
  }

  /** Registers a delivery as in memory. Returns false if it already was. */
  boolean hold(PendingDelivery d) {
    boolean fresh = held.get(d.turn()).add(d.delivery().key());
    bytes += fresh ? d.bytes() : 0;
    return fresh;
  }

  /** Removes a delivery whose result is written or that will not be sent from here. */
  void forget(PendingDelivery d) {
    if (held.get(d.turn()).remove(d.delivery().key())) {
      bytes -= d.bytes();
    }
  }

  /** Returns the keys that a read of this kind must exclude. */
  Set<String> held(Turn turn) {
    return held.get(turn);
  }

  void add(PendingDelivery d) {
    waiting.get(d.turn()).add(d);
    queued++;
  }

  int waiting() {
    return queued;
  }

  int inFlight() {
    return inFlight;
  }

  long bytes() {
    return bytes;
  }

  /** Returns whether nothing of the endpoint is in memory, including results not yet written. */
  boolean empty() {
    return held.values().stream().allMatch(Set::isEmpty);
  }

  boolean breakerOpen() {
    return breaker.isOpen();
  }

  /** Returns whether reading more rows for the endpoint would be pointless. */
  boolean full(long now) {
    return unreadable()
        || rests(now)
        || queued >= (breaker.isOpen() ? 1 : 4 * settings.perEndpoint())
        || bytes >= ENOUGH_BYTES;
  }

  /** Returns whether an attempt may start now, including rate limit and breaker. */
  boolean ready(long now) {
    return queued > 0 && inFlight < settings.perEndpoint() && pause(now) == 0;
  }

  /**
   * Returns how long rate limit or breaker block waiting deliveries. Ignores the concurrency limit.
   */
  long pause(long now) {
    return Math.max(breaker.pause(now), pace(now) == null ? 0 : pace.pause(now));
  }

  private EndpointRateLimiter pace(long now) {
    int limit = target.rateLimit();
    if (limit == 0) {
      pace = null;
    } else if (pace == null || pace.limit() != limit) {
      pace = new EndpointRateLimiter(limit, now);
    }
    return pace;
  }

  /** Starts the next attempt; requires {@link #ready}. */
  Started start(long now) {
    if (pace(now) != null) {
      pace.take(now);
    }
    inFlight++;
    queued--;
    return new Started(this, next(), target, breaker.start(), now);
  }

  private PendingDelivery next() {
    for (Deque<PendingDelivery> turn : waiting.values()) {
      if (!turn.isEmpty()) {
        return turn.poll();
      }
    }
    throw new IllegalStateException("nothing waits");
  }

  void end(Started started, AttemptOutcome outcome, long now) {
    inFlight--;
    breaker.end(now, started.probe(), outcome.answered());
  }

  /** Returns how many deliveries may start soon according to rate limit and breaker. */
  private int soon(long now) {
    if (breaker.pause(now) > SOON) {
      return 0;
    }
    return breaker.isOpen() ? 1 : pace(now) == null ? Integer.MAX_VALUE : pace.within(now, SOON);
  }

  /**
   * Removes and returns deliveries that will not start soon, last ones first. The queue then counts
   * as full until half of the remaining ones are used up, and while nothing may start at all.
   */
  List<PendingDelivery> spare(long now) {
    int keep = soon(now);
    List<PendingDelivery> out = new ArrayList<>();
    for (Turn t : List.of(Turn.MANUAL, Turn.RETRY, Turn.FIRST)) {
      while (queued > keep && !waiting.get(t).isEmpty()) {
        out.add(waiting.get(t).pollLast());
        queued--;
      }
    }
    if (!out.isEmpty()) {
      resting = true;
      restUntil = now + REST;
    }
    return out;
  }

  private boolean rests(long now) {
    resting = resting && (now - restUntil < 0 || soon(now) == 0);
    return resting && 2L * queued >= soon(now);
  }

  /** Removes and returns all waiting deliveries. */
  List<PendingDelivery> clear() {
    List<PendingDelivery> out = new ArrayList<>();
    waiting.values().forEach(out::addAll);
    waiting.values().forEach(Deque::clear);
    queued = 0;
    return out;
  }
}
