package io.tributary.throttle;

import java.time.Duration;

/**
 * At most so many calls from one full time to the next, counted from midnight UTC. Where two times
 * meet nobody calls for a moment: the provider's clock may be a little off, and a call takes its
 * way, so that nobody knows in which of the two it is counted there.
 */
final class FixedWindow extends QuotaWindow {
  private static final long MOST_QUIET_MS = 5_000;

  /** Of a short time this part is quiet on either side of the seam. */
  private static final int QUIET_PART = 20;

  private final long length;
  private final long quiet;
  private long current = Long.MIN_VALUE;
  private int used;

  FixedWindow(int calls, Duration per) {
    super(calls);
    this.length = per.toMillis();
    this.quiet = quiet(per).toMillis();
  }

  /** How long nobody calls on either side of a seam. */
  static Duration quiet(Duration per) {
    return Duration.ofMillis(Math.min(MOST_QUIET_MS, per.toMillis() / QUIET_PART));
  }

  /** A wall clock that is set back does not bring old times again. */
  @Override
  void advance(ClockReading now) {
    long at = window(now);
    if (at > current) {
      current = at;
      used = 0;
    }
  }

  /** Of what may still have been under way when the next window began nobody knows which it met. */
  @Override
  void recall(int count, ClockReading reserved, ClockReading last) {
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
  long until(int places, ClockReading now) {
    return nanos((current + 1) * length + quiet - now.utcMillis());
  }

  @Override
  long quiet(ClockReading now) {
    long into = Math.floorMod(now.utcMillis(), length);
    if (into < quiet) {
      return nanos(quiet - into);
    }
    return into < length - quiet ? 0 : nanos(length - into + quiet);
  }

  private static long nanos(long millis) {
    return Duration.ofMillis(millis).toNanos();
  }
}
