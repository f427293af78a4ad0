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
 * Claims due rows while there are free slots and runs each on its own virtual thread. Make and
 * start it on a virtual-thread verticle; all its fields live on that context.
 *
 * @param <J> a claimed job
 */
public final class JobRunner<J> {
  private static final System.Logger LOG = System.getLogger(JobRunner.class.getName());

  private final Vertx vertx;
  private final Db db;
  private final String queue;
  private final int slots;
  private final Duration every;
  private final IntFunction<List<J>> claim;
  private final Consumer<J> run;
  private final Tracing spans;
  private Context context;
  private MessageConsumer<String> wake;
  private long timer = -1;
  private int running;
  private boolean claiming;
  private boolean again;
  private boolean stopped;
  private Promise<Void> drained;

  /**
   * @param queue wakes the loop early
   * @param claim takes at most so many rows, with a lease on each
   * @param run does one job and records its outcome; what it throws is logged and the lease runs
   *     out
   */
  public JobRunner(
      Vertx vertx,
      Db db,
      String queue,
      int slots,
      Duration every,
      IntFunction<List<J>> claim,
      Consumer<J> run) {
    this.vertx = vertx;
    this.db = db;
    this.queue = queue;
    this.slots = slots;
    this.every = every;
    this.claim = claim;
    this.run = run;
    this.spans = Tracing.on(vertx);
  }

  public void start() {
    context = vertx.getOrCreateContext();
    wake = db.wakeups().on(queue, this::look);
    look();
  }

  /** Jobs running now. */
  public int running() {
    return running;
  }

  /** Claims no more and completes when the running jobs have ended. */
  public Future<Void> stop() {
    stopped = true;
    if (wake != null) {
      wake.unregister();
    }
    vertx.cancelTimer(timer);
    drained = Promise.promise();
    ended();
    return drained.future();
  }

  private void look() {
    if (stopped) {
      return;
    }
    if (claiming) {
      again = true;
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
        jobs.forEach(this::begin);
      }
    } catch (Exception e) {
      // Of any kind, else nobody would look again: await passes checked faults through.
      LOG.log(Level.WARNING, "queue=" + queue + " claim failed: " + SafeErrorMessage.of(e));
    } finally {
      claiming = false;
    }
    if (stopped) {
      ended();
      return;
    }
    if (again || full && running < slots) {
      again = false;
      look();
    } else {
      schedule();
    }
  }

  /** A claim under way counts as work: its rows are leased and must be run or given back. */
  private void ended() {
    if (running == 0 && !claiming && drained != null) {
      drained.tryComplete();
    }
  }

  private void schedule() {
    vertx.cancelTimer(timer);
    long ms = Math.max(1, every.toMillis());
    timer = vertx.setTimer(ms + ThreadLocalRandom.current().nextLong(ms / 4 + 1), id -> look());
  }

  /** A database that is away or busy is told of where it is found so; its job is claimed again. */
  private void failed(Exception e) {
    if (SqlErrors.passing(e)) {
      LOG.log(Level.WARNING, "queue=" + queue + " job put off: " + SafeErrorMessage.of(e));
    } else {
      LOG.log(Level.ERROR, "queue=" + queue + " job failed", e);
    }
  }

  private void begin(J job) {
    running++;
    spans.job(
        context,
        "job " + queue,
        () -> {
          try {
            run.accept(job);
          } catch (Exception e) {
            Tracing.failed(e);
            failed(e);
          } finally {
            running--;
            if (stopped) {
              ended();
            } else {
              look();
            }
          }
        });
  }
}
