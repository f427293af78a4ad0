package io.tributary.throttle;

import io.tributary.config.ProviderQuota;
import java.time.Duration;
import java.util.List;

/**
 * Calls that are reserved in the log and not made yet. Not thread-safe.
 *
 * <p>Calls are reserved in batches, so that not every call waits for a write. A reservation is
 * valid for a short time only, so that the next owner counts its calls at nearly the right time.
 */
final class ReservedPermits {
  /** Reservations per quota. Keeps the loss small when an owner dies with unused calls. */
  private static final int PARTS = 50;

  private static final int MOST_CALLS = 50;

  private static final Duration LIFE = Duration.ofSeconds(5);

  private final boolean none;
  private final int part;
  private final long life;
  private int left;
  private long until;

  /**
   * @param quotas quotas that the calls count against; with none, nothing is reserved
   * @param life validity for all quotas of the provider, because the next owner counts all calls by
   *     the same one
   */
  ReservedPermits(List<ProviderQuota> quotas, Duration life) {
    int least = quotas.stream().mapToInt(ProviderQuota::calls).min().orElse(0);
    this.none = quotas.isEmpty();
    this.part = Math.clamp(least / PARTS, 1, MOST_CALLS);
    this.life = life.toNanos();
  }

  /**
   * Returns how long a reservation may be used. It is at most the blocked time before the end of a
   * fixed window, so that no reserved call is made in the next period.
   */
  static Duration life(List<ProviderQuota> quotas) {
    return quotas.stream()
        .filter(ProviderQuota::aligned)
        .map(q -> FixedWindow.quiet(q.per()))
        .reduce(LIFE, (a, b) -> a.compareTo(b) < 0 ? a : b);
  }

  /** Returns how many calls must be reserved before this many are made; 0 when enough are left. */
  int missing(int calls, long nanos) {
    boolean enough = left >= calls && until - nanos > 0;
    return none || enough ? 0 : Math.max(part, calls);
  }

  /**
   * Replaces the reservation. Unused calls of the previous one are given up; they count already.
   *
   * @param nanos time before the write
   */
  void reserved(int calls, long nanos) {
    left = calls;
    until = nanos + life;
  }

  /** Uses reserved calls. */
  void use(int calls) {
    left = Math.max(0, left - calls);
  }
}
