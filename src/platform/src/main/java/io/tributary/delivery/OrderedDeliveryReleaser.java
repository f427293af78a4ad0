package io.tributary.delivery;

import io.tributary.core.SafeErrorMessage;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.delivery.OrderedDelivery.UserEndpoint;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.lang.System.Logger.Level;
import java.util.Collection;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;

/**
 * Releases held messages once the preceding message has ended.
 *
 * <p>Releases lost by a crash or by the removal of a message are found by a periodic sweep over the
 * held messages. Runs on the event loop of the shard's verticle.
 */
final class OrderedDeliveryReleaser {
  private static final System.Logger LOG =
      System.getLogger(OrderedDeliveryReleaser.class.getName());
  private static final int BATCH = 256;
  private static final int PAGE = 500;

  /** Number of retries for a locked row before it is left to the sweep. */
  private static final int MAX_LOCK_RETRIES = 100;

  private static final long RETRY_MS = 25;

  /**
   * Finds the first open message of each user, endpoint by endpoint. If it is held, it is stuck.
   */
  private static final String STUCK =
      """
      with recursive e as materialized (
        select w.id from webhook_endpoint w
         where w.shard = $1 and w.id >= $2 and (w.id > $2 or $3::uuid is not null)
           and exists (select 1 from delivery d
                        where d.endpoint_id = w.id and d.ordered and d.state in ('pending', 'held'))
         order by w.id limit 1
      ), u (user_id, state, n) as (
        select h.user_id, h.state, 1
          from e cross join lateral (
            select d.user_id, d.state from delivery d
             where d.endpoint_id = e.id and d.ordered and d.state in ('pending', 'held')
               and (e.id > $2 or d.user_id > $3)
             order by d.user_id, d.seq limit 1) h
         union all
        select h.user_id, h.state, u.n + 1
          from u cross join e cross join lateral (
            select d.user_id, d.state from delivery d
             where d.endpoint_id = e.id and d.ordered and d.state in ('pending', 'held')
               and d.user_id > u.user_id
             order by d.user_id, d.seq limit 1) h
         where u.n < $4
      )
      select e.id, u.user_id, u.state from e left join u on true order by u.n
      """;

  private final Vertx vertx;
  private final Db db;
  private final int shard;
  private final Runnable onPromoted;
  private final Map<UserEndpoint, Integer> waiting = new LinkedHashMap<>();
  private boolean busy;
  private boolean sweeping;
  private boolean stopping;
  private String sweptEndpoint = "";
  private UUID sweptUser;
  private Promise<Void> idle;

  OrderedDeliveryReleaser(Vertx vertx, Db db, int shard, Runnable promoted) {
    this.vertx = vertx;
    this.db = db;
    this.shard = shard;
    this.onPromoted = promoted;
  }

  /** Called when messages of these users and endpoints have ended and that is committed. */
  void release(Collection<UserEndpoint> places) {
    places.forEach(p -> waiting.put(p, 0));
    run();
  }

  /** Completes after every known entry has been attempted once. */
  Future<Void> drain() {
    stopping = true;
    idle = Promise.promise();
    run();
    return idle.future();
  }

  private void run() {
    if (busy) {
      return;
    }
    if (waiting.isEmpty()) {
      if (idle != null) {
        idle.tryComplete();
      }
      return;
    }
    busy = true;
    Map<UserEndpoint, Integer> batch = new LinkedHashMap<>();
    var all = waiting.entrySet().iterator();
    while (batch.size() < BATCH && all.hasNext()) {
      var next = all.next();
      batch.put(next.getKey(), next.getValue());
      all.remove();
    }
    Set<UserEndpoint> missed = new HashSet<>();
    db.txAsync(tx -> OrderedDelivery.promote(tx, batch.keySet(), missed))
        .onComplete(
            r -> {
              busy = false;
              if (r.failed()) {
                LOG.log(
                    Level.WARNING,
                    "shard="
                        + shard
                        + " held messages not released: "
                        + SafeErrorMessage.of(r.cause()));
                retryMissed(batch, batch.keySet());
                return;
              }
              if (r.result() > 0) {
                onPromoted.run();
              }
              retryMissed(batch, missed);
            });
  }

  private void retryMissed(Map<UserEndpoint, Integer> batch, Set<UserEndpoint> missed) {
    if (missed.isEmpty() || stopping) {
      run();
      return;
    }
    vertx.setTimer(
        RETRY_MS,
        id -> {
          for (UserEndpoint p : missed) {
            int tries = batch.get(p) + 1;
            if (tries <= MAX_LOCK_RETRIES) {
              waiting.putIfAbsent(p, tries);
            }
          }
          run();
        });
    run();
  }

  /** Sweeps the held messages of the shard and releases stuck ones. */
  void sweep() {
    if (sweeping || stopping) {
      return;
    }
    sweeping = true;
    sweepPage()
        .onComplete(
            r -> {
              sweeping = false;
              if (r.failed()) {
                LOG.log(
                    Level.WARNING,
                    "shard="
                        + shard
                        + " held messages not read: "
                        + SafeErrorMessage.of(r.cause()));
              } else if (r.result()) {
                vertx.setTimer(RETRY_MS, id -> sweep());
              }
            });
  }

  /** Processes one page. Returns whether there is another. */
  private Future<Boolean> sweepPage() {
    return db.read(STUCK, shard, sweptEndpoint, sweptUser, PAGE).map(this::handlePage);
  }

  private boolean handlePage(RowSet<Row> rows) {
    List<Row> all = RowMapping.list(rows, r -> r);
    if (all.isEmpty()) {
      sweptEndpoint = "";
      sweptUser = null;
      return false;
    }
    sweptEndpoint = all.getLast().getString("id");
    sweptUser = all.size() < PAGE ? null : all.getLast().getUUID("user_id");
    release(
        all.stream()
            .filter(r -> "held".equals(r.getString("state")))
            .map(r -> new UserEndpoint(r.getUUID("user_id"), r.getString("id")))
            .toList());
    return true;
  }
}
