package io.tributary.db;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;

/**
 * Where rows are read from: {@link Db}, or a transaction, which also sees what it has changed
 * itself ({@link Tx#reads}).
 */
@FunctionalInterface
public interface AsyncReads {
  /** One statement that changes nothing. */
  Future<RowSet<Row>> read(String sql, Object... args);
}
