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
 * One endpoint's deliveries in memory: first attempts before retries before extra ones, a limit on
 * what is in flight, its rate and its breaker. Times are nanoseconds.
 */
final class EndpointQueue {
  /** An attempt that the lane let go; it must be ended. */
  record Started(
      EndpointQueue lane, PendingDelivery due, EndpointSnapshot target, boolean probe, long at) {}

  /** Bytes of an endpoint that are enough. */
  private static final long ENOUGH_BYTES = 1 << 20;

  /** What may start within this is worth its room. */
  private static final long SOON = 2_000_000_000L;

  /** For how long at least a lane that let something go does with what is left. */
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

  /** When its settings were asked for. */
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

  /** Whether nothing can be sent although it is on: its rows stay where they are. */
  boolean unreadable() {
    return !target.readable() && !target.off();
  }

  /** If it is {@link #unreadable}. */
  long unreadableSince() {
    return unreadableSince;
  }

  void streak(FailureStreak changed) {
    target = target.with(changed);
  }

  /** False when it is here already. */
  boolean hold(PendingDelivery d) {
    boolean fresh = held.get(d.turn()).add(d.delivery().key());
    bytes += fresh ? d.bytes() : 0;
    return fresh;
  }

  /** Its outcome is written, or nobody will send it here. */
  void forget(PendingDelivery d) {
    if (held.get(d.turn()).remove(d.delivery().key())) {
      bytes -= d.bytes();
    }
  }

  /** Keys of what a read of this kind must not bring again. */
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

  /** Whether nothing of it is in memory, results to be written included. */
  boolean empty() {
    return held.values().stream().allMatch(Set::isEmpty);
  }

  boolean breakerOpen() {
    return breaker.isOpen();
  }

  /** Whether there is no point in reading more rows for it. */
  boolean full(long now) {
    return unreadable()
        || rests(now)
        || queued >= (breaker.isOpen() ? 1 : 4 * settings.perEndpoint())
        || bytes >= ENOUGH_BYTES;
  }

  /** Whether an attempt may start now, rate and breaker included. */
  boolean ready(long now) {
    return queued > 0 && inFlight < settings.perEndpoint() && pause(now) == 0;
  }

  /** How long rate or breaker hold back what waits; what is in flight is not counted. */
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

  /** The next one, if {@link #ready}. */
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

  /** How many may start soon, as far as rate and breaker tell. */
  private int soon(long now) {
    if (breaker.pause(now) > SOON) {
      return 0;
    }
    return breaker.isOpen() ? 1 : pace(now) == null ? Integer.MAX_VALUE : pace.within(now, SOON);
  }

  /**
   * Takes out what will not start soon, the last ones first. It is not wanted back before the rest
   * is used up, nor while nothing may start at all.
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

  /** Takes out everything that waits. */
  List<PendingDelivery> clear() {
    List<PendingDelivery> out = new ArrayList<>();
    waiting.values().forEach(out::addAll);
    waiting.values().forEach(Deque::clear);
    queued = 0;
    return out;
  }
}
