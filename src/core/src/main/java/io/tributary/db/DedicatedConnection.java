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
 * Connection for work that must not queue behind requests. For one caller at a time, on a virtual
 * or platform thread.
 *
 * <p>Statements have a timeout. The connection is closed and replaced when no response arrives for
 * twice that time, and when the database is back after an outage. The outcome of the last statement
 * is then unknown.
 */
public final class DedicatedConnection {
  private final Vertx vertx;
  private final Supplier<Pool> poolFactory;
  private volatile Pool pool;
  private boolean closed;

  DedicatedConnection(Vertx vertx, Supplier<Pool> poolFactory) {
    this.vertx = vertx;
    this.poolFactory = poolFactory;
    this.pool = poolFactory.get();
  }

  /** Returns the connection; it is exclusive until closed. */
  Future<SqlConnection> connection() {
    return pool.getConnection();
  }

  /** Replaces the connection, because it may be dead. */
  synchronized void reconnect() {
    if (!closed) {
      Pool before = pool;
      pool = poolFactory.get();
      Pools.retire(vertx, before::close);
    }
  }

  /** Runs one statement outside of a transaction and waits for it. */
  public RowSet<Row> query(String sql, Object... args) {
    try {
      return Pools.execute(pool, sql, args).await();
    } catch (Exception e) {
      // Catches Exception, because await() also rethrows checked network exceptions.
      throw SqlErrors.translate(e);
    }
  }

  /**
   * Runs the work in a transaction: commits when it returns, rolls back when it throws. There are
   * no retries.
   */
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
          Db.rollBack(transaction);
          throw e;
        }
      } catch (Throwable e) {
        Pools.release(connection, e);
        throw e;
      }
      Pools.release(connection, null);
      return result;
    } catch (Exception e) {
      // Catches Exception, because await() also rethrows checked network exceptions.
      throw SqlErrors.translate(e);
    }
  }

  public synchronized Future<Void> close() {
    closed = true;
    return pool.close();
  }
}
