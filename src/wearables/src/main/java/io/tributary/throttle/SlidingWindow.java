package io.tributary.throttle;

import java.time.Duration;

/** At most so many calls in any time of a length, counted in slices of it: little memory. */
final class SlidingWindow extends QuotaWindow {
  private static final int SLICES = 100;

  // The oldest slice counts until all of it is out, and one more than that: a call takes its way,
  // and the provider counts it when it comes.
  private static final int COUNTED = SLICES + 2;

  private final long slice;
  private final int[] used = new int[COUNTED];
  private int sum;
  private long newest;
  private boolean began;

  SlidingWindow(int calls, Duration per) {
    super(calls);
    this.slice = Math.max(1, per.toNanos() / SLICES);
  }

  @Override
  void advance(ClockReading now) {
    long current = Math.floorDiv(now.nanos(), slice);
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
  long until(int places, ClockReading now) {
    int free = 0;
    for (long s = newest - COUNTED + 1; s <= newest; s++) {
      free += used[index(s)];
      if (free >= places) {
        return (s + COUNTED) * slice - now.nanos();
      }
    }
    return slice * COUNTED;
  }

  private int index(long slice) {
    return (int) Math.floorMod(slice, (long) used.length);
  }
}
