package io.tributary.cluster;

import io.vertx.core.Future;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits for a termination up to a limit, and logs a warning if it takes longer. */
final class TerminationWait {
  private static final System.Logger LOG = System.getLogger(TerminationWait.class.getName());

  private TerminationWait() {}

  static void await(Future<?> ending, Duration limit, String what) {
    try {
      ending.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (Exception e) {
      // Catches Exception: timeouts and network failures are checked exceptions that await()
      // rethrows.
      LOG.log(Level.WARNING, "stop: " + what + " did not finish in time: " + e.getMessage());
    }
  }
}
