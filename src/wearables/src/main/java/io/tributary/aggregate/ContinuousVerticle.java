package io.tributary.aggregate;

import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.job.JobRunner;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Runs due continuous queries with limited concurrency on virtual threads. */
final class ContinuousVerticle extends VerticleBase {
  private static final System.Logger LOG = System.getLogger(ContinuousVerticle.class.getName());
  private static final Duration CLEANUP_INTERVAL = Duration.ofMinutes(15);

  private final Db db;
  private final ContinuousQueryTaskRepo tasks;
  private final ContinuousQueryJob job;
  private final ServiceConfig config;
  private JobRunner<ContinuousQueryTaskRepo.Task> runner;

  ContinuousVerticle(
      Db db, ContinuousQueryTaskRepo tasks, ContinuousQueryJob run, ServiceConfig config) {
    this.db = db;
    this.tasks = tasks;
    this.job = run;
    this.config = config;
  }

  @Override
  public Future<?> start() {
    runner =
        new JobRunner<>(
            vertx,
            db,
            ContinuousQueryScheduler.QUEUE,
            config.continuousQuery().concurrency(),
            config.continuousQuery().claimInterval(),
            tasks::claim,
            job::run);
    runner.start();
    vertx.setPeriodic(CLEANUP_INTERVAL.toMillis(), id -> deleteOldTasks());
    return Future.succeededFuture();
  }

  /**
   * Waits for active runs for at most half the drain limit. A run that does not end in time is
   * repeated by the node that finds its lease expired.
   */
  @Override
  public Future<?> stop() {
    return runner
        .stop()
        .timeout(Math.max(1, config.node().shutdownTimeout().toMillis() / 2), TimeUnit.MILLISECONDS)
        .otherwiseEmpty();
  }

  private void deleteOldTasks() {
    try {
      tasks.deleteOld();
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "continuous queries: expired tasks not deleted: " + e.getMessage());
    }
  }
}
