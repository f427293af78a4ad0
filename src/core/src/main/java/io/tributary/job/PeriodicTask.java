package io.tributary.job;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;

/**
 * Work that is looked after again and again, one round at a time: a round that takes longer than
 * the pace leaves out the next. Make, start and stop it on one verticle on virtual threads.
 */
public final class PeriodicTask {
  private final Runnable round;
  private final Promise<Void> ended = Promise.promise();
  private boolean busy;
  private boolean stopping;

  /**
   * @param round deals with its own failures; looks at {@link #isStopping} between its steps
   */
  public PeriodicTask(Runnable round) {
    this.round = round;
  }

  /**
   * @param first until the first round
   * @param every from one round to the next
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

  /** Whether a round is to end as soon as it can. */
  public boolean isStopping() {
    return stopping;
  }

  /** Begins no other round and completes when the one that runs has ended. */
  public Future<Void> stop() {
    stopping = true;
    if (!busy) {
      ended.tryComplete();
    }
    return ended.future();
  }
}
