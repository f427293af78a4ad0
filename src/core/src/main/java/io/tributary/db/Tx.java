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

/** Open transaction, created by {@link Db#tx} or {@link DedicatedConnection#tx}. */
public final class Tx {
  private final SqlConnection connection;
  private final Set<String> queuesToWake = new LinkedHashSet<>();
  private final List<Runnable> afterCommit = new ArrayList<>();

  Tx(SqlConnection connection) {
    this.connection = connection;
  }

  /** Runs one statement and waits for its result. */
  public RowSet<Row> query(String sql, Object... args) {
    return connection.preparedQuery(sql).execute(SqlArguments.tuple(args)).await();
  }

  /**
   * Returns asynchronous reads within this transaction. Await each of them before the work returns.
   */
  public AsyncReads reads() {
    return (sql, args) -> connection.preparedQuery(sql).execute(SqlArguments.tuple(args));
  }

  /** Returns the first row, if any. */
  public Optional<Row> first(String sql, Object... args) {
    RowSet<Row> rows = query(sql, args);
    return rows.size() == 0 ? Optional.empty() : Optional.of(rows.iterator().next());
  }

  /** Runs a statement and returns the number of changed rows. */
  public int update(String sql, Object... args) {
    return query(sql, args).rowCount();
  }

  /** Runs one statement for a short list of parameter sets. */
  public void batch(String sql, List<Tuple> sets) {
    if (!sets.isEmpty()) {
      connection.preparedQuery(sql).executeBatch(sets).await();
    }
  }

  /**
   * Wakes the workers of a queue after the commit. Wake-ups may be lost, so workers must also poll.
   */
  public void wakeAfterCommit(String queue) {
    queuesToWake.add(queue);
  }

  /**
   * Runs an action after the commit, but not after a rollback: for caches and counters, which must
   * not reflect data that was not stored. The action must not block or throw.
   */
  public void afterCommit(Runnable action) {
    afterCommit.add(action);
  }

  void runAfterCommit() {
    afterCommit.forEach(Runnable::run);
  }

  Set<String> queuesToWake() {
    return queuesToWake;
  }
}
