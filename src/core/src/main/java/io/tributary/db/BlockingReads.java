package io.tributary.db;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;

/** Blocking read access to rows, for virtual and platform threads. */
@FunctionalInterface
public interface BlockingReads {
  /** Runs one statement and waits for its result. */
  RowSet<Row> query(String sql, Object... args);
}
