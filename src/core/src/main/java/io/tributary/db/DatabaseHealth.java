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
  static final String IS_WRITABLE =
      "select current_setting('transaction_read_only') = 'off' as may";

  private static final System.Logger LOG = System.getLogger(DatabaseHealth.class.getName());
  private static final long CHECK_INTERVAL_MILLIS = 500;
  private static final int MAX_TIMEOUTS = 2;

  /** Minimum time that a pending connection attempt gets. */
  private static final Duration MIN_CONNECT_TIMEOUT = Duration.ofSeconds(2);

  /** The server is read-only. */
  private static final class ServerReadOnlyException extends VertxException {
    ServerReadOnlyException() {
      super("the server is read-only", true);
    }
  }

  /**
   * Pending or open connection to one server. It uses a pool of its own, because only pools close a
   * connection on which no response arrives.
   */
  private record HealthConnection(int server, Pool pool, Future<SqlConnection> connection) {}

  private final Vertx vertx;
  private final HostSelector servers;
  private final Runnable onReconnectNeeded;
  private final long limit;
  private final long connectTimeoutMillis;
  private final long timer;
  private HealthConnection current;
  private boolean checking;
  private boolean closed;

  /** True if existing connections may be dead or lead to a read-only server. */
  private boolean stale;

  /** SQLSTATEs with which servers refused this node since one last accepted writes. */
  private final Set<String> refusals = new HashSet<>();

  /** Index of the last server that accepted writes; -1 before the first. */
  private int primary = -1;

  private int timeouts;
  private volatile boolean unavailable;

  /**
   * @param patience time without a response after which the database counts as unavailable
   * @param onReconnectNeeded runs when connections must be replaced: when the database responds
   *     again after a silence, when it accepts writes again, and when another server than before
   *     accepts writes
   */
  DatabaseHealth(Vertx vertx, HostSelector servers, Duration patience, Runnable onReconnectNeeded) {
    this.vertx = vertx;
    this.servers = servers;
    this.onReconnectNeeded = onReconnectNeeded;
    this.limit = Math.max(200, patience.toMillis() / MAX_TIMEOUTS);
    this.connectTimeoutMillis = Math.max(MIN_CONNECT_TIMEOUT.toMillis(), patience.toMillis() * 2);
    this.timer = vertx.setPeriodic(CHECK_INTERVAL_MILLIS, id -> startCheck());
  }

  boolean isUnavailable() {
    return unavailable;
  }

  private synchronized void startCheck() {
    if (!checking && !closed) {
      checking = true;
      runCheck();
    }
  }

  /**
   * Runs one check. A pending connection is reused by later checks until it is given up, because
   * each new one would take another connection slot at a database that hangs.
   */
  private void runCheck() {
    if (current == null) {
      current = open(servers.currentIndex());
    }
    HealthConnection asked = current;
    boolean known = asked.connection().isComplete();
    asked
        .connection()
        // A connection that is established after the timeout serves the next check.
        .timeout(limit, TimeUnit.MILLISECONDS)
        .compose(c -> c.query(IS_WRITABLE).execute())
        .timeout(limit, TimeUnit.MILLISECONDS)
        .compose(
            rows ->
                rows.iterator().next().getBoolean("may")
                    ? Future.succeededFuture()
                    : Future.failedFuture(new ServerReadOnlyException()))
        .onComplete(r -> handleResult(r.failed() ? r.cause() : null, known, asked));
  }

  private HealthConnection open(int server) {
    Pool pool =
        PgBuilder.pool()
            .with(new PoolOptions().setName("own").setMaxSize(1))
            .with(
                new NetClientOptions()
                    .setConnectTimeout((int) connectTimeoutMillis)
                    .setIdleTimeout((int) connectTimeoutMillis)
                    .setIdleTimeoutUnit(TimeUnit.MILLISECONDS))
            .connectingTo(
                servers
                    .at(server)
                    .setProperties(
                        Map.of("application_name", Pools.APPLICATION, "TimeZone", "UTC")))
            .using(vertx)
            .build();
    return new HealthConnection(server, pool, pool.getConnection());
  }

  private synchronized void handleResult(Throwable fault, boolean known, HealthConnection asked) {
    boolean answered = fault == null || fault instanceof PgException pg && isOverloaded(pg, asked);
    boolean silent = fault instanceof TimeoutException;
    if (asked.connection().succeeded() ? !answered : asked.connection().failed()) {
      drop(silent);
    }
    if (!answered && known && !silent && !closed) {
      // Only this connection was closed; whether the database accepts a new one decides.
      runCheck();
      return;
    }
    checking = false;
    timeouts = answered ? 0 : timeouts + 1;
    boolean before = unavailable;
    unavailable = !answered && (unavailable || !silent || timeouts >= MAX_TIMEOUTS);
    stale |= unavailable && (silent || fault instanceof ServerReadOnlyException && primary >= 0);
    if (!answered) {
      if (fault instanceof PgException pg && refusals.add(pg.getSqlState())) {
        LOG.log(
            Level.WARNING,
            "the database rejects this node: state="
                + pg.getSqlState()
                + " server="
                + asked.server());
      }
      if (fault instanceof ServerReadOnlyException && !before) {
        LOG.log(Level.WARNING, "the database is read-only; looking for a writable server");
      }
      if (unavailable) {
        servers.skip(asked.server());
      }
      if (servers.currentIndex() != asked.server()) {
        drop(silent);
      }
    } else if (fault == null && !closed) {
      boolean moved = primary >= 0 && primary != asked.server();
      primary = asked.server();
      refusals.clear();
      if (stale || moved) {
        stale = false;
        vertx.runOnContext(v -> onReconnectNeeded.run());
      }
    }
  }

  /**
   * Returns whether the server is reachable but out of capacity.
   *
   * <p>With several servers this holds only for the last primary, because it is unknown whether
   * another one accepts writes.
   */
  private boolean isOverloaded(PgException pg, HealthConnection asked) {
    return SqlErrors.isOverloaded(pg) && (!servers.hasSeveral() || asked.server() == primary);
  }

  /**
   * Drops the connection.
   *
   * @param silent whether it stopped responding; its pool is then closed later, when no statement
   *     hangs in it any more, as in {@link Pools#retire}
   */
  private void drop(boolean silent) {
    HealthConnection last = current;
    current = null;
    if (last != null && silent) {
      vertx.setTimer(connectTimeoutMillis * 2, id -> last.pool().close());
    } else if (last != null) {
      last.pool().close();
    }
  }

  synchronized Future<Void> close() {
    closed = true;
    vertx.cancelTimer(timer);
    HealthConnection last = current;
    current = null;
    return last != null && last.connection().succeeded()
        ? last.pool().close()
        : Future.succeededFuture();
  }
}
