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
  private static final int TOTAL_LIMIT_FACTOR = 3;

  /** Minimum wait for each part, even when the overall deadline has passed. */
  private static final long MIN_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(200);

  private final Duration limitPerPart;
  private final long deadline;

  ShutdownSequence(Duration each) {
    this.limitPerPart = each;
    this.deadline = System.nanoTime() + each.multipliedBy(TOTAL_LIMIT_FACTOR).toNanos();
  }

  /** Returns the time limit for the next part. */
  Duration remaining() {
    return Duration.ofNanos(
        Math.clamp(
            deadline - System.nanoTime(),
            MIN_WAIT_NANOS,
            Math.max(MIN_WAIT_NANOS, limitPerPart.toNanos())));
  }

  void await(Future<?> stopping, String what) {
    try {
      stopping.timeout(remaining().toMillis(), TimeUnit.MILLISECONDS).await();
    } catch (Exception e) {
      // Catches Exception: a timeout is a checked exception that await() rethrows.
      LOG.log(Level.WARNING, "stop: " + what + " did not finish in time: " + e.getMessage());
    }
  }
}
