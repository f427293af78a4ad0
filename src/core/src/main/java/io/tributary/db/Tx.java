package io.tributary.db;

import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** An open transaction. Only {@link Db#tx} makes one. */
public final class Tx {
  private final SqlConnection connection;
  private final Set<String> wakes = new LinkedHashSet<>();
  private final List<Runnable> afterCommit = new ArrayList<>();

  Tx(SqlConnection connection) {
    this.connection = connection;
  }

  /** One statement, awaited. */
  public RowSet<Row> query(String sql, Object... args) {
    return connection.preparedQuery(sql).execute(SqlArguments.tuple(args)).await();
  }

  /** Reads of this transaction; await each of them before the work returns. */
  public AsyncReads reads() {
    return (sql, args) -> connection.preparedQuery(sql).execute(SqlArguments.tuple(args));
  }

  /** The first row, if any. */
  public Optional<Row> first(String sql, Object... args) {
    RowSet<Row> rows = query(sql, args);
    return rows.size() == 0 ? Optional.empty() : Optional.of(rows.iterator().next());
  }

  /** Rows that a statement changed. */
  public int update(String sql, Object... args) {
    return query(sql, args).rowCount();
  }

  /** One statement for a short list of parameter sets. */
  public void batch(String sql, List<Tuple> sets) {
    if (!sets.isEmpty()) {
      connection.preparedQuery(sql).executeBatch(sets).await();
    }
  }

  /** Wakes the loops of a queue once this transaction is committed: a hint, never the only way. */
  public void wakeAfterCommit(String queue) {
    wakes.add(queue);
  }

  /**
   * Runs once this transaction is committed, never when it is rolled back: for caches and counters,
   * which must not hold what was not stored. It must not block or throw.
   */
  public void afterCommit(Runnable action) {
    afterCommit.add(action);
  }

  void committed() {
    afterCommit.forEach(Runnable::run);
  }

  Set<String> wakes() {
    return wakes;
  }
}
