package io.tributary;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * A signal that ends the process. A node that serves is drained first; one that only starts holds
 * nothing that a drain would give back, so that its process ends at once.
 */
final class StopSignal {
  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch drained = new CountDownLatch(1);
  private boolean serving;

  private StopSignal() {}

  static StopSignal listen() {
    StopSignal signal = new StopSignal();
    Runtime.getRuntime().addShutdownHook(new Thread(signal::ended, "stop"));
    return signal;
  }

  private void ended() {
    synchronized (this) {
      asked.countDown();
      if (!serving) {
        return;
      }
    }
    try {
      drained.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    Runtime.getRuntime().halt(0);
  }

  /**
   * From now on the process waits for {@link #drained}.
   *
   * @return false where it ends already
   */
  synchronized boolean serving() {
    serving = asked.getCount() > 0;
    return serving;
  }

  /** Until the signal comes. */
  void await() throws InterruptedException {
    asked.await();
  }

  /** Lets time pass; at most until the signal comes. */
  void pause(Duration time) throws InterruptedException {
    asked.await(time.toMillis(), TimeUnit.MILLISECONDS);
  }

  /** Lets the process end. Does not return. */
  void drained() throws InterruptedException {
    drained.countDown();
    new CountDownLatch(1).await();
  }
}
