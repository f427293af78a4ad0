package io.tributary.throttle;

import io.tributary.config.ProviderQuota;
import java.time.Duration;
import java.util.List;

/**
 * Provider calls of one application, or of one of its users, within all of its quotas. Not
 * thread-safe.
 */
final class QuotaBudget {
  private static final long LEAST_WAIT = 1_000_000;

  /** How late somebody who was told to wait may come again and is still before history. */
  static final Duration LATE = Duration.ofSeconds(2);

  private final List<QuotaWindow> windows;
  private final ReservedPermits reserve;
  private final Until paused = new Until();
  // While somebody waits for what is new, history waits too.
  private final Until awaited = new Until();

  /** A time that only moves forward, or none. */
  private static final class Until {
    private boolean set;
    private long nanos;

    void atLeast(long at) {
      if (!set || at - nanos > 0) {
        set = true;
        nanos = at;
      }
    }

    /** Nanoseconds to it; 0 when it is over. */
    long left(long now) {
      set &= nanos - now > 0;
      return set ? nanos - now : 0;
    }
  }

  /**
   * @param quotas none = not known, only pauses hold
   * @param life how long what is reserved may be used
   */
  QuotaBudget(List<ProviderQuota> quotas, Duration life) {
    this.windows = quotas.stream().map(QuotaWindow::of).toList();
    this.reserve = new ReservedPermits(quotas, life);
  }

  /**
   * Nanoseconds to wait before so many calls may be made; 0 when they may be made now. Who asks for
   * what is new and has to wait goes before history when it comes again.
   */
  long wait(int calls, boolean backfill, ClockReading now) {
    long longest = paused.left(now.nanos());
    if (backfill) {
      longest = Math.max(longest, awaited.left(now.nanos()));
    }
    for (QuotaWindow w : windows) {
      longest = Math.max(longest, w.wait(calls, backfill, now));
    }
    if (longest == 0) {
      return 0;
    }
    long wait = Math.max(LEAST_WAIT, longest);
    if (!backfill) {
      awaited.atLeast(now.nanos() + wait + LATE.toNanos());
    }
    return wait;
  }

  /** How many calls must be written down before so many are made; 0: none. */
  int missing(int calls, ClockReading now) {
    return reserve.missing(calls, now.nanos());
  }

  /** So many are written down. */
  void reserved(int calls, ClockReading now) {
    reserve.reserved(calls, now.nanos());
  }

  /** Counts calls that are made now. */
  void use(int calls, ClockReading now) {
    reserve.use(calls);
    windows.forEach(w -> w.use(calls, now));
  }

  /** What was used at that moment is under way. */
  void fly(int calls, ClockReading made) {
    windows.forEach(w -> w.fly(calls, made));
  }

  /** What was under way has ended. */
  void land(int calls, ClockReading now) {
    windows.forEach(w -> w.land(calls, now));
  }

  /**
   * Counts calls of an earlier owner; older ones first, and before any of this one.
   *
   * @param reserved when they were written down
   * @param last when the last of them may have been made
   */
  void recall(int calls, ClockReading reserved, ClockReading last) {
    windows.forEach(w -> w.recall(calls, reserved, last));
  }

  /** Nobody calls before the pause is over; a shorter pause does not end a longer one. */
  void pause(Duration pause, ClockReading now) {
    paused.atLeast(now.nanos() + pause.toNanos());
  }

  /** Whether it would be the same if it were made anew. */
  boolean idle(ClockReading now) {
    return paused.left(now.nanos()) == 0
        && awaited.left(now.nanos()) == 0
        && windows.stream().allMatch(w -> w.empty(now));
  }
}
