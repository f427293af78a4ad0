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
 * Hears a channel of the database, on a connection of its own that is made anew when it is lost. It
 * asks something now and then: silence alone does not tell that the other end is gone.
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
   * @param own with the limit above; closed with this
   * @param begun runs whenever it hears, for what it may have missed
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
