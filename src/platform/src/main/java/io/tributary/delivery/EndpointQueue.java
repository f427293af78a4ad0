package io.tributary.delivery;

import io.tributary.config.WebhookConfig;
import io.tributary.delivery.PendingDelivery.AttemptKind;
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
  record StartedAttempt(
      EndpointQueue queue,
      PendingDelivery delivery,
      EndpointSnapshot target,
      boolean probe,
      long startedAt) {}

  /** Bytes in memory at which the endpoint counts as full. */
  private static final long FULL_BYTES = 1 << 20;

  /** Deliveries that can start within this time are kept while memory is scarce. */
  private static final long SOON = 2_000_000_000L;

  /** Minimum time after dropping deliveries during which the queue reads no more. */
  private static final long MIN_READ_PAUSE = 5_000_000_000L;

  private final WebhookConfig settings;
  private final EndpointCircuitBreaker breaker;
  private final Map<AttemptKind, Deque<PendingDelivery>> waiting = new EnumMap<>(AttemptKind.class);
  private final Map<AttemptKind, Set<String>> held = new EnumMap<>(AttemptKind.class);
  private EndpointSnapshot target;
  private long settingsAt;
  private long unreadableSince;
  private boolean readsPaused;
  private long readsPausedUntil;
  private EndpointRateLimiter rateLimiter;
  private int queued;
  private int inFlight;
  private long bytes;

  EndpointQueue(WebhookConfig settings, EndpointSnapshot target, long now) {
    this.settings = settings;
    this.breaker = new EndpointCircuitBreaker(settings.breaker());
    for (AttemptKind t : AttemptKind.values()) {
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
  long settingsAt() {
    return settingsAt;
  }

  void target(EndpointSnapshot changed, long askedAt) {
    if (changed.readable()) {
      unreadableSince = askedAt;
    }
    target = changed;
    settingsAt = askedAt;
  }

  /**
   * Returns whether the endpoint is enabled but its settings cannot be decrypted. Its rows stay
   * pending.
   */
  boolean isUnreadable() {
    return !target.readable() && !target.inactive();
  }

  /** Returns since when the endpoint is {@link #isUnreadable}. */
  long unreadableSince() {
    return unreadableSince;
  }

  void streak(FailureStreak changed) {
    target = target.with(changed);
  }

  /** Registers a delivery as in memory. Returns false if it already was. */
  boolean register(PendingDelivery d) {
    boolean fresh = held.get(d.kind()).add(d.delivery().key());
    bytes += fresh ? d.bytes() : 0;
    return fresh;
  }

  /** Removes a delivery whose result is written or that will not be sent from here. */
  void unregister(PendingDelivery d) {
    if (held.get(d.kind()).remove(d.delivery().key())) {
      bytes -= d.bytes();
    }
  }

  /** Returns the keys that a read of this kind must exclude. */
  Set<String> registeredKeys(AttemptKind turn) {
    return held.get(turn);
  }

  void add(PendingDelivery d) {
    waiting.get(d.kind()).add(d);
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
  boolean isEmpty() {
    return held.values().stream().allMatch(Set::isEmpty);
  }

  boolean isBreakerOpen() {
    return breaker.isOpen();
  }

  /** Returns whether reading more rows for the endpoint would be pointless. */
  boolean isFull(long now) {
    return isUnreadable()
        || isReadsPaused(now)
        || queued >= (breaker.isOpen() ? 1 : 4 * settings.endpointConcurrency())
        || bytes >= FULL_BYTES;
  }

  /** Returns whether an attempt may start now, including rate limit and breaker. */
  boolean isReady(long now) {
    return queued > 0 && inFlight < settings.endpointConcurrency() && nextAllowedIn(now) == 0;
  }

  /**
   * Returns how long rate limit or breaker block waiting deliveries. Ignores the concurrency limit.
   */
  long nextAllowedIn(long now) {
    return Math.max(
        breaker.nextAllowedIn(now), rateLimiter(now) == null ? 0 : rateLimiter.nextAllowedIn(now));
  }

  private EndpointRateLimiter rateLimiter(long now) {
    int limit = target.rateLimit();
    if (limit == 0) {
      rateLimiter = null;
    } else if (rateLimiter == null || rateLimiter.limit() != limit) {
      rateLimiter = new EndpointRateLimiter(limit, now);
    }
    return rateLimiter;
  }

  /** Starts the next attempt; requires {@link #isReady}. */
  StartedAttempt start(long now) {
    if (rateLimiter(now) != null) {
      rateLimiter.record(now);
    }
    inFlight++;
    queued--;
    return new StartedAttempt(this, next(), target, breaker.start(), now);
  }

  private PendingDelivery next() {
    for (Deque<PendingDelivery> turn : waiting.values()) {
      if (!turn.isEmpty()) {
        return turn.poll();
      }
    }
    throw new IllegalStateException("the queue is empty");
  }

  void end(StartedAttempt started, AttemptOutcome outcome, long now) {
    inFlight--;
    breaker.end(now, started.probe(), outcome.answered());
  }

  /** Returns how many deliveries may start soon according to rate limit and breaker. */
  private int startableSoon(long now) {
    if (breaker.nextAllowedIn(now) > SOON) {
      return 0;
    }
    return breaker.isOpen()
        ? 1
        : rateLimiter(now) == null ? Integer.MAX_VALUE : rateLimiter.allowedWithin(now, SOON);
  }

  /**
   * Removes and returns deliveries that will not start soon, last ones first. The queue then counts
   * as full until half of the remaining ones are used up, and while nothing may start at all.
   */
  List<PendingDelivery> evictNotSoon(long now) {
    int keep = startableSoon(now);
    List<PendingDelivery> out = new ArrayList<>();
    for (AttemptKind t : List.of(AttemptKind.MANUAL, AttemptKind.RETRY, AttemptKind.FIRST)) {
      while (queued > keep && !waiting.get(t).isEmpty()) {
        out.add(waiting.get(t).pollLast());
        queued--;
      }
    }
    if (!out.isEmpty()) {
      readsPaused = true;
      readsPausedUntil = now + MIN_READ_PAUSE;
    }
    return out;
  }

  private boolean isReadsPaused(long now) {
    readsPaused = readsPaused && (now - readsPausedUntil < 0 || startableSoon(now) == 0);
    return readsPaused && 2L * queued >= startableSoon(now);
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
