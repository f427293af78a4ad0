package io.tributary.throttle;

import io.tributary.config.ProviderQuota;
import java.time.Duration;
import java.util.List;

/**
 * Calls that are written down and not made yet. They are reserved several at a time, so that not
 * each call has to wait for a write, and for a moment only, so that their place in the windows of
 * the next owner is right. Not thread-safe.
 */
final class ReservedPermits {
  /** So many reservations make a quota: what an owner that dies leaves unused is small. */
  private static final int PARTS = 50;

  private static final int MOST_CALLS = 50;

  private static final Duration LIFE = Duration.ofSeconds(5);

  private final boolean none;
  private final int part;
  private final long life;
  private int left;
  private long until;

  /**
   * @param quotas what the calls count for; none = nothing need be written
   * @param life of all quotas of the provider: the next owner counts all by the same
   */
  ReservedPermits(List<ProviderQuota> quotas, Duration life) {
    int least = quotas.stream().mapToInt(ProviderQuota::calls).min().orElse(0);
    this.none = quotas.isEmpty();
    this.part = Math.clamp(least / PARTS, 1, MOST_CALLS);
    this.life = life.toNanos();
  }

  /**
   * How long what is reserved may be used. Before a fixed window ends nobody calls for as long, so
   * that none is used in the next one.
   */
  static Duration life(List<ProviderQuota> quotas) {
    return quotas.stream()
        .filter(ProviderQuota::aligned)
        .map(q -> FixedWindow.quiet(q.per()))
        .reduce(LIFE, (a, b) -> a.compareTo(b) < 0 ? a : b);
  }

  /** How many must be reserved before so many calls are made; 0 when there are enough. */
  int missing(int calls, long nanos) {
    boolean enough = left >= calls && until - nanos > 0;
    return none || enough ? 0 : Math.max(part, calls);
  }

  /**
   * These are written down. What was left of others is given up: it counts already.
   *
   * @param nanos before they were
   */
  void reserved(int calls, long nanos) {
    left = calls;
    until = nanos + life;
  }

  /** These are made. */
  void use(int calls) {
    left = Math.max(0, left - calls);
  }
}
