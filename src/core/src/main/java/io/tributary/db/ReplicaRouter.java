package io.tributary.db;

import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import java.time.Duration;
import java.util.Optional;

/**
 * Reads that may return slightly outdated data: for display, never for decisions (ADR 0136).
 *
 * <p>They go to the replica while its lag is known to be small enough. Otherwise, and when the
 * replica fails, they go to the primary.
 */
public final class ReplicaRouter implements AsyncReads, BlockingReads {
  /** Timeout for the first rows of {@link #streams}; after it callers use the primary. */
  public static final Duration TIMEOUT = Replica.READ_TIMEOUT;

  private final Db db;
  private final Optional<Replica> replica;

  ReplicaRouter(Db db, Optional<Replica> replica) {
    this.db = db;
    this.replica = replica;
  }

  /** Runs one quick read. For event loops. */
  @Override
  public Future<RowSet<Row>> read(String sql, Object... args) {
    return usableReplica()
        .map(r -> r.read(sql, args).recover(t -> db.read(sql, args)))
        .orElseGet(() -> db.read(sql, args));
  }

  @Override
  public RowSet<Row> query(String sql, Object... args) {
    Optional<Replica> r = usableReplica();
    if (r.isPresent()) {
      try {
        return r.get().readSlow(sql, args).await();
      } catch (Exception e) {
        // Any failure of the replica; a faulty statement fails again on the primary.
      }
    }
    return db.query(sql, args);
  }

  /** Returns the replica pool for cursor reads; empty while the replica is not used. */
  public Optional<Pool> streams() {
    return usableReplica().map(Replica::streams);
  }

  private Optional<Replica> usableReplica() {
    return replica.filter(Replica::isUsable);
  }

  /** Returns whether reads currently go to the replica. */
  public boolean inUse() {
    return usableReplica().isPresent();
  }

  /** Returns the replication lag in seconds; NaN without a replica. */
  public double lagSeconds() {
    return replica.map(Replica::lagSeconds).orElse(Double.NaN);
  }

  Future<Void> close() {
    return replica.map(Replica::close).orElseGet(Future::succeededFuture);
  }
}
