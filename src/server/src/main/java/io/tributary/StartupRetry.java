package io.tributary;

import io.tributary.core.SafeErrorMessage;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Predicate;

/**
 * A start that a passing fault ends is begun anew: a database that goes away half way, a member of
 * the cluster that stands still. What was begun has ended by then.
 *
 * @param limit no new try begins later than this after the first one
 * @param passing whether a fault may be gone at the next try
 * @param pause between two tries
 */
record StartupRetry(Duration limit, Predicate<Throwable> passing, Pause pause) {
  private static final System.Logger LOG = System.getLogger(StartupRetry.class.getName());
  private static final Duration BETWEEN = Duration.ofSeconds(1);

  /** Lets time pass. */
  interface Pause {
    void of(Duration time) throws InterruptedException;
  }

  /**
   * @throws Exception of the last try
   */
  <T> T run(Callable<T> start) throws Exception {
    long begun = System.nanoTime();
    for (int next = 2; ; next++) {
      try {
        return start.call();
      } catch (Exception e) {
        if (!passing.test(e) || System.nanoTime() - begun > limit.toNanos()) {
          throw e;
        }
        LOG.log(Level.WARNING, "start waits, try " + next + " follows: " + SafeErrorMessage.of(e));
      }
      pause.of(BETWEEN);
    }
  }
}
