package io.tributary.lab.notification;

import io.tributary.core.SafeErrorMessage;
import io.tributary.db.Db;
import io.tributary.job.JobRunner;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.function.Function;

/** Sends due messages. A stateless virtual-thread verticle. */
final class PatientNotificationVerticle extends VerticleBase {
  private static final System.Logger LOG =
      System.getLogger(PatientNotificationVerticle.class.getName());
  private static final int CONCURRENCY = 8;
  private static final Duration LEASE = Duration.ofMinutes(1);
  private static final Duration CLEANUP_INTERVAL = Duration.ofHours(1);

  private final Db db;
  private final Duration interval;
  private final Function<io.vertx.core.Vertx, NoticeGateway> gateway;
  private NoticeQueue queue;
  private JobRunner<NoticeQueue.DueNotice> runner;

  PatientNotificationVerticle(
      Db db, Duration tick, Function<io.vertx.core.Vertx, NoticeGateway> gateway) {
    this.db = db;
    this.interval = tick;
    this.gateway = gateway;
  }

  @Override
  public Future<?> start() {
    queue = new NoticeQueue(db);
    NoticeSender sender = new NoticeSender(db, queue, gateway.apply(vertx));
    runner =
        new JobRunner<>(
            vertx,
            db,
            NoticeQueue.QUEUE,
            CONCURRENCY,
            interval,
            free -> queue.claim(free, LEASE),
            sender::send);
    runner.start();
    vertx.setPeriodic(CLEANUP_INTERVAL.toMillis(), id -> deleteOld());
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    return runner.stop();
  }

  private void deleteOld() {
    try {
      queue.deleteOld();
    } catch (RuntimeException e) {
      LOG.log(
          Level.WARNING,
          "patient notifications: old entries not deleted, will be retried: "
              + SafeErrorMessage.of(e));
    }
  }
}
