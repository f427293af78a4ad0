package io.tributary.db;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;

/**
 * Asynchronous read access to rows: {@link Db}, or a transaction, which also sees its own changes
 * ({@link Tx#reads}).
 */
@FunctionalInterface
public interface AsyncReads {
  /** Runs one read-only statement. */
  Future<RowSet<Row>> read(String sql, Object... args);
}
