package io.tributary.db;

import io.tributary.config.DatabaseConfig;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Standby for reads, and the measurement of its replication lag.
 *
 * <p>Twice a second this node reads the current WAL position of the primary, and then the replayed
 * position of the replica. Once the replica has reached a position, it contains everything that was
 * committed when the primary reported that position. The lag is the time since then, by this node's
 * own clock. It is therefore correct as well when the primary has nothing to write, and it grows
 * when the replica receives no more WAL.
 *
 * <p>WAL positions of another database, or of a timeline that was abandoned at a failover, are not
 * comparable. Therefore the replica must have the same installation ID, and a lease at least as
 * recent as the latest one on the primary.
 *
 * <p>A measurement of one server does not apply to another. Therefore all connections must lead to
 * the same server as the first one. If an address leads to several standbys, a connection to
 * another one is terminated before it serves a read, and the replica is not used until all
 * connections are replaced.
 */
final class Replica {
  /** Timeout of a read; after it the primary is used. */
  static final Duration READ_TIMEOUT = Duration.ofSeconds(5);

  private static final System.Logger LOG = System.getLogger(Replica.class.getName());
  private static final long POLL_INTERVAL_MILLIS = 500;

  /**
   * Minimum time between two replacements of all connections, so that a hanging server does not
   * accumulate them.
   */
  private static final long MIN_RECONNECT_INTERVAL_NANOS = READ_TIMEOUT.multipliedBy(2).toNanos();

  /** Identity of the server process, independent of its address. */
  private static final String SERVER =
      "select concat_ws(' ', inet_server_addr(), inet_server_port(), pg_postmaster_start_time())"
          + " as server";

  private static final String STATE =
      """
      select (%s - '0/0'::pg_lsn)::bigint as place, (select id from installation) as whose,
             coalesce((select extract(epoch from max(expires_at)) from actor_lease), 0)::float8
               as lease
      """;
  private static final String PRIMARY_STATE = STATE.formatted("pg_current_wal_lsn()");
  // Null if the server is not a standby.
  private static final String REPLICA_STATE =
      STATE.formatted("case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end");

  /** WAL position of the primary, and the time at which it was read. */
  private record WalMark(long at, Row row) {
    boolean reached(Row replica) {
      return replica.getLong("place") != null && replica.getLong("place") >= row.getLong("place");
    }
  }

  private final Vertx vertx;
  private final AsyncReads primary;
  private final HostSelector servers;
  private final DatabaseConfig settings;
  private final Duration maxLag;
  private final long timer;
  private final Deque<WalMark> marks = new ArrayDeque<>();
  private volatile ReplicaConnections current;
  private volatile boolean verified;
  private volatile long upToDateAt = System.nanoTime();
  private boolean polling;
  private boolean loggedUsable;

  /** True if a response was missing, so that existing connections may be dead. */
  private boolean unresponsive;

  private boolean closed;

  /** Current connections. They detect when they lead to different servers. */
  private static final class ReplicaConnections {
    private final long since = System.nanoTime();
    private final AtomicReference<String> server = new AtomicReference<>();
    private final SqlClient reads;
    private final Pool streams;
    private volatile boolean mixedServers;

    ReplicaConnections(Vertx vertx, HostSelector servers, DatabaseConfig settings) {
      Pools pools = Pools.forReplica(vertx, servers, settings, this::isSameServer);
      reads = pools.reads("replica-reads", READ_TIMEOUT);
      streams = pools.streams("replica-streams");
    }

    private Future<Boolean> isSameServer(SqlConnection connection) {
      return connection
          .query(SERVER)
          .execute()
          .map(
              rows -> {
                String found = rows.iterator().next().getString("server");
                server.compareAndSet(null, found);
                boolean same = server.get().equals(found);
                // Never reset, because connections are established concurrently.
                if (!same) {
                  mixedServers = true;
                }
                return same;
              });
    }

    boolean isOld() {
      return System.nanoTime() - since > MIN_RECONNECT_INTERVAL_NANOS;
    }

    Future<Void> close() {
      return Future.join(reads.close(), streams.close()).mapEmpty();
    }
  }

  Replica(Vertx vertx, AsyncReads primary, DatabaseConfig settings) {
    this.vertx = vertx;
    this.primary = primary;
    this.servers = HostSelector.of(settings.replicaUrl());
    this.settings = settings;
    this.maxLag = settings.replicaMaxLag();
    this.current = new ReplicaConnections(vertx, servers, settings);
    this.timer = vertx.setPeriodic(POLL_INTERVAL_MILLIS, id -> poll());
  }

  boolean isUsable() {
    return verified && !current.mixedServers && System.nanoTime() - upToDateAt <= maxLag.toNanos();
  }

  double lagSeconds() {
    return (System.nanoTime() - upToDateAt) / 1e9;
  }

  Future<RowSet<Row>> read(String sql, Object... args) {
    return executeWithTimeout(current.reads, sql, args);
  }

  Future<RowSet<Row>> readSlow(String sql, Object... args) {
    return executeWithTimeout(current.streams, sql, args);
  }

  Pool streams() {
    return current.streams;
  }

  private static Future<RowSet<Row>> executeWithTimeout(
      SqlClient client, String sql, Object... args) {
    return client
        .preparedQuery(sql)
        .execute(SqlArguments.tuple(args))
        .timeout(READ_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
  }

  private synchronized void poll() {
    if (polling || closed) {
      return;
    }
    polling = true;
    long at = System.nanoTime();
    primary
        .read(PRIMARY_STATE)
        .onSuccess(rows -> mark(new WalMark(at, rows.iterator().next())))
        // The lag keeps growing while the primary is unavailable.
        .otherwiseEmpty()
        .compose(rows -> executeWithTimeout(current.reads, REPLICA_STATE))
        .onComplete(
            r -> handleReply(r.succeeded() ? r.result().iterator().next() : null, r.cause()));
  }

  private synchronized void mark(WalMark m) {
    marks.removeIf(old -> System.nanoTime() - old.at() > maxLag.toNanos());
    marks.add(m);
  }

  private synchronized void handleReply(Row replica, Throwable fault) {
    polling = false;
    unresponsive |= fault instanceof TimeoutException;
    if (current.mixedServers) {
      reconnect("its address resolves to several servers, or to a different server than before");
    } else if (unresponsive) {
      reconnect("it did not respond");
    } else if (replica == null) {
      if (servers.hasSeveral()) {
        reconnect("another server may be available");
      }
      verified = false;
    } else {
      for (WalMark m = marks.peek(); m != null && m.reached(replica); m = marks.peek()) {
        marks.remove();
        verified = isSameInstallation(m.row(), replica);
        upToDateAt = m.at();
      }
      verified &= replica.getLong("place") != null;
    }
    if (loggedUsable != isUsable()) {
      loggedUsable = !loggedUsable;
      LOG.log(
          loggedUsable ? Level.INFO : Level.WARNING,
          loggedUsable
              ? "the replica is used for reads"
              : "the replica is not used: unreachable or too far behind");
    }
  }

  /** Replaces all connections. It is unknown yet which server the new ones lead to. */
  private void reconnect(String why) {
    verified = false;
    if (current.isOld() && !closed) {
      LOG.log(Level.INFO, "reconnecting to the replica: " + why);
      unresponsive = false;
      servers.skip(servers.currentIndex());
      ReplicaConnections before = current;
      current = new ReplicaConnections(vertx, servers, settings);
      Pools.retire(vertx, before::close);
    }
  }

  private static boolean isSameInstallation(Row primary, Row replica) {
    return Objects.equals(primary.getUUID("whose"), replica.getUUID("whose"))
        && replica.getDouble("lease") >= primary.getDouble("lease");
  }

  synchronized Future<Void> close() {
    closed = true;
    vertx.cancelTimer(timer);
    return current.close();
  }
}
