package io.tributary.db;

import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.Optional;

/**
 * Reads that may show what was true a moment ago: of data that is shown, never of what decides
 * something (ADR 0123). They go to the replica while it is known to be close enough, and to the
 * primary otherwise, also when the replica fails them.
 */
public final class ReplicaRouter implements AsyncReads, BlockingReads {
  /** How long the first rows of {@link #streams} are waited for; then the primary is asked. */
  public static final Duration PATIENCE = Replica.LIMIT;

  private final Db db;
  private final Optional<Replica> replica;

  ReplicaRouter(Db db, Optional<Replica> replica) {
    this.db = db;
    this.replica = replica;
  }

  /** One quick read; for event loops. */
  @Override
  public Future<RowSet<Row>> read(String sql, Object... args) {
    return usable()
        .map(r -> r.read(sql, args).recover(t -> db.read(sql, args)))
        .orElseGet(() -> db.read(sql, args));
  }

  @Override
  public RowSet<Row> query(String sql, Object... args) {
    Optional<Replica> r = usable();
    if (r.isPresent()) {
      try {
        return r.get().readAside(sql, args).await();
      } catch (Exception e) {
        // Of any kind, and told by the primary if it is the statement's.
      }
    }
    return db.query(sql, args);
  }

  /** Connections to the replica for reads with a cursor; empty while it is left out. */
  public Optional<Pool> streams() {
    return usable().map(Replica::streams);
  }

  private Optional<Replica> usable() {
    return replica.filter(Replica::usable);
  }

  /** Whether reads go to the replica now. */
  public boolean inUse() {
    return usable().isPresent();
  }

  /** For how long the replica has not shown that it holds all; NaN without one. */
  public double seconds() {
    return replica.map(Replica::seconds).orElse(Double.NaN);
  }

  Future<Void> close() {
    return replica.map(Replica::close).orElseGet(Future::succeededFuture);
  }
}
