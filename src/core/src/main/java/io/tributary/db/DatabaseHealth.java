package io.tributary.db;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxException;
import io.vertx.core.net.NetClientOptions;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlConnection;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Health check of the primary: whether the database responds and accepts writes.
 *
 * <p>Twice a second it runs a query on a connection of its own, so that a pool whose connections
 * are all in use does not count as an outage. A refused or lost connection counts at once. A
 * missing response counts only when it happens twice in a row, because a machine may pause for a
 * moment.
 *
 * <p>With several configured servers, a failed check moves {@link HostSelector} on to the next one,
 * until one accepts writes. After an outage, or when another server has become primary, existing
 * connections may be dead or lead to a standby. Then a callback replaces all pools.
 */
final class DatabaseHealth {
  /** False on standbys, and where an administrator has set the server to read-only. */
  static final String MAY_WRITE = "select current_setting('transaction_read_only') = 'off' as may";

  private static final System.Logger LOG = System.getLogger(DatabaseHealth.class.getName());
  private static final long EVERY_MILLIS = 500;
  private static final int SILENCES = 2;

  /** Minimum time that a pending connection attempt gets. */
  private static final Duration GIVEN_UP = Duration.ofSeconds(2);

  /** The server is read-only. */
  private static final class Shut extends VertxException {
    Shut() {
      super("the server takes no writes", true);
    }
  }

  /**
   * Pending or open connection to one server. It uses a pool of its own, because only pools close a
   * connection on which no response arrives.
   */
  private record Line(int server, Pool pool, Future<SqlConnection> connection) {}

  private final Vertx vertx;
  private final HostSelector servers;
  private final Runnable returned;
  private final long limit;
  private final long givenUp;
  private final long timer;
  private Line line;
  private boolean asking;
  private boolean closed;

  /** True if existing connections may be dead or lead to a read-only server. */
  private boolean stale;

  /** SQLSTATEs with which servers refused this node since one last accepted writes. */
  private final Set<String> refusals = new HashSet<>();

  /** Index of the last server that accepted writes; -1 before the first. */
  private int writer = -1;

  private int silences;
  private volatile boolean away;

  /**
   * @param patience time without a response after which the database counts as unavailable
   * @param returned runs when connections must be replaced: when the database responds again after
   *     a silence, when it accepts writes again, and when another server than before accepts writes
   */
  DatabaseHealth(Vertx vertx, HostSelector servers, Duration patience, Runnable returned) {
    this.vertx = vertx;
    this.servers = servers;
    this.returned = returned;
    this.limit = Math.max(200, patience.toMillis() / SILENCES);
    this.givenUp = Math.max(GIVEN_UP.toMillis(), patience.toMillis() * 2);
    this.timer = vertx.setPeriodic(EVERY_MILLIS, id -> ask());
  }

  boolean away() {
    return away;
  }

  private synchronized void ask() {
    if (!asking && !closed) {
      asking = true;
      look();
    }
  }

  /**
   * Runs one check. A pending connection is reused by later checks until it is given up, because
   * each new one would take another connection slot at a database that hangs.
   */
  private void look() {
    if (line == null) {
      line = open(servers.chosen());
    }
    Line asked = line;
    boolean known = asked.connection().isComplete();
    asked
        .connection()
        // A connection that is established after the timeout serves the next check.
        .timeout(limit, TimeUnit.MILLISECONDS)
        .compose(c -> c.query(MAY_WRITE).execute())
        .timeout(limit, TimeUnit.MILLISECONDS)
        .compose(
            rows ->
                rows.iterator().next().getBoolean("may")
                    ? Future.succeededFuture()
                    : Future.failedFuture(new Shut()))
        .onComplete(r -> told(r.failed() ? r.cause() : null, known, asked));
  }

  private Line open(int server) {
    Pool pool =
        PgBuilder.pool()
            .with(new PoolOptions().setName("own").setMaxSize(1))
            .with(
                new NetClientOptions()
                    .setConnectTimeout((int) givenUp)
                    .setIdleTimeout((int) givenUp)
                    .setIdleTimeoutUnit(TimeUnit.MILLISECONDS))
            .connectingTo(
                servers
                    .at(server)
                    .setProperties(
                        Map.of("application_name", Pools.APPLICATION, "TimeZone", "UTC")))
            .using(vertx)
            .build();
    return new Line(server, pool, pool.getConnection());
  }

  private synchronized void told(Throwable fault, boolean known, Line asked) {
    boolean answered = fault == null || fault instanceof PgException pg && busy(pg, asked);
    boolean silent = fault instanceof TimeoutException;
    if (asked.connection().succeeded() ? !answered : asked.connection().failed()) {
      drop(silent);
    }
    if (!answered && known && !silent && !closed) {
      // Only this connection was closed; whether the database accepts a new one decides.
      look();
      return;
    }
    asking = false;
    silences = answered ? 0 : silences + 1;
    boolean before = away;
    away = !answered && (away || !silent || silences >= SILENCES);
    stale |= away && (silent || fault instanceof Shut && writer >= 0);
    if (!answered) {
      if (fault instanceof PgException pg && refusals.add(pg.getSqlState())) {
        LOG.log(
            Level.WARNING,
            "the database does not serve this node: state="
                + pg.getSqlState()
                + " server="
                + asked.server());
      }
      if (fault instanceof Shut && !before) {
        LOG.log(Level.WARNING, "the database takes no writes; looking for one that does");
      }
      if (away) {
        servers.leave(asked.server());
      }
      if (servers.chosen() != asked.server()) {
        drop(silent);
      }
    } else if (fault == null && !closed) {
      boolean moved = writer >= 0 && writer != asked.server();
      writer = asked.server();
      refusals.clear();
      if (stale || moved) {
        stale = false;
        vertx.runOnContext(v -> returned.run());
      }
    }
  }

  /**
   * Returns whether the server is reachable but out of capacity.
   *
   * <p>With several servers this holds only for the last primary, because it is unknown whether
   * another one accepts writes.
   */
  private boolean busy(PgException pg, Line asked) {
    return SqlErrors.atWork(pg) && (!servers.several() || asked.server() == writer);
  }

  /**
   * Drops the connection.
   *
   * @param silent whether it stopped responding; its pool is then closed later, when no statement
   *     hangs in it any more, as in {@link Pools#retire}
   */
  private void drop(boolean silent) {
    Line last = line;
    line = null;
    if (last != null && silent) {
      vertx.setTimer(givenUp * 2, id -> last.pool().close());
    } else if (last != null) {
      last.pool().close();
    }
  }

  synchronized Future<Void> close() {
    closed = true;
    vertx.cancelTimer(timer);
    Line last = line;
    line = null;
    return last != null && last.connection().succeeded()
        ? last.pool().close()
        : Future.succeededFuture();
  }
}
