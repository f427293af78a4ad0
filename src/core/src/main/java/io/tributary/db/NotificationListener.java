package io.tributary.db;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * Listens on a PostgreSQL channel, on a dedicated connection that is reopened when it is lost.
 *
 * <p>A periodic query detects a dead connection, because an idle one shows no difference.
 */
final class NotificationListener {
  static final Duration LIMIT = Duration.ofSeconds(10);
  private static final long AGAIN_MILLIS = 500;

  private final Vertx vertx;
  private final Context context;
  private final DedicatedConnection own;
  private final String channel;
  private final Runnable begun;
  private final Consumer<String> heard;
  private SqlConnection connection;
  private long timer = -1;
  private volatile boolean closed;

  /**
   * @param own dedicated connection with a statement timeout of 10 s; closed with this listener
   * @param begun runs after each (re)connection, because notifications may have been missed
   * @param heard receives the payloads
   */
  NotificationListener(
      Vertx vertx,
      DedicatedConnection own,
      String channel,
      Runnable begun,
      Consumer<String> heard) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.own = own;
    this.channel = channel;
    this.begun = begun;
    this.heard = heard;
    context.runOnContext(
        v -> {
          timer = vertx.setPeriodic(LIMIT.toMillis(), id -> ask());
          connect();
        });
  }

  private void connect() {
    if (!closed) {
      own.connection().onSuccess(this::connected).onFailure(t -> again());
    }
  }

  private void again() {
    if (!closed) {
      vertx.timer(AGAIN_MILLIS, TimeUnit.MILLISECONDS).onSuccess(v -> connect());
    }
  }

  private void connected(SqlConnection c) {
    connection = c;
    c.closeHandler(
        v -> {
          connection = null;
          again();
        });
    PgConnection.cast(c)
        .notificationHandler(
            n -> {
              if (n.getChannel().equals(channel)) {
                heard.accept(n.getPayload());
              }
            });
    c.query("listen " + channel).execute().onSuccess(v -> begun.run()).onFailure(t -> Pools.end(c));
  }

  private void ask() {
    if (connection != null) {
      connection.query("select 1").execute();
    }
  }

  Future<Void> close() {
    closed = true;
    context.runOnContext(v -> vertx.cancelTimer(timer));
    return own.close();
  }
}
