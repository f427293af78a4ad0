package io.tributary.job;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;

/**
 * Runs a task at an interval, one run at a time. If a run takes longer than the interval, the next
 * one is skipped.
 *
 * <p>Create, start and stop it on the same virtual-thread verticle.
 */
public final class PeriodicTask {
  private final Runnable round;
  private final Promise<Void> ended = Promise.promise();
  private boolean busy;
  private boolean stopping;

  /**
   * @param round the task; it handles its own failures and checks {@link #isStopping} between steps
   */
  public PeriodicTask(Runnable round) {
    this.round = round;
  }

  /**
   * @param first delay until the first run
   * @param every interval between runs
   */
  public void start(Vertx vertx, Duration first, Duration every) {
    vertx.setPeriodic(first.toMillis(), every.toMillis(), id -> run());
  }

  private void run() {
    if (busy || stopping) {
      return;
    }
    busy = true;
    try {
      round.run();
    } finally {
      busy = false;
      if (stopping) {
        ended.tryComplete();
      }
    }
  }

  /** Returns whether the current run should end as soon as possible. */
  public boolean isStopping() {
    return stopping;
  }

  /** Starts no further run; the future completes when the current run has ended. */
  public Future<Void> stop() {
    stopping = true;
    if (!busy) {
      ended.tryComplete();
    }
    return ended.future();
  }
}
