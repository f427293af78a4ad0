package io.tributary.throttle;

import java.time.Duration;

/**
 * Quota window that slides: at most N calls in any period of the given length. Counts per slice
 * (1/100 of the period) to use little memory.
 */
final class SlidingWindow extends QuotaWindow {
  private static final int SLICES = 100;

  // One slice more than the period, because the oldest slice counts until all of it has expired. A
  // second one more, because a call takes time to arrive and the provider counts it on arrival.
  private static final int COUNTED_SLICES = SLICES + 2;

  private final long sliceNanos;
  private final int[] used = new int[COUNTED_SLICES];
  private int sum;
  private long newest;
  private boolean started;

  SlidingWindow(int calls, Duration per) {
    super(calls);
    this.sliceNanos = Math.max(1, per.toNanos() / SLICES);
  }

  @Override
  void advance(ClockReading now) {
    long current = Math.floorDiv(now.nanos(), sliceNanos);
    if (!started) {
      started = true;
      newest = current;
    }
    for (long gone = Math.min(current - newest, used.length); gone > 0; gone--) {
      int i = index(current - gone + 1);
      sum -= used[i];
      used[i] = 0;
    }
    newest = Math.max(newest, current);
  }

  @Override
  int used() {
    return sum;
  }

  @Override
  void count(int calls) {
    used[index(newest)] += calls;
    sum += calls;
  }

  @Override
  long nanosUntilExpired(int places, ClockReading now) {
    int free = 0;
    for (long s = newest - COUNTED_SLICES + 1; s <= newest; s++) {
      free += used[index(s)];
      if (free >= places) {
        return (s + COUNTED_SLICES) * sliceNanos - now.nanos();
      }
    }
    return sliceNanos * COUNTED_SLICES;
  }

  private int index(long slice) {
    return (int) Math.floorMod(slice, (long) used.length);
  }
}
