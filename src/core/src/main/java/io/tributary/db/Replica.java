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
  static final Duration LIMIT = Duration.ofSeconds(5);

  private static final System.Logger LOG = System.getLogger(Replica.class.getName());
  private static final long EVERY_MILLIS = 500;

  /**
   * Minimum time between two replacements of all connections, so that a hanging server does not
   * accumulate them.
   */
  private static final long ANEW_NANOS = LIMIT.multipliedBy(2).toNanos();

  /** Identity of the server process, independent of its address. */
  private static final String SERVER =
      "select concat_ws(' ', inet_server_addr(), inet_server_port(), pg_postmaster_start_time())"
          + " as server";

  private static final String HAS =
      """
      select (%s - '0/0'::pg_lsn)::bigint as place, (select id from installation) as whose,
             coalesce((select extract(epoch from max(expires_at)) from actor_lease), 0)::float8
               as lease
      """;
  private static final String WRITTEN = HAS.formatted("pg_current_wal_lsn()");
  // Null if the server is not a standby.
  private static final String REPLAYED =
      HAS.formatted("case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end");

  /** WAL position of the primary, and the time at which it was read. */
  private record Mark(long at, Row row) {
    boolean reached(Row replica) {
      return replica.getLong("place") != null && replica.getLong("place") >= row.getLong("place");
    }
  }

  private final Vertx vertx;
  private final AsyncReads primary;
  private final HostSelector servers;
  private final DatabaseConfig settings;
  private final Duration most;
  private final long timer;
  private final Deque<Mark> marks = new ArrayDeque<>();
  private volatile Connected connected;
  private volatile boolean known;
  private volatile long asOf = System.nanoTime();
  private boolean looking;
  private boolean told;

  /** True if a response was missing, so that existing connections may be dead. */
  private boolean silent;

  private boolean closed;

  /** Current connections. They detect when they lead to different servers. */
  private static final class Connected {
    private final long since = System.nanoTime();
    private final AtomicReference<String> server = new AtomicReference<>();
    private final SqlClient reads;
    private final Pool streams;
    private volatile boolean several;

    Connected(Vertx vertx, HostSelector servers, DatabaseConfig settings) {
      Pools pools = Pools.ofReplica(vertx, servers, settings, this::same);
      reads = pools.reads("replica-reads", LIMIT);
      streams = pools.streams("replica-streams");
    }

    private Future<Boolean> same(SqlConnection connection) {
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
                  several = true;
                }
                return same;
              });
    }

    boolean isOld() {
      return System.nanoTime() - since > ANEW_NANOS;
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
    this.most = settings.replicaMaxLag();
    this.connected = new Connected(vertx, servers, settings);
    this.timer = vertx.setPeriodic(EVERY_MILLIS, id -> look());
  }

  boolean usable() {
    return known && !connected.several && System.nanoTime() - asOf <= most.toNanos();
  }

  double seconds() {
    return (System.nanoTime() - asOf) / 1e9;
  }

  Future<RowSet<Row>> read(String sql, Object... args) {
    return within(connected.reads, sql, args);
  }

  Future<RowSet<Row>> readAside(String sql, Object... args) {
    return within(connected.streams, sql, args);
  }

  Pool streams() {
    return connected.streams;
  }

  private static Future<RowSet<Row>> within(SqlClient client, String sql, Object... args) {
    return client
        .preparedQuery(sql)
        .execute(SqlArguments.tuple(args))
        .timeout(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
  }

  private synchronized void look() {
    if (looking || closed) {
      return;
    }
    looking = true;
    long at = System.nanoTime();
    primary
        .read(WRITTEN)
        .onSuccess(rows -> mark(new Mark(at, rows.iterator().next())))
        // The lag keeps growing while the primary is unavailable.
        .otherwiseEmpty()
        .compose(rows -> within(connected.reads, REPLAYED))
        .onComplete(r -> looked(r.succeeded() ? r.result().iterator().next() : null, r.cause()));
  }

  private synchronized void mark(Mark m) {
    marks.removeIf(old -> System.nanoTime() - old.at() > most.toNanos());
    marks.add(m);
  }

  private synchronized void looked(Row replica, Throwable fault) {
    looking = false;
    silent |= fault instanceof TimeoutException;
    if (connected.several) {
      anew("its address leads to several servers, or to another one than before");
    } else if (silent) {
      anew("it was silent");
    } else if (replica == null) {
      if (servers.several()) {
        anew("another one may be there");
      }
      known = false;
    } else {
      for (Mark m = marks.peek(); m != null && m.reached(replica); m = marks.peek()) {
        marks.remove();
        known = same(m.row(), replica);
        asOf = m.at();
      }
      known &= replica.getLong("place") != null;
    }
    if (told != usable()) {
      told = !told;
      LOG.log(
          told ? Level.INFO : Level.WARNING,
          told ? "the replica takes reads" : "the replica is left out: away or too far behind");
    }
  }

  /** Replaces all connections. It is unknown yet which server the new ones lead to. */
  private void anew(String why) {
    known = false;
    if (connected.isOld() && !closed) {
      LOG.log(Level.INFO, "the replica is connected to anew: " + why);
      silent = false;
      servers.leave(servers.chosen());
      Connected before = connected;
      connected = new Connected(vertx, servers, settings);
      Pools.retire(vertx, before::close);
    }
  }

  private static boolean same(Row primary, Row replica) {
    return Objects.equals(primary.getUUID("whose"), replica.getUUID("whose"))
        && replica.getDouble("lease") >= primary.getDouble("lease");
  }

  synchronized Future<Void> close() {
    closed = true;
    vertx.cancelTimer(timer);
    return connected.close();
  }
}
