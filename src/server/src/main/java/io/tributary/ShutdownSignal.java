package io.tributary;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import sun.misc.Signal;

/**
 * Handles the signals that terminate the process: TERM, INT and HUP.
 *
 * <p>While the node serves, the signal only wakes the thread in {@link #await}, which drains the
 * node. The drain does not run in a JVM shutdown hook, because the JVM closes the log at the very
 * beginning of its shutdown. The last head of the audit chain and all messages of the drain would
 * be lost.
 *
 * <p>While the node is still starting, the signal ends the process at once, with the exit status
 * that the JVM itself would use.
 */
final class ShutdownSignal {
  private static final List<String> NAMES = List.of("TERM", "INT", "HUP");
  private static final int SIGNAL_EXIT_BASE = 128;

  private final CountDownLatch received = new CountDownLatch(1);
  private boolean serving;

  private ShutdownSignal() {}

  static ShutdownSignal listen() {
    ShutdownSignal stop = new ShutdownSignal();
    for (String name : NAMES) {
      try {
        Signal.handle(new Signal(name), stop::handle);
      } catch (IllegalArgumentException e) {
        // The platform lacks this signal, or -Xrs leaves its handling to the parent process.
        continue;
      }
    }
    return stop;
  }

  private void handle(Signal signal) {
    synchronized (this) {
      received.countDown();
      if (serving) {
        return;
      }
    }
    System.exit(SIGNAL_EXIT_BASE + signal.getNumber());
  }

  /**
   * Hands the responsibility to end the process over to the thread that waits for the signal.
   *
   * @return false if the process is already ending
   */
  synchronized boolean startServing() {
    serving = received.getCount() > 0;
    return serving;
  }

  /** Blocks until the signal arrives. */
  void await() throws InterruptedException {
    received.await();
  }

  /** Sleeps for the given time, or until the signal arrives. */
  void pause(Duration time) throws InterruptedException {
    received.await(time.toMillis(), TimeUnit.MILLISECONDS);
  }
}
