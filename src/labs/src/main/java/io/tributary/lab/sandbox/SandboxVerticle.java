package io.tributary.lab.sandbox;

import io.tributary.config.LabExchangeConfig;
import io.tributary.db.Db;
import io.tributary.job.ClaimLoop;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Drives the runs that are due. Deploy it on a virtual thread. */
final class SandboxVerticle extends VerticleBase {
  private final Db db;
  private final LabExchangeConfig settings;
  private final Runs runs;
  private final Driver driver;
  private ClaimLoop<Runs.Job> loop;

  SandboxVerticle(Db db, LabExchangeConfig settings, Runs runs, Driver driver) {
    this.db = db;
    this.settings = settings;
    this.runs = runs;
    this.driver = driver;
  }

  @Override
  public Future<?> start() {
    loop =
        new ClaimLoop<>(
            vertx,
            db,
            Runs.QUEUE,
            settings.slots(),
            settings.claimEvery(),
            most -> runs.claim(most, settings.lease()),
            driver::run);
    loop.start();
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    return loop.stop();
  }
}
