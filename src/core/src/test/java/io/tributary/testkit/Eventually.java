package io.tributary.testkit;

import java.time.Duration;

/**
 * Retries an assertion until it passes or a time limit is reached, and fails with the last error.
 */
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
