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
 * A standby for reads, and how far it is behind. Twice a second the primary is asked how far it has
 * written, and the replica how far it has come: once it is there, it holds all that was committed
 * when the primary was asked. So its age is measured by one clock, ours, and also tells when the
 * primary has nothing to write or the replica hears nothing more.
 *
 * <p>Positions of another database, or of a line that was left at a failover, would say nothing. So
 * it must be of the same installation, and have the youngest lease that the primary had.
 *
 * <p>What was measured on one server says nothing of another. So all connections lead to the one
 * that the first of them led to: one to another, as behind an address of several standbys, is ended
 * before anybody reads there, and the replica is left out until it is connected to anew.
 */
final class Replica {
  /** Longer than this a read is not waited for: the primary is asked instead. */
  static final Duration LIMIT = Duration.ofSeconds(5);

  private static final System.Logger LOG = System.getLogger(Replica.class.getName());
  private static final long EVERY_MILLIS = 500;

  /** Time between two changes of all connections: a server that hangs is not to collect them. */
  private static final long ANEW_NANOS = LIMIT.multipliedBy(2).toNanos();

  /** Which process it is, whatever its address. */
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
  // Null on a server that is no standby.
  private static final String REPLAYED =
      HAS.formatted("case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end");

  /** How far the primary was, and when it was asked. */
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

  /** An answer failed to come: connections of now may have lost their other end. */
  private boolean silent;

  private boolean closed;

  /** All connections of now. They fall out with each other when they lead to several servers. */
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
                // Only ever set: connections are made at the same time.
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
        // A primary that is away tells nothing of the replica, whose age goes on.
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

  /** Nothing is known yet of where the new connections lead. */
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
