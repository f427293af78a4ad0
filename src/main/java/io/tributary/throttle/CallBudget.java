package io.tributary.throttle;

import java.time.Duration;

/**
 * Provider calls of one app within its quota: at most {@code calls} in any window, counted in
 * slices of it, so that memory does not grow with the quota. Advisory: it starts empty with each
 * owner, and the provider's 429 corrects it. Times are of any monotonic clock in nanoseconds. Not
 * thread-safe.
 */
final class CallBudget {
  private static final int SLICES = 100;
  private static final long LEAST_WAIT = 1_000_000;

  private final int calls;
  private final long slice;
  // One more than the window has: the oldest slice counts until all of it is out.
  private final int[] used = new int[SLICES + 1];
  private int sum;
  private long newest;
  private boolean began;
  private boolean paused;
  private long pausedUntil;

  /**
   * @param calls 0 = the quota is not known, only pauses hold
   */
  CallBudget(int calls, Duration per) {
    this.calls = calls;
    this.slice = Math.max(1, per.toNanos() / SLICES);
  }

  /**
   * Takes the calls, all or none.
   *
   * @return 0 when they were taken, else the nanoseconds to wait before asking again
   */
  long take(int count, long now) {
    if (paused && now - pausedUntil < 0) {
      return Math.max(LEAST_WAIT, pausedUntil - now);
    }
    paused = false;
    if (calls == 0) {
      return 0;
    }
    advance(now);
    // More than the whole quota is let through alone, or it would never be.
    int needed = Math.min(count, calls);
    if (sum + needed > calls) {
      return Math.max(LEAST_WAIT, waitFor(sum + needed - calls, now));
    }
    used[index(newest)] += needed;
    sum += needed;
    return 0;
  }

  /** Nobody calls before the pause is over; a shorter pause does not end a longer one. */
  void pause(Duration pause, long now) {
    long until = now + pause.toNanos();
    if (!paused || until - pausedUntil > 0) {
      paused = true;
      pausedUntil = until;
    }
  }

  private void advance(long now) {
    long current = Math.floorDiv(now, slice);
    if (!began) {
      began = true;
      newest = current;
    }
    for (long gone = Math.min(current - newest, used.length); gone > 0; gone--) {
      int i = index(current - gone + 1);
      sum -= used[i];
      used[i] = 0;
    }
    newest = Math.max(newest, current);
  }

  private long waitFor(int places, long now) {
    int free = 0;
    for (long s = newest - SLICES; s <= newest; s++) {
      free += used[index(s)];
      if (free >= places) {
        return (s + SLICES + 1) * slice - now;
      }
    }
    return slice * (SLICES + 1L);
  }

  private int index(long slice) {
    return (int) Math.floorMod(slice, (long) used.length);
  }
}
