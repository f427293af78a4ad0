package io.tributary.throttle;

import io.tributary.config.ProviderQuota;

/** Calls of one quota, and when more of them fit. Not thread-safe. */
abstract sealed class QuotaWindow permits SlidingWindow, FixedWindow {
  /** What history may use of a quota, so that what is new need not wait for it. */
  private static final double BACKFILL_SHARE = 0.8;

  private final int calls;

  /** Calls under way: they count until they have ended, and then as made at their end. */
  private int flying;

  QuotaWindow(int calls) {
    this.calls = calls;
  }

  static QuotaWindow of(ProviderQuota quota) {
    return quota.aligned()
        ? new FixedWindow(quota.calls(), quota.per())
        : new SlidingWindow(quota.calls(), quota.per());
  }

  /** Nanoseconds until so many more calls fit; 0 when they do. */
  final long wait(int count, boolean backfill, ClockReading now) {
    advance(now);
    int limit = backfill ? Math.max(1, (int) (calls * BACKFILL_SHARE)) : calls;
    // More than the whole quota is let through alone, or it would never be.
    int needed = Math.min(count, limit);
    int over = used() + flying + needed - limit;
    return Math.max(quiet(now), over <= 0 ? 0 : until(over, now));
  }

  /** Counts calls that are made now. */
  final void use(int count, ClockReading now) {
    advance(now);
    count(Math.min(count, calls));
  }

  /** What was just counted as made is under way. */
  final void fly(int count, ClockReading made) {
    advance(made);
    count(-Math.min(count, calls));
    flying += Math.min(count, calls);
  }

  /** Calls that were under way have ended: nobody knows when they came, but not after that. */
  final void land(int count, ClockReading now) {
    advance(now);
    flying -= Math.min(count, calls);
    count(Math.min(count, calls));
  }

  /** Counts calls of the past, older ones first; see {@link QuotaBudget#recall}. */
  void recall(int count, ClockReading reserved, ClockReading last) {
    use(count, last);
  }

  /** Whether nothing is left that counts. */
  final boolean empty(ClockReading now) {
    advance(now);
    return used() + flying == 0;
  }

  /** Forgets what counts no longer. */
  abstract void advance(ClockReading now);

  /** Calls that count now. */
  abstract int used();

  abstract void count(int calls);

  /** Nanoseconds until so many of the calls that count now do no longer. */
  abstract long until(int places, ClockReading now);

  /** Nanoseconds during which nobody calls, however few did. */
  long quiet(ClockReading now) {
    return 0;
  }
}
