package io.tributary.db;

import io.tributary.config.ServiceConfig;
import io.tributary.kernel.Refusal;
import io.tributary.telemetry.Spans;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.Lock;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * The way to PostgreSQL. Writes go through {@link #tx}, the only place that commits; reads may use
 * the pipelined client. A database that cannot be reached is a {@link Refusal} with 503, every
 * other fault passes as it is.
 */
public final class Db implements Reads {
  private static final int RETRIES = 3;
  private static final int PIPELINE = 256;

  /** Waiting longer than this for one's turn means that something hangs. */
  private static final long TURN_MILLIS = 60_000;

  private final Vertx vertx;
  private final PgConnectOptions connect;
  private final PoolOptions options;
  private final Pool pool;
  private final Pool streams;
  private final SqlClient reads;
  private final Wakeups wakeups;
  private final Presence presence;
  private final Spans spans;

  private Db(
      Vertx vertx,
      PgConnectOptions connect,
      PoolOptions options,
      Pool pool,
      Pool streams,
      SqlClient reads,
      ServiceConfig.Database settings) {
    this.vertx = vertx;
    this.connect = connect;
    this.options = options;
    this.pool = pool;
    this.streams = streams;
    this.reads = reads;
    this.wakeups = new Wakeups(vertx, this);
    this.spans = Spans.on(vertx);
    this.presence = new Presence(vertx, connect, settings.connectTimeout());
  }

  /** Opens the pools; nothing is connected yet. */
  public static Db open(Vertx vertx, String url, ServiceConfig.Database settings) {
    PgConnectOptions connect =
        PgConnectOptions.fromUri(url)
            .setCachePreparedStatements(true)
            .setPreparedStatementCacheMaxSize(512)
            .setProperties(
                Map.of(
                    "application_name",
                    "tributary",
                    "TimeZone",
                    "UTC",
                    // Steps through an index look dear to the planner; compiling them takes a
                    // second where running them takes milliseconds.
                    "jit",
                    "off",
                    "statement_timeout",
                    String.valueOf(settings.statementTimeout().toMillis())));
    PgConnectOptions pipelined = new PgConnectOptions(connect).setPipeliningLimit(PIPELINE);
    PoolOptions options =
        new PoolOptions()
            .setName("transactions")
            .setMaxSize(settings.poolSize())
            .setMaxWaitQueueSize(settings.waitQueue())
            .setConnectionTimeout((int) settings.connectTimeout().toMillis())
            .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS);
    Pool pool = PgBuilder.pool().with(options).connectingTo(connect).using(vertx).build();
    Pool streams =
        PgBuilder.pool()
            .with(
                new PoolOptions(options)
                    .setName("streams")
                    .setMaxSize(Math.max(4, settings.poolSize() / 2)))
            .connectingTo(connect)
            .using(vertx)
            .build();
    SqlClient reads =
        PgBuilder.client()
            .with(
                new PoolOptions(options)
                    .setName("reads")
                    .setMaxSize(Math.max(2, settings.poolSize() / 4)))
            .connectingTo(pipelined)
            .using(vertx)
            .build();
    return new Db(vertx, connect, options, pool, streams, reads, settings);
  }

  /**
   * Runs the work in one transaction on a virtual or plain thread; commits when it returns, rolls
   * back when it throws. Serialisation faults and deadlocks are tried again, so the work must have
   * no effect but SQL.
   */
  public <T> T tx(Function<Tx, T> work) {
    for (int attempt = 0; ; attempt++) {
      try {
        return once(work);
      } catch (Exception e) {
        // Of any kind: await passes checked faults of the network through.
        if (!(Faults.cause(e) instanceof PgException pg)
            || !Faults.worthRetry(pg)
            || attempt == RETRIES) {
          throw Faults.translated(e);
        }
        pause(Duration.ofMillis(ThreadLocalRandom.current().nextInt(5, 30 << attempt)));
      }
    }
  }

  /**
   * {@link #tx} for work that holds a user's row all along. Such transactions would wait for each
   * other anyway; here they wait without a connection each, so that the pulls of one user cannot
   * take all there are.
   */
  public <T> T txOf(UUID user, Function<Tx, T> work) {
    Lock turn;
    try {
      turn = vertx.sharedData().getLocalLockWithTimeout("tx of " + user, TURN_MILLIS).await();
    } catch (Exception e) {
      throw Faults.translated(e);
    }
    try {
      return tx(work);
    } finally {
      turn.release();
    }
  }

  private <T> T once(Function<Tx, T> work) {
    SqlConnection connection = pool.getConnection().await();
    Tx tx;
    T result;
    try {
      Transaction transaction = connection.begin().await();
      tx = new Tx(connection);
      try {
        result = work.apply(tx);
        transaction.commit().await();
      } catch (Throwable e) {
        rolledBack(transaction);
        throw e;
      }
    } finally {
      connection.close();
    }
    tx.committed();
    tx.wakes().forEach(wakeups::wake);
    return result;
  }

  /**
   * Back in the pool before that, the connection could take another's write ahead of the rollback
   * that waits on its event loop: acknowledged, and undone.
   */
  private static void rolledBack(Transaction transaction) {
    try {
      transaction.rollback().await();
    } catch (Exception lost) {
      // Its connection is gone, and the transaction with it.
    }
  }

  private void pause(Duration d) {
    vertx.timer(d.toMillis(), TimeUnit.MILLISECONDS).await();
  }

  /** One statement, outside of a transaction, awaited. For virtual and plain threads. */
  public RowSet<Row> query(String sql, Object... args) {
    try {
      return pool.preparedQuery(sql).execute(Args.tuple(args)).await();
    } catch (Exception e) {
      // as in tx
      throw Faults.translated(e);
    }
  }

  /** One read on the pipelined client; for event loops. */
  @Override
  public Future<RowSet<Row>> read(String sql, Object... args) {
    return reads
        .preparedQuery(sql)
        .execute(Args.tuple(args))
        .recover(t -> Future.failedFuture(Faults.translated(t)));
  }

  /**
   * One read that may take its time, on a connection where neither transactions nor the quick reads
   * of {@link #read} wait behind it; for event loops.
   */
  public Future<RowSet<Row>> readAside(String sql, Object... args) {
    return streams
        .preparedQuery(sql)
        .execute(Args.tuple(args))
        .recover(t -> Future.failedFuture(Faults.translated(t)));
  }

  /**
   * One statement that writes and is a transaction by itself; for owned actors on event loops,
   * whose statements carry their fence.
   */
  public Future<RowSet<Row>> write(String sql, Object... args) {
    return pool.preparedQuery(sql)
        .execute(Args.tuple(args))
        .recover(t -> Future.failedFuture(Faults.translated(t)));
  }

  /**
   * {@link #tx} for callers on event loops: the work runs on a virtual thread of its own, the
   * outcome comes back on the caller's context.
   */
  public <T> Future<T> txAside(Function<Tx, T> work) {
    return spans.step("tx aside", () -> aside(work));
  }

  private <T> Future<T> aside(Function<Tx, T> work) {
    Context context = vertx.getOrCreateContext();
    Promise<T> done = Promise.promise();
    Thread.ofVirtual()
        .name("tx-aside")
        .start(
            () -> {
              try {
                T result = tx(work);
                context.runOnContext(v -> done.complete(result));
              } catch (Throwable e) {
                context.runOnContext(v -> done.fail(e));
              }
            });
    return done.future();
  }

  /**
   * Connections for reads that are streamed with a cursor; they never compete with transactions.
   */
  public Pool streams() {
    return streams;
  }

  /** One connection of its own, for what must not wait behind others. The caller closes it. */
  public Pool dedicated() {
    return PgBuilder.pool()
        .with(new PoolOptions(options).setName("own").setMaxSize(1).setMaxWaitQueueSize(8))
        .connectingTo(connect)
        .using(vertx)
        .build();
  }

  public Pool pool() {
    return pool;
  }

  public Wakeups wakeups() {
    return wakeups;
  }

  /** Whether the database was last found away. Requests are refused at once while it is so. */
  public boolean away() {
    return presence.away();
  }

  public Future<Void> close() {
    wakeups.close();
    return Future.join(presence.close(), reads.close(), pool.close(), streams.close()).mapEmpty();
  }
}
