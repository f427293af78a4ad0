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
  private final Runnable task;
  private final Promise<Void> ended = Promise.promise();
  private boolean running;
  private boolean stopping;

  /**
   * @param task the task; it handles its own failures and checks {@link #isStopping} between steps
   */
  public PeriodicTask(Runnable task) {
    this.task = task;
  }

  /**
   * @param initialDelay delay until the first run
   * @param interval interval between runs
   */
  public void start(Vertx vertx, Duration initialDelay, Duration interval) {
    vertx.setPeriodic(initialDelay.toMillis(), interval.toMillis(), id -> run());
  }

  private void run() {
    if (running || stopping) {
      return;
    }
    running = true;
    try {
      task.run();
    } finally {
      running = false;
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
    if (!running) {
      ended.tryComplete();
    }
    return ended.future();
  }
}
