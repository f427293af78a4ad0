package io.tributary.cluster;

import io.vertx.core.Future;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits for what ends, but not for ever. */
final class TerminationWait {
  private static final System.Logger LOG = System.getLogger(TerminationWait.class.getName());

  private TerminationWait() {}

  static void await(Future<?> ending, Duration limit, String what) {
    try {
      ending.await(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (Exception e) {
      // A timeout is a checked exception, as are faults of the network that await passes through.
      LOG.log(Level.WARNING, "stop: " + what + " did not end in time: " + e.getMessage());
    }
  }
}
