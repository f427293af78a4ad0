package io.tributary.lab.exchange;

import io.tributary.config.LabExchangeConfig;
import io.tributary.db.Db;
import io.tributary.job.JobRunner;
import io.tributary.lab.exchange.LabMessageRepo.StoredMessage;
import io.tributary.lab.order.OrderLifecycle;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/**
 * Runs the jobs that create outgoing messages and process received ones. Deploy on a virtual
 * thread.
 */
final class ExchangeVerticle extends VerticleBase {
  private final Db db;
  private final LabExchangeConfig settings;
  private final OrderDispatchJob dispatch;
  private final LabMessageJob reader;
  private JobRunner<DispatchRepo.Job> dispatchRunner;
  private JobRunner<StoredMessage> messageRunner;

  ExchangeVerticle(
      Db db, LabExchangeConfig settings, OrderDispatchJob dispatch, LabMessageJob reader) {
    this.db = db;
    this.settings = settings;
    this.dispatch = dispatch;
    this.reader = reader;
  }

  @Override
  public Future<?> start() {
    dispatchRunner =
        new JobRunner<>(
            vertx,
            db,
            OrderLifecycle.QUEUE,
            settings.concurrency(),
            settings.claimInterval(),
            dispatch::claim,
            dispatch::run);
    messageRunner =
        new JobRunner<>(
            vertx,
            db,
            LabMessageRepo.IN_QUEUE,
            settings.concurrency(),
            settings.claimInterval(),
            reader::claim,
            reader::run);
    dispatchRunner.start();
    messageRunner.start();
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    return Future.join(dispatchRunner.stop(), messageRunner.stop());
  }
}
