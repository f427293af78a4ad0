package io.tributary.throttle;

import java.time.Duration;

/**
 * Calls of one quota: at most so many in any window, counted in slices of it, so that memory does
 * not grow with the quota. Times are of any monotonic clock in nanoseconds. Not thread-safe.
 */
final class CallWindow {
  private static final int SLICES = 100;

  /** What history may use of a quota, so that what is new need not wait for it. */
  private static final double BACKFILL_SHARE = 0.8;

  private final int calls;
  private final long slice;
  // One more than the window has: the oldest slice counts until all of it is out.
  private final int[] used = new int[SLICES + 1];
  private int sum;
  private long newest;
  private boolean began;

  CallWindow(int calls, Duration per) {
    this.calls = calls;
    this.slice = Math.max(1, per.toNanos() / SLICES);
  }

  /** Nanoseconds until so many more calls fit; 0 when they do. */
  long wait(int count, boolean backfill, long now) {
    advance(now);
    int limit = backfill ? Math.max(1, (int) (calls * BACKFILL_SHARE)) : calls;
    // More than the whole quota is let through alone, or it would never be.
    int needed = Math.min(count, limit);
    return sum + needed <= limit ? 0 : waitFor(sum + needed - limit, now);
  }

  /** Counts calls that are made now. */
  void use(int count, long now) {
    advance(now);
    int counted = Math.min(count, calls);
    used[index(newest)] += counted;
    sum += counted;
  }

  /** Whether nothing is left that counts. */
  boolean empty(long now) {
    advance(now);
    return sum == 0;
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
