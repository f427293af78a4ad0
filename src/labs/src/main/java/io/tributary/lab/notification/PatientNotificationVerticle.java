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
  private static final int AT_ONCE = 8;
  private static final Duration LEASE = Duration.ofMinutes(1);
  private static final Duration SWEPT_EVERY = Duration.ofHours(1);

  private final Db db;
  private final Duration tick;
  private final Function<io.vertx.core.Vertx, NoticeGateway> gateway;
  private NoticeQueue queue;
  private JobRunner<NoticeQueue.Due> loop;

  PatientNotificationVerticle(
      Db db, Duration tick, Function<io.vertx.core.Vertx, NoticeGateway> gateway) {
    this.db = db;
    this.tick = tick;
    this.gateway = gateway;
  }

  @Override
  public Future<?> start() {
    queue = new NoticeQueue(db);
    NoticeSender sender = new NoticeSender(db, queue, gateway.apply(vertx));
    loop =
        new JobRunner<>(
            vertx,
            db,
            NoticeQueue.QUEUE,
            AT_ONCE,
            tick,
            free -> queue.claim(free, LEASE),
            sender::send);
    loop.start();
    vertx.setPeriodic(SWEPT_EVERY.toMillis(), id -> sweep());
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    return loop.stop();
  }

  private void sweep() {
    try {
      queue.sweep();
    } catch (RuntimeException e) {
      LOG.log(Level.WARNING, "old notices not removed, next look later: " + SafeErrorMessage.of(e));
    }
  }
}
