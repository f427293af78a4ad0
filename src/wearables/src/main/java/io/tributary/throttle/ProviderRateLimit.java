package io.tributary.throttle;

import io.tributary.config.ProviderQuota;
import java.time.Duration;
import java.util.List;

/**
 * Budget of provider calls for one application or one of its users, across all of its quotas. Not
 * thread-safe.
 *
 * <p>A call is permitted when no pause is in effect and it fits into every window. Historical pulls
 * wait while a request for new data is waiting.
 */
final class ProviderRateLimit {
  private static final long MIN_WAIT_NANOS = 1_000_000;

  /** Grace period in which a delayed retry of a waiting request still precedes historical pulls. */
  static final Duration RETRY_GRACE = Duration.ofSeconds(2);

  private final List<QuotaWindow> windows;
  private final ReservedPermits reserve;
  private final Deadline pausedUntil = new Deadline();
  // Historical pulls wait until this time, because a request for new data is waiting.
  private final Deadline newDataWait = new Deadline();

  /** Deadline that only moves forward; unset at first. */
  private static final class Deadline {
    private boolean set;
    private long nanos;

    void extendTo(long at) {
      if (!set || at - nanos > 0) {
        set = true;
        nanos = at;
      }
    }

    /** Returns the nanoseconds until the deadline, or 0 after it. */
    long remaining(long now) {
      set &= nanos - now > 0;
      return set ? nanos - now : 0;
    }
  }

  /**
   * @param quotas empty when unknown; only pauses apply then
   * @param life how long a reservation may be used
   */
  ProviderRateLimit(List<ProviderQuota> quotas, Duration life) {
    this.windows = quotas.stream().map(QuotaWindow::of).toList();
    this.reserve = new ReservedPermits(quotas, life);
  }

  /**
   * Returns the nanoseconds until this many calls may be made; 0 means now. A request for new data
   * that has to wait precedes historical pulls when it retries.
   */
  long nanosUntilPermitted(int calls, boolean backfill, ClockReading now) {
    long longest = pausedUntil.remaining(now.nanos());
    if (backfill) {
      longest = Math.max(longest, newDataWait.remaining(now.nanos()));
    }
    for (QuotaWindow w : windows) {
      longest = Math.max(longest, w.nanosUntilFree(calls, backfill, now));
    }
    if (longest == 0) {
      return 0;
    }
    long wait = Math.max(MIN_WAIT_NANOS, longest);
    if (!backfill) {
      newDataWait.extendTo(now.nanos() + wait + RETRY_GRACE.toNanos());
    }
    return wait;
  }

  /** Returns how many calls must be reserved before this many are made; 0 means none. */
  int callsToReserve(int calls, ClockReading now) {
    return reserve.callsToReserve(calls, now.nanos());
  }

  /** Records that this many calls are reserved in the log. */
  void addReservation(int calls, ClockReading now) {
    reserve.replace(calls, now.nanos());
  }

  /** Counts calls that are made now. */
  void use(int calls, ClockReading now) {
    reserve.use(calls);
    windows.forEach(w -> w.use(calls, now));
  }

  /** Marks calls that were just counted as in flight. */
  void markInFlight(int calls, ClockReading made) {
    windows.forEach(w -> w.markInFlight(calls, made));
  }

  /** Counts calls that were in flight as made now, because they have ended. */
  void markEnded(int calls, ClockReading now) {
    windows.forEach(w -> w.markEnded(calls, now));
  }

  /**
   * Counts calls of an earlier owner. Call in chronological order, before any calls of this owner.
   *
   * @param reserved time of the reservation
   * @param last latest time at which one of the calls may have been made
   */
  void restore(int calls, ClockReading reserved, ClockReading last) {
    windows.forEach(w -> w.restore(calls, reserved, last));
  }

  /** Blocks calls until the pause is over. A shorter pause does not shorten a longer one. */
  void pause(Duration pause, ClockReading now) {
    pausedUntil.extendTo(now.nanos() + pause.toNanos());
  }

  /** Returns true when the budget is in its initial state and may be discarded. */
  boolean isIdle(ClockReading now) {
    return pausedUntil.remaining(now.nanos()) == 0
        && newDataWait.remaining(now.nanos()) == 0
        && windows.stream().allMatch(w -> w.isEmpty(now));
  }
}
