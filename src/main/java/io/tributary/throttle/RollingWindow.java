package io.tributary.throttle;

import java.time.Duration;

/** At most so many calls in any time of a length, counted in slices of it: little memory. */
final class RollingWindow extends CallWindow {
  private static final int SLICES = 100;

  private final long slice;
  // One more than the window has: the oldest slice counts until all of it is out.
  private final int[] used = new int[SLICES + 1];
  private int sum;
  private long newest;
  private boolean began;

  RollingWindow(int calls, Duration per) {
    super(calls);
    this.slice = Math.max(1, per.toNanos() / SLICES);
  }

  @Override
  void advance(Moment now) {
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
  long until(int places, Moment now) {
    int free = 0;
    for (long s = newest - SLICES; s <= newest; s++) {
      free += used[index(s)];
      if (free >= places) {
        return (s + SLICES + 1) * slice - now.nanos();
      }
    }
    return slice * (SLICES + 1L);
  }

  private int index(long slice) {
    return (int) Math.floorMod(slice, (long) used.length);
  }
}
