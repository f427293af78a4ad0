package io.tributary.job;

import io.tributary.core.SafeErrorMessage;
import io.tributary.db.Db;
import io.tributary.db.SqlErrors;
import io.tributary.telemetry.Tracing;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.MessageConsumer;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Consumer;
import java.util.function.IntFunction;

/**
 * Claims due rows while it has free slots and runs each on its own virtual thread.
 *
 * <p>A wake-up on the queue or a randomized poll interval triggers a claim. The runner claims at
 * most as many rows as it has free slots, and claims again at once if it got all that it requested.
 * If claimed work fails, its lease expires and another claim picks it up. On stop, the runner
 * claims nothing more and waits for the running jobs.
 *
 * <p>Create and start it on a virtual-thread verticle; all its fields are used on that context
 * only.
 *
 * @param <J> a claimed job
 */
public final class JobRunner<J> {
  private static final System.Logger LOG = System.getLogger(JobRunner.class.getName());

  private final Vertx vertx;
  private final Db db;
  private final String queue;
  private final int slots;
  private final Duration pollInterval;
  private final IntFunction<List<J>> claim;
  private final Consumer<J> run;
  private final Tracing tracing;
  private Context context;
  private MessageConsumer<String> wakeups;
  private long timer = -1;
  private int running;
  private boolean claiming;
  private boolean claimAgain;
  private boolean stopped;
  private Promise<Void> drained;

  /**
   * @param queue wake-up queue that triggers an early claim
   * @param claim claims at most the given number of rows, with a lease on each
   * @param run runs one job and records its outcome; an exception is logged, and the lease expires
   */
  public JobRunner(
      Vertx vertx,
      Db db,
      String queue,
      int slots,
      Duration pollInterval,
      IntFunction<List<J>> claim,
      Consumer<J> run) {
    this.vertx = vertx;
    this.db = db;
    this.queue = queue;
    this.slots = slots;
    this.pollInterval = pollInterval;
    this.claim = claim;
    this.run = run;
    this.tracing = Tracing.on(vertx);
  }

  public void start() {
    context = vertx.getOrCreateContext();
    wakeups = db.queueNotifier().onWake(queue, this::triggerClaim);
    triggerClaim();
  }

  /** Returns the number of running jobs. */
  public int running() {
    return running;
  }

  /** Stops claiming; the future completes when the running jobs have ended. */
  public Future<Void> stop() {
    stopped = true;
    if (wakeups != null) {
      wakeups.unregister();
    }
    vertx.cancelTimer(timer);
    drained = Promise.promise();
    completeIfDrained();
    return drained.future();
  }

  private void triggerClaim() {
    if (stopped) {
      return;
    }
    if (claiming) {
      claimAgain = true;
      return;
    }
    claiming = true;
    context.runOnContext(v -> claimFree());
  }

  private void claimFree() {
    boolean full = false;
    try {
      int free = slots - running;
      if (free > 0 && !stopped) {
        List<J> jobs = claim.apply(free);
        full = jobs.size() == free;
        jobs.forEach(this::startJob);
      }
    } catch (Exception e) {
      // Catches every exception, including checked ones that await() rethrows; otherwise no further
      // claim would be scheduled.
      LOG.log(Level.WARNING, "queue=" + queue + " claim failed: " + SafeErrorMessage.of(e));
    } finally {
      claiming = false;
    }
    if (stopped) {
      completeIfDrained();
      return;
    }
    if (claimAgain || full && running < slots) {
      claimAgain = false;
      triggerClaim();
    } else {
      schedule();
    }
  }

  /**
   * Completes the stop if nothing is running. A claim in progress counts as work: its rows are
   * leased and must be run or released.
   */
  private void completeIfDrained() {
    if (running == 0 && !claiming && drained != null) {
      drained.tryComplete();
    }
  }

  private void schedule() {
    vertx.cancelTimer(timer);
    long ms = Math.max(1, pollInterval.toMillis());
    timer =
        vertx.setTimer(ms + ThreadLocalRandom.current().nextLong(ms / 4 + 1), id -> triggerClaim());
  }

  /**
   * Logs the failure of a job. An unavailable or busy database is reported where it is detected, so
   * it is only a warning here; the job is claimed again.
   */
  private void logFailure(Exception e) {
    if (SqlErrors.isTransient(e)) {
      LOG.log(Level.WARNING, "queue=" + queue + " job postponed: " + SafeErrorMessage.of(e));
    } else {
      LOG.log(Level.ERROR, "queue=" + queue + " job failed", e);
    }
  }

  private void startJob(J job) {
    running++;
    tracing.runJob(
        context,
        "job " + queue,
        () -> {
          try {
            run.accept(job);
          } catch (Exception e) {
            Tracing.recordFailure(e);
            logFailure(e);
          } finally {
            running--;
            if (stopped) {
              completeIfDrained();
            } else {
              triggerClaim();
            }
          }
        });
  }
}
