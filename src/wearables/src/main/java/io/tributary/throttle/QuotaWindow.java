package io.tributary.throttle;

import io.tributary.config.ProviderQuota;

/**
 * Calls counted against one quota. Computes when more calls fit. Not thread-safe.
 *
 * <p>A call is counted when it is permitted. If the caller reports its end, the call is moved to
 * "in flight" and counts without expiry until then. It is then counted at its end, because the
 * provider counts a call when it arrives, which is not after its answer.
 */
abstract sealed class QuotaWindow permits SlidingWindow, FixedWindow {
  /**
   * Share of a quota that historical pulls may use, so that requests for new data do not have to
   * wait for them.
   */
  private static final double BACKFILL_SHARE = 0.8;

  private final int maxCalls;

  /** Calls in flight. They count until they have ended, and then as made at their end. */
  private int inFlight;

  QuotaWindow(int calls) {
    this.maxCalls = calls;
  }

  static QuotaWindow of(ProviderQuota quota) {
    return quota.aligned()
        ? new FixedWindow(quota.calls(), quota.per())
        : new SlidingWindow(quota.calls(), quota.per());
  }

  /** Returns the nanoseconds until this many more calls fit; 0 means now. */
  final long nanosUntilFree(int count, boolean backfill, ClockReading now) {
    advance(now);
    int limit = backfill ? Math.max(1, (int) (maxCalls * BACKFILL_SHARE)) : maxCalls;
    // A request larger than the whole quota passes when the window is empty. Otherwise it would
    // wait forever.
    int needed = Math.min(count, limit);
    int over = used() + inFlight + needed - limit;
    return Math.max(guardTime(now), over <= 0 ? 0 : nanosUntilExpired(over, now));
  }

  /** Counts calls that are made now. */
  final void use(int count, ClockReading now) {
    advance(now);
    count(Math.min(count, maxCalls));
  }

  /** Marks calls that were just counted as in flight. */
  final void markInFlight(int count, ClockReading made) {
    advance(made);
    count(-Math.min(count, maxCalls));
    inFlight += Math.min(count, maxCalls);
  }

  /**
   * Counts calls that have ended as made now. Their arrival at the provider is unknown, but it is
   * not later.
   */
  final void markEnded(int count, ClockReading now) {
    advance(now);
    inFlight -= Math.min(count, maxCalls);
    count(Math.min(count, maxCalls));
  }

  /** Counts past calls in chronological order; see {@link ProviderRateLimit}. */
  void restore(int count, ClockReading reserved, ClockReading last) {
    use(count, last);
  }

  /** Returns true when no calls count. */
  final boolean isEmpty(ClockReading now) {
    advance(now);
    return used() + inFlight == 0;
  }

  /** Drops calls that no longer count. */
  abstract void advance(ClockReading now);

  /** Number of calls that count now. */
  abstract int used();

  abstract void count(int calls);

  /** Returns the nanoseconds until this many of the counted calls expire. */
  abstract long nanosUntilExpired(int places, ClockReading now);

  /** Returns the nanoseconds during which no calls are permitted regardless of usage. */
  long guardTime(ClockReading now) {
    return 0;
  }
}
