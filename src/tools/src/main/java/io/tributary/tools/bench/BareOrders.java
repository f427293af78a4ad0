package io.tributary.tools.bench;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Minimal work that makes an order durable, as a ceiling. One transaction inserts the order, its
 * event, its message to the customer and the outgoing message. It reads and validates nothing and
 * uses no HTTP.
 */
final class BareOrders implements AutoCloseable {
  private static final int ORDER_BYTES = 1_500;
  private static final int MESSAGE_BYTES = 4_000;
  private static final String TABLES =
      """
      create table if not exists bench_order (id uuid primary key, body text not null);
      create table if not exists bench_event (id bigint generated always as identity primary key,
                                              order_id uuid not null references bench_order (id));
      create table if not exists bench_message (id uuid primary key, body bytea not null);
      create table if not exists bench_dispatch (order_id uuid primary key)
      """;

  private final Vertx vertx = Vertx.vertx();
  private final Pool pool;
  private final int atOnce;
  private final String order = "x".repeat(ORDER_BYTES);
  private final Buffer message = Buffer.buffer(new byte[MESSAGE_BYTES]);

  BareOrders(PgConnectOptions connect, int atOnce) {
    this.atOnce = atOnce;
    this.pool =
        PgBuilder.pool()
            .with(new PoolOptions().setMaxSize(atOnce))
            .connectingTo(connect)
            .using(vertx)
            .build();
    pool.query(TABLES).execute().await();
  }

  /** Returns orders per second. */
  double run(int count) {
    long start = System.nanoTime();
    int[] left = {count};
    List<Future<Void>> lanes = new ArrayList<>();
    var context = vertx.getOrCreateContext();
    for (int i = 0; i < atOnce; i++) {
      Promise<Void> lane = Promise.promise();
      lanes.add(lane.future());
      context.runOnContext(v -> step(left, lane));
    }
    Future.all(lanes).await();
    return InterleavedRuns.rate(count, start);
  }

  private void step(int[] left, Promise<Void> lane) {
    if (left[0]-- <= 0) {
      lane.complete();
      return;
    }
    pool.withTransaction(this::insert).onComplete(ok -> step(left, lane), lane::fail);
  }

  private Future<Void> insert(SqlConnection c) {
    UUID id = UUID.randomUUID();
    return c.preparedQuery("insert into bench_order values ($1, $2)")
        .execute(Tuple.of(id, order))
        .compose(
            r ->
                c.preparedQuery("insert into bench_event (order_id) values ($1)")
                    .execute(Tuple.of(id)))
        .compose(
            r ->
                c.preparedQuery("insert into bench_message values ($1, $2)")
                    .execute(Tuple.of(id, message)))
        .compose(
            r -> c.preparedQuery("insert into bench_dispatch values ($1)").execute(Tuple.of(id)))
        .mapEmpty();
  }

  @Override
  public void close() {
    pool.close().await();
    vertx.close().await();
  }
}
