package io.tributary;

import io.tributary.core.SafeErrorMessage;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.function.Predicate;

/**
 * Retries the start of a node after transient failures, such as a database that goes away or a
 * cluster member that stalls. A failed attempt has stopped everything it started.
 *
 * @param limit time after the first attempt within which a new attempt may begin
 * @param isTransient whether a failure is transient
 * @param pause waits between two attempts
 */
record StartupRetry(Duration limit, Predicate<Throwable> isTransient, Sleeper pause) {
  private static final System.Logger LOG = System.getLogger(StartupRetry.class.getName());
  private static final Duration RETRY_PAUSE = Duration.ofSeconds(1);

  interface Sleeper {
    void sleep(Duration time) throws InterruptedException;
  }

  /**
   * @throws Exception the failure of the last attempt
   */
  <T> T run(Callable<T> start) throws Exception {
    long begun = System.nanoTime();
    for (int next = 2; ; next++) {
      try {
        return start.call();
      } catch (Exception e) {
        if (!isTransient.test(e) || System.nanoTime() - begun > limit.toNanos()) {
          throw e;
        }
        LOG.log(
            Level.WARNING, "start failed, attempt " + next + " follows: " + SafeErrorMessage.of(e));
      }
      pause.sleep(RETRY_PAUSE);
    }
  }
}
