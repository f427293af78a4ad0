package io.tributary.db;

import io.tributary.config.DatabaseConfig;
import io.tributary.telemetry.Tracing;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.shareddata.Lock;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.Collections;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.WeakHashMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Access to PostgreSQL: transactions, reads and dedicated connections.
 *
 * <p>Writes go through {@link #tx}, or {@link #write} for single statements. Reads may use the
 * pipelined client. If the database is unreachable, busy or out of space, methods fail with a 503
 * {@link io.tributary.core.ServiceException}. All other failures are passed on unchanged.
 *
 * <p>There are several sets of connections, so that slow work never delays quick work:
 * transactions, streamed reads, index pages, and pipelined quick reads. When {@link DatabaseHealth}
 * reports that the database is back, all of them are replaced.
 */
public final class Db implements AsyncReads, BlockingReads {
  private static final System.Logger LOG = System.getLogger(Db.class.getName());
  private static final int RETRIES = 3;

  /** Timeout for the user lock; a longer wait means that a transaction hangs. */
  private static final long USER_LOCK_TIMEOUT_MILLIS = 60_000;

  private final Vertx vertx;
  private final Pools pools;
  private final QueueNotifier queueNotifier;
  private final DatabaseHealth health;
  private final Tracing tracing;
  private final ReplicaRouter replicaRouter;
  private final LongRunningSql longRunningSql;
  private final Duration streamTimeout;
  private final Set<DedicatedConnection> dedicatedConnections =
      Collections.newSetFromMap(new WeakHashMap<>());
  private volatile Pools.Shared shared;
  private boolean closed;

  private Db(Vertx vertx, HostSelector servers, DatabaseConfig settings) {
    this.vertx = vertx;
    this.pools = Pools.forPrimary(vertx, servers, settings);
    this.shared = pools.shared();
    this.queueNotifier = new QueueNotifier(vertx, this);
    this.tracing = Tracing.on(vertx);
    this.streamTimeout = settings.statementTimeout().multipliedBy(2);
    this.longRunningSql =
        new LongRunningSql(
            vertx, this, () -> pools.dedicated(Duration.ZERO), settings.connectTimeout());
    this.replicaRouter =
        new ReplicaRouter(
            this,
            settings.replicaUrl().isEmpty()
                ? Optional.empty()
                : Optional.of(new Replica(vertx, this, settings)));
    this.health = new DatabaseHealth(vertx, servers, settings.connectTimeout(), this::reconnect);
  }

  /**
   * Opens the pools without connecting yet.
   *
   * @param url see {@link HostSelector#of}
   */
  public static Db open(Vertx vertx, String url, DatabaseConfig settings) {
    return new Db(vertx, HostSelector.of(url), settings);
  }

  /**
   * Replaces all pools, because existing connections may lead to a server that is gone. Callers
   * that wait on such a connection fail within twice their statement timeout.
   */
  private synchronized void reconnect() {
    if (!closed) {
      LOG.log(Level.WARNING, "the database is reachable again; reconnecting");
      Pools.Shared before = shared;
      shared = pools.shared();
      Pools.retire(vertx, before::close);
      dedicatedConnections.forEach(DedicatedConnection::reconnect);
    }
  }

  /**
   * Runs the work in a transaction on a virtual or platform thread: commits when it returns, rolls
   * back when it throws.
   *
   * <p>The transaction is retried after serialization failures, deadlocks and exhausted
   * connections, so the work must have no effects other than SQL.
   */
  public <T> T tx(Function<Tx, T> work) {
    for (int attempt = 0; ; attempt++) {
      try {
        return runOnce(shared.transactions(), work);
      } catch (Exception e) {
        // Catches Exception, because await() also rethrows checked network exceptions.
        if (!(SqlErrors.isContention(e) || SqlErrors.isOutOfConnections(e)) || attempt == RETRIES) {
          throw SqlErrors.translate(e);
        }
        pause(
            SqlErrors.isOutOfConnections(e)
                ? retryPauseMillis()
                : ThreadLocalRandom.current().nextInt(5, 30 << attempt));
      }
    }
  }

  /**
   * Variant of {@link #tx} for work that locks a user's row for its entire duration.
   *
   * <p>Such transactions of one user wait for each other in any case. Here they wait in memory
   * instead of holding a connection each, so that the pulls of one user cannot exhaust the pool.
   */
  public <T> T txLockingUser(UUID user, Function<Tx, T> work) {
    Lock turn;
    try {
      turn =
          vertx
              .sharedData()
              .getLocalLockWithTimeout("tx of " + user, USER_LOCK_TIMEOUT_MILLIS)
              .await();
    } catch (Exception e) {
      throw SqlErrors.translate(e);
    }
    try {
      return tx(work);
    } finally {
      turn.release();
    }
  }

  /**
   * Variant of {@link #tx} for work without a statement timeout, on a connection of its own; see
   * {@link LongRunningSql}.
   */
  public <T> T txWithoutTimeout(Function<Tx, T> work) {
    return withoutTimeout(connection -> runOn(connection, work));
  }

  private <T> T runOnce(Pool from, Function<Tx, T> work) {
    SqlConnection connection = from.getConnection().await();
    T result;
    try {
      result = runOn(connection, work);
    } catch (Throwable e) {
      Pools.release(connection, e);
      throw e;
    }
    Pools.release(connection, null);
    return result;
  }

  private <T> T runOn(SqlConnection connection, Function<Tx, T> work) {
    Transaction transaction = connection.begin().await();
    Tx tx = new Tx(connection);
    T result;
    try {
      result = work.apply(tx);
      transaction.commit().await();
    } catch (Throwable e) {
      rollBack(transaction);
      throw e;
    }
    tx.runAfterCommit();
    tx.queuesToWake().forEach(queueNotifier::wake);
    return result;
  }

  /**
   * Waits for the rollback before the connection returns to its pool.
   *
   * <p>Otherwise the next borrower's write could be sent ahead of the rollback that is still queued
   * on the event loop. That write would be acknowledged and then rolled back.
   */
  static void rollBack(Transaction transaction) {
    try {
      transaction.rollback().await();
    } catch (Exception lost) {
      // The connection is lost, and the server rolls the transaction back.
    }
  }

  private void pause(long millis) {
    vertx.timer(millis, TimeUnit.MILLISECONDS).await();
  }

  /**
   * Returns the pause before a retry when the server has no connection left: other clients may
   * release one soon.
   */
  private static long retryPauseMillis() {
    return ThreadLocalRandom.current().nextInt(100, 400);
  }

  /**
   * Runs one statement outside of a transaction and waits for it. For virtual and platform threads.
   */
  @Override
  public RowSet<Row> query(String sql, Object... args) {
    try {
      return write(sql, args).await();
    } catch (Exception e) {
      // Catches Exception, because await() also rethrows checked network exceptions.
      throw SqlErrors.translate(e);
    }
  }

  /** Runs one quick read on the pipelined client. For event loops. */
  @Override
  public Future<RowSet<Row>> read(String sql, Object... args) {
    return withRetries(
        () -> shared.reads().preparedQuery(sql).execute(SqlArguments.tuple(args)), RETRIES);
  }

  /**
   * Runs one slower read on the streaming pool, where it delays neither transactions nor quick
   * reads. For event loops.
   */
  public Future<RowSet<Row>> readSlow(String sql, Object... args) {
    // The idle timeout of streaming connections is too long for this call, so it sets its own
    // timeout.
    return withRetries(
        () ->
            Pools.execute(shared.streams(), sql, args)
                .timeout(streamTimeout.toMillis(), TimeUnit.MILLISECONDS),
        RETRIES);
  }

  /**
   * Reads one page along an index with a generic plan: the statement is planned once per
   * connection. For event loops.
   */
  public Future<RowSet<Row>> readPage(String sql, Object... args) {
    return withRetries(() -> Pools.execute(shared.pages(), sql, args), RETRIES);
  }

  /**
   * Runs one writing statement in a transaction of its own. For leased actors on event loops, whose
   * statements carry their fence.
   */
  public Future<RowSet<Row>> write(String sql, Object... args) {
    return withRetries(() -> Pools.execute(shared.transactions(), sql, args), RETRIES);
  }

  private Future<RowSet<Row>> withRetries(Supplier<Future<RowSet<Row>>> statement, int retries) {
    return statement
        .get()
        .recover(
            t ->
                retries > 0 && SqlErrors.isOutOfConnections(t)
                    ? vertx
                        .timer(retryPauseMillis(), TimeUnit.MILLISECONDS)
                        .compose(v -> withRetries(statement, retries - 1))
                    : Future.failedFuture(SqlErrors.translate(t)));
  }

  /**
   * Runs {@link #tx} for callers on event loops: the work runs on a new virtual thread, the result
   * arrives on the caller's context.
   */
  public <T> Future<T> txAsync(Function<Tx, T> work) {
    return tracing.traceChild("tx aside", () -> runAsync(work));
  }

  private <T> Future<T> runAsync(Function<Tx, T> work) {
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
   * Returns the pool for reads that are streamed with a cursor; they never compete with
   * transactions.
   *
   * <p>Do not keep the pool: it is replaced when the database comes back.
   */
  public Pool streams() {
    return shared.streams();
  }

  /**
   * Opens a dedicated connection for statements that must not queue behind others. The caller
   * closes it.
   *
   * @param limit statement timeout
   */
  public synchronized DedicatedConnection dedicatedConnection(Duration limit) {
    DedicatedConnection own = new DedicatedConnection(vertx, () -> pools.dedicated(limit));
    dedicatedConnections.add(own);
    return own;
  }

  /**
   * Returns how long a statement of {@link #streams} may take to respond.
   *
   * <p>The server cancels a statement after half of this time, so a longer silence means that the
   * server is gone.
   */
  public Duration streamTimeout() {
    return streamTimeout;
  }

  /**
   * Runs work without a statement timeout on a connection of its own.
   *
   * <p>Fails with a 503 if the server has lost the session ({@link LongRunningSql}). For virtual
   * and platform threads; the work runs on another thread.
   */
  public <T> T withoutTimeout(Function<SqlConnection, T> work) {
    return longRunningSql.run(work);
  }

  public Pool transactionPool() {
    return shared.transactions();
  }

  public QueueNotifier queueNotifier() {
    return queueNotifier;
  }

  /** Returns reads that may use the replica and show slightly older data. */
  public ReplicaRouter replicaReads() {
    return replicaRouter;
  }

  /**
   * Returns whether the last health check found the database unavailable. Meanwhile requests are
   * rejected at once.
   */
  public boolean isUnavailable() {
    return health.isUnavailable();
  }

  public synchronized Future<Void> close() {
    closed = true;
    return Future.join(queueNotifier.close(), health.close(), replicaRouter.close(), shared.close())
        .mapEmpty();
  }
}
