package io.tributary.db;

import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Deadline of a start, on the monotonic clock. */
record StartupDeadline(long nanos) {
  static StartupDeadline in(Duration limit) {
    return new StartupDeadline(System.nanoTime() + limit.toNanos());
  }

  Duration remaining() {
    return Duration.ofNanos(Math.max(0, nanos - System.nanoTime()));
  }

  boolean isExpired() {
    return remaining().isZero();
  }

  /** Sleeps, but not beyond the deadline. Only for platform threads before Vert.x runs. */
  void pause(Duration time) throws InterruptedException {
    TimeUnit.NANOSECONDS.sleep(Math.min(time.toNanos(), remaining().toNanos()));
  }
}
