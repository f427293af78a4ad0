package io.tributary.delivery;

import io.tributary.core.SafeErrorMessage;
import io.tributary.db.Db;
import io.tributary.db.Rows;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.lang.System.Logger.Level;
import java.util.List;

/**
 * Takes back retries of endpoints that are off, when whoever switched them off did not come to the
 * end: they are due in hours, and would go out if the endpoint were on again by then. First and
 * extra attempts are read, and then taken back, at once. Lives on the event loop of its shard's
 * verticle.
 */
final class OrphanedDeliveries {
  private static final System.Logger LOG = System.getLogger(OrphanedDeliveries.class.getName());
  private static final long AGAIN_MS = 25;

  /** Steps from endpoint to endpoint; one that has been taken back has no such row any more. */
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

  /** One step, and soon the next one if there was something. */
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
                    "shard=" + shard + " leftovers stay: " + SafeErrorMessage.of(r.cause()));
              } else if (r.result()) {
                vertx.setTimer(AGAIN_MS, id -> sweep());
              }
            });
  }

  private Future<Boolean> step(RowSet<Row> found) {
    List<String> ids = Rows.list(found, r -> r.getString("id"));
    return ids.isEmpty()
        ? Future.succeededFuture(false)
        : db.txAside(
            tx -> {
              DeliveryCancellation.whileOff(tx, ids.getFirst(), shard);
              return true;
            });
  }

  /** Nothing more; completes when what is under way has ended. */
  Future<Void> drain() {
    stopping = true;
    if (!busy) {
      idle.tryComplete();
    }
    return idle.future();
  }
}
