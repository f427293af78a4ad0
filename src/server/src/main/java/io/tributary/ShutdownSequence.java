package io.tributary;

import io.vertx.core.Future;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * Waits for the parts of a node to stop one after another, within an overall deadline.
 *
 * <p>Each part gets the configured limit, and all of them together at most three times that limit,
 * so that the operator can rely on a maximum shutdown time. Work that is late is abandoned; the
 * next start resumes it.
 */
final class ShutdownSequence {
  private static final System.Logger LOG = System.getLogger(ShutdownSequence.class.getName());
  private static final int WHOLE = 3;

  /** Minimum wait for each part, even when the overall deadline has passed. */
  private static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Duration each;
  private final long until;

  ShutdownSequence(Duration each) {
    this.each = each;
    this.until = System.nanoTime() + each.multipliedBy(WHOLE).toNanos();
  }

  /** Returns the time limit for the next part. */
  Duration left() {
    return Duration.ofNanos(
        Math.clamp(until - System.nanoTime(), LEAST_NANOS, Math.max(LEAST_NANOS, each.toNanos())));
  }

  void await(Future<?> stopping, String what) {
    try {
      stopping.timeout(left().toMillis(), TimeUnit.MILLISECONDS).await();
    } catch (Exception e) {
      // Catches Exception: a timeout is a checked exception that await() rethrows.
      LOG.log(Level.WARNING, "stop: " + what + " did not end in time: " + e.getMessage());
    }
  }
}
