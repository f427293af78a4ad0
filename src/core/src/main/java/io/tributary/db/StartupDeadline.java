package io.tributary.db;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** A moment on the monotonic clock until which a start may wait. */
record StartupDeadline(long nanos) {
  static StartupDeadline in(Duration limit) {
    return new StartupDeadline(System.nanoTime() + limit.toNanos());
  }

  Duration left() {
    return Duration.ofNanos(Math.max(0, nanos - System.nanoTime()));
  }

  boolean isOver() {
    return left().isZero();
  }

  /** Waits, but not beyond the deadline. Only for plain threads before Vert.x runs. */
  void pause(Duration time) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(Math.min(time.toNanos(), left().toNanos()));
  }
}
