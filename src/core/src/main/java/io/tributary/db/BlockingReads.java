package io.tributary.db;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;

/** Where virtual and plain threads read rows from. */
@FunctionalInterface
public interface BlockingReads {
  /** One statement, awaited. */
  RowSet<Row> query(String sql, Object... args);
}
