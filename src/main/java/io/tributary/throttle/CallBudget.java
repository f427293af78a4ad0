package io.tributary.throttle;

import java.time.Duration;
import java.util.List;

/**
 * Provider calls of one application, or of one of its users, within all of its quotas. Advisory: it
 * starts empty with each owner, and the provider's 429 corrects it. Times are of any monotonic
 * clock in nanoseconds. Not thread-safe.
 */
final class CallBudget {
  private static final long LEAST_WAIT = 1_000_000;

  private final List<CallWindow> windows;
  private boolean paused;
  private long pausedUntil;

  /**
   * @param windows none = the quota is not known, only pauses hold
   */
  CallBudget(List<CallWindow> windows) {
    this.windows = List.copyOf(windows);
  }

  /** Nanoseconds to wait before so many calls may be made; 0 when they may be made now. */
  long wait(int calls, boolean backfill, long now) {
    if (paused && now - pausedUntil < 0) {
      return Math.max(LEAST_WAIT, pausedUntil - now);
    }
    paused = false;
    long longest = 0;
    for (CallWindow w : windows) {
      longest = Math.max(longest, w.wait(calls, backfill, now));
    }
    return longest == 0 ? 0 : Math.max(LEAST_WAIT, longest);
  }

  /** Counts calls that are made now. */
  void use(int calls, long now) {
    windows.forEach(w -> w.use(calls, now));
  }

  /** Nobody calls before the pause is over; a shorter pause does not end a longer one. */
  void pause(Duration pause, long now) {
    long until = now + pause.toNanos();
    if (!paused || until - pausedUntil > 0) {
      paused = true;
      pausedUntil = until;
    }
  }

  /** Whether it would be the same if it were made anew. */
  boolean idle(long now) {
    return (!paused || now - pausedUntil >= 0) && windows.stream().allMatch(w -> w.empty(now));
  }
}
