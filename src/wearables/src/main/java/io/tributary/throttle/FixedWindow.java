package io.tributary.throttle;

import java.time.Duration;

/**
 * Quota window with fixed boundaries: at most N calls per period, where periods are counted from
 * midnight UTC.
 *
 * <p>No calls are permitted for a short time on either side of a boundary. The provider's clock may
 * differ a little and a call takes time to arrive, so a call close to a boundary may count in
 * either period.
 */
final class FixedWindow extends QuotaWindow {
  private static final long MAX_GUARD_MS = 5_000;

  /**
   * Share of a short period that is blocked on either side of a boundary: one twentieth, at most
   * five seconds.
   */
  private static final int GUARD_DIVISOR = 20;

  private final long length;
  private final long guardMillis;
  private long current = Long.MIN_VALUE;
  private int used;

  FixedWindow(int calls, Duration per) {
    super(calls);
    this.length = per.toMillis();
    this.guardMillis = guardTime(per).toMillis();
  }

  /** Returns how long calls are blocked on either side of a boundary. */
  static Duration guardTime(Duration per) {
    return Duration.ofMillis(Math.min(MAX_GUARD_MS, per.toMillis() / GUARD_DIVISOR));
  }

  /**
   * Starts a new period when the wall clock has passed a boundary. A clock that is set back does
   * not reopen an old period.
   */
  @Override
  void advance(ClockReading now) {
    long at = window(now);
    if (at > current) {
      current = at;
      used = 0;
    }
  }

  /**
   * Counts calls of an earlier owner. Calls that may have been in flight when a new period began
   * count in the new period, because it is unknown in which period they arrived.
   */
  @Override
  void restore(int count, ClockReading reserved, ClockReading last) {
    boolean over = window(last) > window(reserved);
    use(count, over ? last : reserved);
  }

  private long window(ClockReading at) {
    return Math.floorDiv(at.utcMillis(), length);
  }

  @Override
  int used() {
    return used;
  }

  @Override
  void count(int calls) {
    used += calls;
  }

  @Override
  long nanosUntilExpired(int places, ClockReading now) {
    return nanos((current + 1) * length + guardMillis - now.utcMillis());
  }

  @Override
  long guardTime(ClockReading now) {
    long into = Math.floorMod(now.utcMillis(), length);
    if (into < guardMillis) {
      return nanos(guardMillis - into);
    }
    return into < length - guardMillis ? 0 : nanos(length - into + guardMillis);
  }

  private static long nanos(long millis) {
    return Duration.ofMillis(millis).toNanos();
  }
}
