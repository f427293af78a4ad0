package io.tributary.delivery;

import io.tributary.core.SafeErrorMessage;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.lang.System.Logger.Level;
import java.util.List;

/**
 * Cancels retries of disabled endpoints whose cancellation was interrupted.
 *
 * <p>Such retries are due in hours and would be sent if the endpoint were enabled by then. First
 * and manual attempts need no sweep, because they are read and then canceled immediately. Runs on
 * the event loop of the shard's verticle.
 */
final class OrphanedDeliveries {
  private static final System.Logger LOG = System.getLogger(OrphanedDeliveries.class.getName());
  private static final long NEXT_STEP_MS = 25;

  /** Steps from endpoint to endpoint in the index; a canceled endpoint no longer has such rows. */
  private static final String FIND =
      """
      with recursive e (id) as (
        (select endpoint_id from delivery where shard = $1 and state = 'pending' and attempt > 0
          order by endpoint_id limit 1)
         union all
        select (select d.endpoint_id from delivery d
                 where d.shard = $1 and d.state = 'pending' and d.attempt > 0 and d.endpoint_id > e.id
                 order by d.endpoint_id limit 1)
          from e where e.id is not null
      )
      select e.id from e cross join lateral (
        select disabled or deleted_at is not null as off from webhook_endpoint where id = e.id offset 0) w
       where w.off limit 1
      """;

  private final Vertx vertx;
  private final Db db;
  private final int shard;
  private final Promise<Void> idle = Promise.promise();
  private boolean busy;
  private boolean stopping;

  OrphanedDeliveries(Vertx vertx, Db db, int shard) {
    this.vertx = vertx;
    this.db = db;
    this.shard = shard;
  }

  /** Runs one step, and schedules the next one if it found something. */
  void sweep() {
    if (busy || stopping) {
      return;
    }
    busy = true;
    db.read(FIND, shard)
        .compose(this::step)
        .onComplete(
            r -> {
              busy = false;
              if (stopping) {
                idle.tryComplete();
              } else if (r.failed()) {
                LOG.log(
                    Level.WARNING,
                    "shard="
                        + shard
                        + " orphaned deliveries not removed: "
                        + SafeErrorMessage.of(r.cause()));
              } else if (r.result()) {
                vertx.setTimer(NEXT_STEP_MS, id -> sweep());
              }
            });
  }

  private Future<Boolean> step(RowSet<Row> found) {
    List<String> ids = RowMapping.list(found, r -> r.getString("id"));
    return ids.isEmpty()
        ? Future.succeededFuture(false)
        : db.txAsync(
            tx -> {
              DeliveryCancellation.cancelIfDisabled(tx, ids.getFirst(), shard);
              return true;
            });
  }

  /** Stops the sweep and completes when the active step has ended. */
  Future<Void> drain() {
    stopping = true;
    if (!busy) {
      idle.tryComplete();
    }
    return idle.future();
  }
}
