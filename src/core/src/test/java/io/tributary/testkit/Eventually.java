package io.tributary.testkit;

import java.time.Duration;

/** Waits for a promise to hold, looking often; fails with the last reason. */
public final class Eventually {
  private Eventually() {}

  public static void eventually(Duration limit, Runnable check) {
    long until = System.nanoTime() + limit.toNanos();
    while (true) {
      try {
        check.run();
        return;
      } catch (AssertionError | RuntimeException e) {
        if (System.nanoTime() > until) {
          throw e;
        }
      }
      try {
        Thread.sleep(20);
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
  }
}
