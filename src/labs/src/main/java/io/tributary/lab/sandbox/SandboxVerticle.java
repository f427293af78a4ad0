package io.tributary.lab.sandbox;

import io.tributary.config.LabExchangeConfig;
import io.tributary.db.Db;
import io.tributary.job.JobRunner;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Drives the runs that are due. Deploy on a virtual thread. */
final class SandboxVerticle extends VerticleBase {
  private final Db db;
  private final LabExchangeConfig settings;
  private final SandboxRunRepo runs;
  private final SandboxStepExecutor stepExecutor;
  private JobRunner<SandboxRunRepo.SandboxRun> runner;

  SandboxVerticle(
      Db db, LabExchangeConfig settings, SandboxRunRepo runs, SandboxStepExecutor driver) {
    this.db = db;
    this.settings = settings;
    this.runs = runs;
    this.stepExecutor = driver;
  }

  @Override
  public Future<?> start() {
    runner =
        new JobRunner<>(
            vertx,
            db,
            SandboxRunRepo.QUEUE,
            settings.concurrency(),
            settings.claimInterval(),
            most -> runs.claim(most, settings.lease()),
            stepExecutor::run);
    runner.start();
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    return runner.stop();
  }
}
