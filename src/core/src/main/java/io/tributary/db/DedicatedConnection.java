package io.tributary.db;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * One connection for work that must not wait behind requests. Statements have a limit, and when
 * nothing comes back for twice that another connection takes its place, as when the database
 * answers again after a silence: what the last statement did by then nobody knows. For one caller
 * at a time, on a virtual or plain thread.
 */
public final class DedicatedConnection {
  private final Vertx vertx;
  private final Supplier<Pool> maker;
  private volatile Pool pool;
  private boolean closed;

  DedicatedConnection(Vertx vertx, Supplier<Pool> maker) {
    this.vertx = vertx;
    this.maker = maker;
    this.pool = maker.get();
  }

  /** The connection itself; nobody else has it until it is closed. */
  Future<SqlConnection> connection() {
    return pool.getConnection();
  }

  /** What was connected before may have lost its other end. */
  synchronized void anew() {
    if (!closed) {
      Pool before = pool;
      pool = maker.get();
      Pools.retire(vertx, before::close);
    }
  }

  /** One statement, outside of a transaction, awaited. */
  public RowSet<Row> query(String sql, Object... args) {
    try {
      return Pools.ask(pool, sql, args).await();
    } catch (Exception e) {
      // Of any kind: await passes checked faults of the network through.
      throw SqlErrors.translated(e);
    }
  }

  /** Commits when the work returns, rolls back when it throws; nothing is tried again. */
  public <T> T tx(Function<Tx, T> work) {
    try {
      SqlConnection connection = pool.getConnection().await();
      T result;
      try {
        Transaction transaction = connection.begin().await();
        try {
          result = work.apply(new Tx(connection));
          transaction.commit().await();
        } catch (Throwable e) {
          Db.rolledBack(transaction);
          throw e;
        }
      } catch (Throwable e) {
        Pools.release(connection, e);
        throw e;
      }
      Pools.release(connection, null);
      return result;
    } catch (Exception e) {
      // as above
      throw SqlErrors.translated(e);
    }
  }

  public synchronized Future<Void> close() {
    closed = true;
    return pool.close();
  }
}
