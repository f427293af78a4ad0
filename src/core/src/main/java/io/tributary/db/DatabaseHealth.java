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
 * Whether the database is there and takes writes, asked twice a second on a connection that nobody
 * else uses: a pool whose connections are all at work is no database that is away. A refused or
 * lost connection tells at once; an answer that does not come must fail to come twice, since a
 * machine may stand still for a moment. Of several servers it goes from one to the next until one
 * takes writes.
 */
final class DatabaseHealth {
  /** Off on standbys, and where an administrator took the right to write. */
  static final String MAY_WRITE = "select current_setting('transaction_read_only') = 'off' as may";

  private static final System.Logger LOG = System.getLogger(DatabaseHealth.class.getName());
  private static final long EVERY_MILLIS = 500;
  private static final int SILENCES = 2;

  /** The least time that a connection which is under way has. */
  private static final Duration GIVEN_UP = Duration.ofSeconds(2);

  /** A server that takes no writes. */
  private static final class Shut extends VertxException {
    Shut() {
      super("the server takes no writes", true);
    }
  }

  /**
   * A way to one server, with a connection under way or there. A pool of its own, since only those
   * close a connection on which nothing comes back.
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

  /** Connections of before may have lost their other end, or lead to one that takes no writes. */
  private boolean stale;

  /** What servers refused this node with since one took writes. */
  private final Set<String> refusals = new HashSet<>();

  /** The last server that took writes; -1 before the first. */
  private int writer = -1;

  private int silences;
  private volatile boolean away;

  /**
   * @param patience silence for so long, and the database counts as away
   * @param returned runs when it answers again after a silence or takes writes again, when
   *     connections of before may have lost their other end or lead to a server that takes none,
   *     and when another server than before takes writes
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
   * One connection under way is waited for again and again, until it is given up: each further one
   * would hold a place at a database that hangs.
   */
  private void look() {
    if (line == null) {
      line = open(servers.chosen());
    }
    Line asked = line;
    boolean known = asked.connection().isComplete();
    asked
        .connection()
        // One that comes later is asked by a later question only.
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
      // Somebody ended this one connection; whether the database takes another one tells.
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
   * A server that is full is there. Of several, only the one that took writes: of another one
   * nobody knows whether it does.
   */
  private boolean busy(PgException pg, Line asked) {
    return SqlErrors.atWork(pg) && (!servers.several() || asked.server() == writer);
  }

  /**
   * @param silent closed only when nothing hangs in it any more: {@link Pools#retire}
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
