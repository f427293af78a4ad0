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
  private static final int RESERVATIONS_PER_QUOTA = 50;

  private static final int MAX_CALLS = 50;

  private static final Duration MAX_TTL = Duration.ofSeconds(5);

  private final boolean unlimited;
  private final int batchSize;
  private final long ttlNanos;
  private int remaining;
  private long expiresAt;

  /**
   * @param quotas quotas that the calls count against; with none, nothing is reserved
   * @param ttlNanos validity for all quotas of the provider, because the next owner counts all
   *     calls by the same one
   */
  ReservedPermits(List<ProviderQuota> quotas, Duration life) {
    int least = quotas.stream().mapToInt(ProviderQuota::calls).min().orElse(0);
    this.unlimited = quotas.isEmpty();
    this.batchSize = Math.clamp(least / RESERVATIONS_PER_QUOTA, 1, MAX_CALLS);
    this.ttlNanos = life.toNanos();
  }

  /**
   * Returns how long a reservation may be used. It is at most the blocked time before the end of a
   * fixed window, so that no reserved call is made in the next period.
   */
  static Duration ttl(List<ProviderQuota> quotas) {
    return quotas.stream()
        .filter(ProviderQuota::aligned)
        .map(q -> FixedWindow.guardTime(q.per()))
        .reduce(MAX_TTL, (a, b) -> a.compareTo(b) < 0 ? a : b);
  }

  /** Returns how many calls must be reserved before this many are made; 0 when enough are left. */
  int callsToReserve(int calls, long nanos) {
    boolean enough = remaining >= calls && expiresAt - nanos > 0;
    return unlimited || enough ? 0 : Math.max(batchSize, calls);
  }

  /**
   * Replaces the reservation. Unused calls of the previous one are given up; they count already.
   *
   * @param nanos time before the write
   */
  void replace(int calls, long nanos) {
    remaining = calls;
    expiresAt = nanos + ttlNanos;
  }

  /** Uses reserved calls. */
  void use(int calls) {
    remaining = Math.max(0, remaining - calls);
  }
}
