package io.tributary.lab.exchange;

import io.tributary.config.LabExchangeConfig;
import io.tributary.db.Db;
import io.tributary.job.ClaimLoop;
import io.tributary.lab.exchange.MessageRepo.Kept;
import io.tributary.lab.order.OrderBook;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Makes messages of due orders and reads those that came. Deploy it on a virtual thread. */
final class ExchangeVerticle extends VerticleBase {
  private final Db db;
  private final LabExchangeConfig settings;
  private final Dispatch dispatch;
  private final InboxReader reader;
  private ClaimLoop<DispatchRepo.Job> out;
  private ClaimLoop<Kept> in;

  ExchangeVerticle(Db db, LabExchangeConfig settings, Dispatch dispatch, InboxReader reader) {
    this.db = db;
    this.settings = settings;
    this.dispatch = dispatch;
    this.reader = reader;
  }

  @Override
  public Future<?> start() {
    out =
        new ClaimLoop<>(
            vertx,
            db,
            OrderBook.QUEUE,
            settings.slots(),
            settings.claimEvery(),
            dispatch::claim,
            dispatch::run);
    in =
        new ClaimLoop<>(
            vertx,
            db,
            MessageRepo.IN_QUEUE,
            settings.slots(),
            settings.claimEvery(),
            reader::claim,
            reader::run);
    out.start();
    in.start();
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    return Future.join(out.stop(), in.stop());
  }
}
