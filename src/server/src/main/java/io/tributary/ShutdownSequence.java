package io.tributary;

import io.vertx.core.Future;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Waits for the parts of a node that end one after another: for each so long, and for all of them
 * not longer than three times that, so that whoever ends the node knows when it is over. What is
 * late then is given up as it is; the next start takes it up.
 */
final class ShutdownSequence {
  private static final System.Logger LOG = System.getLogger(ShutdownSequence.class.getName());
  private static final int WHOLE = 3;

  /** Also what comes last gets a moment. */
  private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Duration each;
  private final long until;

  ShutdownSequence(Duration each) {
    this.each = each;
    this.until = System.nanoTime() + each.multipliedBy(WHOLE).toNanos();
  }

  /** For the part that comes next. */
  Duration left() {
    return Duration.ofNanos(
        Math.clamp(until - System.nanoTime(), LEAST_NANOS, Math.max(LEAST_NANOS, each.toNanos())));
  }

  void await(Future<?> stopping, String what) {
    try {
      stopping.timeout(left().toMillis(), TimeUnit.MILLISECONDS).await();
    } catch (Exception e) {
      // A timeout is a checked exception, which await passes through.
      LOG.log(Level.WARNING, "stop: " + what + " did not end in time: " + e.getMessage());
    }
  }
}
