package io.tributary;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import sun.misc.Signal;

/**
 * Signals that end the process. A node that serves is drained first, by who waits for the signal:
 * not within a shutdown of the JVM, as that takes the log away at its very beginning, and with it
 * the last head of the audit chain and all that a drain has to tell. A node that only starts ends
 * at once, with the status that the JVM itself would give.
 */
final class ShutdownSignal {
  private static final List<String> NAMES = List.of("TERM", "INT", "HUP");
  private static final int BY_SIGNAL = 128;

  private final CountDownLatch asked = new CountDownLatch(1);
  private boolean serving;

  private ShutdownSignal() {}

  static ShutdownSignal listen() {
    ShutdownSignal stop = new ShutdownSignal();
    for (String name : NAMES) {
      try {
        Signal.handle(new Signal(name), stop::ended);
      } catch (IllegalArgumentException e) {
        // There is none of the name, or -Xrs leaves it to who started this process.
        continue;
      }
    }
    return stop;
  }

  private void ended(Signal signal) {
    synchronized (this) {
      asked.countDown();
      if (serving) {
        return;
      }
    }
    System.exit(BY_SIGNAL + signal.getNumber());
  }

  /**
   * From now on who waits for the signal ends the process.
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
}
