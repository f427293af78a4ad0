package io.tributary.db;

import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Transaction;
import java.util.function.Function;

/**
 * One connection for work that must not wait behind requests. Statements have a limit, and when
 * nothing comes back for twice that another connection takes its place: what the last statement did
 * by then nobody knows. For one caller at a time, on a virtual or plain thread.
 */
public final class OwnConnection {
  private final Pool pool;

  OwnConnection(Pool pool) {
    this.pool = pool;
  }

  /** One statement, outside of a transaction, awaited. */
  public RowSet<Row> query(String sql, Object... args) {
    try {
      return pool.preparedQuery(sql).execute(Args.tuple(args)).await();
    } catch (Exception e) {
      // Of any kind: await passes checked faults of the network through.
      throw Faults.translated(e);
    }
  }

  /** Commits when the work returns, rolls back when it throws; nothing is tried again. */
  public <T> T tx(Function<Tx, T> work) {
    try {
      SqlConnection connection = pool.getConnection().await();
      try {
        Transaction transaction = connection.begin().await();
        try {
          T result = work.apply(new Tx(connection));
          transaction.commit().await();
          return result;
        } catch (Throwable e) {
          Db.rolledBack(transaction);
          throw e;
        }
      } finally {
        connection.close();
      }
    } catch (Exception e) {
      // as above
      throw Faults.translated(e);
    }
  }

  public Future<Void> close() {
    return pool.close();
  }
}
