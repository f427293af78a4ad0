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
 * The way to PostgreSQL. Writes go through {@link #tx}, the only place that commits; reads may use
 * the pipelined client. A database that cannot be reached, is busy or has no room is a {@link
 * Refusal} with 503, every other fault passes as it is.
 */
public final class Db implements AsyncReads, BlockingReads {
  private static final System.Logger LOG = System.getLogger(Db.class.getName());
  private static final int RETRIES = 3;

  /** Waiting longer than this for one's turn means that something hangs. */
  private static final long TURN_MILLIS = 60_000;

  private final Vertx vertx;
  private final Pools pools;
  private final QueueNotifier wakeups;
  private final DatabaseHealth presence;
  private final Tracing spans;
  private final ReplicaRouter behind;
  private final LongRunningSql unlimited;
  private final Duration patience;
  private final Set<DedicatedConnection> owns = Collections.newSetFromMap(new WeakHashMap<>());
  private volatile Pools.Shared shared;
  private boolean closed;

  private Db(Vertx vertx, HostSelector servers, DatabaseConfig settings) {
    this.vertx = vertx;
    this.pools = Pools.ofPrimary(vertx, servers, settings);
    this.shared = pools.shared();
    this.wakeups = new QueueNotifier(vertx, this);
    this.spans = Tracing.on(vertx);
    this.patience = settings.statementTimeout().multipliedBy(2);
    this.unlimited =
        new LongRunningSql(vertx, this, () -> pools.own(Duration.ZERO), settings.connectTimeout());
    this.behind =
        new ReplicaRouter(
            this,
            settings.replicaUrl().isEmpty()
                ? Optional.empty()
                : Optional.of(new Replica(vertx, this, settings)));
    this.presence = new DatabaseHealth(vertx, servers, settings.connectTimeout(), this::anew);
  }

  /**
   * Opens the pools; nothing is connected yet.
   *
   * @param url see {@link HostSelector#of}
   */
  public static Db open(Vertx vertx, String url, DatabaseConfig settings) {
    return new Db(vertx, HostSelector.of(url), settings);
  }

  /**
   * With connections of now: those of before may lead to a server that is gone. Who waits on one of
   * them is told within twice the limit of its statement.
   */
  private synchronized void anew() {
    if (!closed) {
      LOG.log(Level.WARNING, "the database answers again; connecting anew");
      Pools.Shared before = shared;
      shared = pools.shared();
      Pools.retire(vertx, before::close);
      owns.forEach(DedicatedConnection::anew);
    }
  }

  /**
   * Runs the work in one transaction on a virtual or plain thread; commits when it returns, rolls
   * back when it throws. Serialisation faults and deadlocks are tried again, so the work must have
   * no effect but SQL.
   */
  public <T> T tx(Function<Tx, T> work) {
    for (int attempt = 0; ; attempt++) {
      try {
        return once(shared.transactions(), work);
      } catch (Exception e) {
        // Of any kind: await passes checked faults of the network through.
        if (!(SqlErrors.contention(e) || SqlErrors.full(e)) || attempt == RETRIES) {
          throw SqlErrors.translated(e);
        }
        pause(
            SqlErrors.full(e)
                ? untilRoom()
                : ThreadLocalRandom.current().nextInt(5, 30 << attempt));
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
      throw SqlErrors.translated(e);
    }
    try {
      return tx(work);
    } finally {
      turn.release();
    }
  }

  /** {@link #tx} for work that lifts the limit on statements; see {@link #unlimited}. */
  public <T> T txUnlimited(Function<Tx, T> work) {
    return unlimited(connection -> on(connection, work));
  }

  private <T> T once(Pool from, Function<Tx, T> work) {
    SqlConnection connection = from.getConnection().await();
    T result;
    try {
      result = on(connection, work);
    } catch (Throwable e) {
      Pools.release(connection, e);
      throw e;
    }
    Pools.release(connection, null);
    return result;
  }

  private <T> T on(SqlConnection connection, Function<Tx, T> work) {
    Transaction transaction = connection.begin().await();
    Tx tx = new Tx(connection);
    T result;
    try {
      result = work.apply(tx);
      transaction.commit().await();
    } catch (Throwable e) {
      rolledBack(transaction);
      throw e;
    }
    tx.committed();
    tx.wakes().forEach(wakeups::wake);
    return result;
  }

  /**
   * Back in the pool before that, the connection could take another's write ahead of the rollback
   * that waits on its event loop: acknowledged, and undone.
   */
  static void rolledBack(Transaction transaction) {
    try {
      transaction.rollback().await();
    } catch (Exception lost) {
      // Its connection is gone, and the transaction with it.
    }
  }

  private void pause(long millis) {
    vertx.timer(millis, TimeUnit.MILLISECONDS).await();
  }

  /** Connections that others give back, or that this node has already, are waited for a little. */
  private static long untilRoom() {
    return ThreadLocalRandom.current().nextInt(100, 400);
  }

  /** One statement, outside of a transaction, awaited. For virtual and plain threads. */
  @Override
  public RowSet<Row> query(String sql, Object... args) {
    try {
      return write(sql, args).await();
    } catch (Exception e) {
      // as in tx
      throw SqlErrors.translated(e);
    }
  }

  /** One read on the pipelined client; for event loops. */
  @Override
  public Future<RowSet<Row>> read(String sql, Object... args) {
    return asked(
        () -> shared.reads().preparedQuery(sql).execute(SqlArguments.tuple(args)), RETRIES);
  }

  /**
   * One read that may take its time, on a connection where neither transactions nor the quick reads
   * of {@link #read} wait behind it; for event loops.
   */
  public Future<RowSet<Row>> readAside(String sql, Object... args) {
    // Connections of streams may be silent for longer than anybody waits here.
    return asked(
        () ->
            Pools.ask(shared.streams(), sql, args)
                .timeout(patience.toMillis(), TimeUnit.MILLISECONDS),
        RETRIES);
  }

  /**
   * {@link #readAside} of one page along an index, by a statement whose plan is good for whatever
   * arguments it has: it is planned once a connection. For event loops.
   */
  public Future<RowSet<Row>> readPage(String sql, Object... args) {
    return asked(() -> Pools.ask(shared.pages(), sql, args), RETRIES);
  }

  /**
   * One statement that writes and is a transaction by itself; for owned actors on event loops,
   * whose statements carry their fence.
   */
  public Future<RowSet<Row>> write(String sql, Object... args) {
    return asked(() -> Pools.ask(shared.transactions(), sql, args), RETRIES);
  }

  private Future<RowSet<Row>> asked(Supplier<Future<RowSet<Row>>> statement, int retries) {
    return statement
        .get()
        .recover(
            t ->
                retries > 0 && SqlErrors.full(t)
                    ? vertx
                        .timer(untilRoom(), TimeUnit.MILLISECONDS)
                        .compose(v -> asked(statement, retries - 1))
                    : Future.failedFuture(SqlErrors.translated(t)));
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
   * Ask each time: they are made anew when the database comes back.
   */
  public Pool streams() {
    return shared.streams();
  }

  /**
   * A connection of its own, for what must not wait behind others. The caller closes it.
   *
   * @param limit a statement that takes longer is broken off
   */
  public synchronized DedicatedConnection own(Duration limit) {
    DedicatedConnection own = new DedicatedConnection(vertx, () -> pools.own(limit));
    owns.add(own);
    return own;
  }

  /**
   * How long a statement of {@link #streams} may be silent. The server breaks one off after half of
   * it; what says nothing at all comes from a server that is gone.
   */
  public Duration patience() {
    return patience;
  }

  /**
   * Work with statements that take as long as they need, on a connection of its own. It ends with
   * 503 when the server does not know that connection any more ({@link LongRunningSql}). For
   * virtual and plain threads; the work runs on another one.
   */
  public <T> T unlimited(Function<SqlConnection, T> work) {
    return unlimited.run(work);
  }

  public Pool pool() {
    return shared.transactions();
  }

  public QueueNotifier wakeups() {
    return wakeups;
  }

  /** For reads that may be a moment behind. */
  public ReplicaRouter behind() {
    return behind;
  }

  /** Whether the database was last found away. Requests are refused at once while it is so. */
  public boolean away() {
    return presence.away();
  }

  public synchronized Future<Void> close() {
    closed = true;
    return Future.join(wakeups.close(), presence.close(), behind.close(), shared.close())
        .mapEmpty();
  }
}
