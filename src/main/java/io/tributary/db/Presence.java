package io.tributary.db;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgException;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Whether the database is there, asked twice a second on a connection that nobody else uses: a pool
 * whose connections are all at work is no database that is away. A refused or lost connection tells
 * at once; an answer that does not come must fail to come twice, since a machine may stand still
 * for a moment.
 */
final class Presence {
  private static final long EVERY_MILLIS = 500;
  private static final int SILENCES = 2;

  /** A connection that is under way for so long may have lost its other end without a word. */
  private static final Duration GIVEN_UP = Duration.ofSeconds(30);

  private final Vertx vertx;
  private final PgConnectOptions connect;
  private final long limit;
  private final long timer;
  private PgConnection connection;
  private boolean asking;
  private boolean closed;
  private Future<PgConnection> connecting;
  private long connectingSince;
  private int silences;
  private volatile boolean away;

  /**
   * @param patience silence for so long, and the database counts as away
   */
  Presence(Vertx vertx, PgConnectOptions connect, Duration patience) {
    this.vertx = vertx;
    this.connect = connect;
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
    Future<PgConnection> connected = known == null ? connected() : Future.succeededFuture(known);
    connected
        // One that comes later is asked by a later question only.
        .timeout(limit, TimeUnit.MILLISECONDS)
        .compose(c -> c.query("select 1").execute())
        .timeout(limit, TimeUnit.MILLISECONDS)
        .onComplete(r -> told(r.failed() ? r.cause() : null, known != null));
  }

  /**
   * One connection under way is waited for again and again: each further one would hold a place at
   * a database that hangs.
   */
  private Future<PgConnection> connected() {
    if (connecting != null && System.nanoTime() - connectingSince < GIVEN_UP.toNanos()) {
      return connecting;
    }
    Future<PgConnection> made = PgConnection.connect(vertx, connect);
    connecting = made;
    connectingSince = System.nanoTime();
    made.onComplete(r -> came(made));
    return made;
  }

  /** The first one is kept, however late it comes. */
  private synchronized void came(Future<PgConnection> made) {
    if (connecting == made) {
      connecting = null;
    }
    if (made.failed()) {
      return;
    }
    if (connection == null && !closed) {
      connection = made.result();
    } else {
      made.result().close();
    }
  }

  private synchronized void told(Throwable fault, boolean known) {
    boolean answered = fault == null || fault instanceof PgException pg && !Faults.unreachable(pg);
    if (!answered) {
      drop();
    }
    boolean silent = fault instanceof TimeoutException;
    if (!answered && known && !silent && !closed) {
      // Somebody ended this one connection; whether the database takes another one tells.
      ask(null);
      return;
    }
    asking = false;
    silences = answered ? 0 : silences + 1;
    away = !answered && (away || !silent || silences >= SILENCES);
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
