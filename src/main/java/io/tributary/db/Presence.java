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

  private final Vertx vertx;
  private final PgConnectOptions connect;
  private final long limit;
  private final long timer;
  private PgConnection connection;
  private boolean asking;
  private boolean closed;
  private long questions;
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
    long question = ++questions;
    Future<PgConnection> connected =
        known == null
            ? PgConnection.connect(vertx, connect).onSuccess(c -> keep(c, question))
            : Future.succeededFuture(known);
    connected
        .compose(c -> c.query("select 1").execute())
        .timeout(limit, TimeUnit.MILLISECONDS)
        .onComplete(r -> told(r.failed() ? r.cause() : null, known != null));
  }

  /** A connection that comes after its time was up, or after the end, is not wanted. */
  private synchronized void keep(PgConnection made, long question) {
    if (question == questions && asking && !closed) {
      connection = made;
    } else {
      made.close();
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
