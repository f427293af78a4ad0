package io.tributary.db;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxException;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgException;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Whether the database is there and takes writes, asked twice a second on a connection that nobody
 * else uses: a pool whose connections are all at work is no database that is away. A refused or
 * lost connection tells at once; an answer that does not come must fail to come twice, since a
 * machine may stand still for a moment. Of several servers it goes from one to the next until one
 * takes writes.
 */
final class Presence {
  /** Off on standbys, and where an administrator took the right to write. */
  static final String MAY_WRITE = "select current_setting('transaction_read_only') = 'off' as may";

  private static final System.Logger LOG = System.getLogger(Presence.class.getName());
  private static final long EVERY_MILLIS = 500;
  private static final int SILENCES = 2;

  /** A connection that is under way for so long may have lost its other end without a word. */
  private static final Duration GIVEN_UP = Duration.ofSeconds(30);

  /** A server that takes no writes. */
  private static final class Shut extends VertxException {
    Shut() {
      super("the server takes no writes", true);
    }
  }

  private record UnderWay(Future<PgConnection> connection, long since) {}

  private final Vertx vertx;
  private final Servers servers;
  private final Runnable returned;
  private final long limit;
  private final long timer;
  private final Map<Integer, UnderWay> underWay = new HashMap<>();
  private PgConnection connection;
  private boolean asking;
  private boolean closed;
  private boolean fellSilent;
  private int silences;
  private volatile boolean away;

  /**
   * @param patience silence for so long, and the database counts as away
   * @param returned runs when it answers again after a silence: connections of before may have lost
   *     their other end
   */
  Presence(Vertx vertx, Servers servers, Duration patience, Runnable returned) {
    this.vertx = vertx;
    this.servers = servers;
    this.returned = returned;
    this.limit = Math.max(200, patience.toMillis() / SILENCES);
    this.timer = vertx.setPeriodic(EVERY_MILLIS, id -> ask());
  }

  boolean away() {
    return away;
  }

  private synchronized void ask() {
    if (!asking && !closed) {
      asking = true;
      ask(connection);
    }
  }

  private void ask(PgConnection known) {
    int server = servers.chosen();
    Future<PgConnection> connected =
        known == null ? connected(server) : Future.succeededFuture(known);
    connected
        // One that comes later is asked by a later question only.
        .timeout(limit, TimeUnit.MILLISECONDS)
        .compose(c -> c.query(MAY_WRITE).execute())
        .timeout(limit, TimeUnit.MILLISECONDS)
        .compose(
            rows ->
                rows.iterator().next().getBoolean("may")
                    ? Future.succeededFuture()
                    : Future.failedFuture(new Shut()))
        .onComplete(r -> told(r.failed() ? r.cause() : null, known != null, server));
  }

  /**
   * One connection under way is waited for again and again: each further one would hold a place at
   * a database that hangs.
   */
  private Future<PgConnection> connected(int server) {
    UnderWay last = underWay.get(server);
    if (last != null && System.nanoTime() - last.since() < GIVEN_UP.toNanos()) {
      return last.connection();
    }
    Future<PgConnection> made =
        PgConnection.connect(
            vertx,
            servers
                .at(server)
                .setProperties(Map.of("application_name", Pools.APPLICATION, "TimeZone", "UTC")));
    UnderWay now = new UnderWay(made, System.nanoTime());
    underWay.put(server, now);
    made.onComplete(r -> came(server, now));
    return made;
  }

  /** The first one is kept, however late it comes. */
  private synchronized void came(int server, UnderWay made) {
    underWay.remove(server, made);
    if (made.connection().failed()) {
      return;
    }
    if (connection == null && !closed && servers.chosen() == server) {
      connection = made.connection().result();
    } else {
      made.connection().result().close();
    }
  }

  private synchronized void told(Throwable fault, boolean known, int server) {
    boolean answered = fault == null || fault instanceof PgException pg && Faults.alive(pg);
    boolean silent = fault instanceof TimeoutException;
    if (!answered) {
      drop();
    }
    if (!answered && known && !silent && !closed) {
      // Somebody ended this one connection; whether the database takes another one tells.
      ask(null);
      return;
    }
    asking = false;
    silences = answered ? 0 : silences + 1;
    boolean before = away;
    away = !answered && (away || !silent || silences >= SILENCES);
    fellSilent |= away && silent;
    if (!answered) {
      servers.leave(server);
      if (fault instanceof Shut && !before) {
        LOG.log(Level.WARNING, "the database takes no writes; looking for one that does");
      }
    } else if (fellSilent && !closed) {
      fellSilent = false;
      vertx.runOnContext(v -> returned.run());
    }
  }

  private Future<Void> drop() {
    PgConnection last = connection;
    connection = null;
    return last == null ? Future.succeededFuture() : last.close();
  }

  synchronized Future<Void> close() {
    closed = true;
    vertx.cancelTimer(timer);
    return drop();
  }
}
