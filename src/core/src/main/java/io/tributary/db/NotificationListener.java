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
  static final Duration STATEMENT_TIMEOUT = Duration.ofSeconds(10);
  private static final long RECONNECT_DELAY_MILLIS = 500;

  private final Vertx vertx;
  private final Context context;
  private final DedicatedConnection dedicated;
  private final String channel;
  private final Runnable onListening;
  private final Consumer<String> onNotification;
  private SqlConnection connection;
  private long timer = -1;
  private volatile boolean closed;

  /**
   * @param dedicated dedicated connection with a statement timeout of 10 s; closed with this
   *     listener
   * @param onListening runs after each (re)connection, because notifications may have been missed
   * @param onNotification receives the payloads
   */
  NotificationListener(
      Vertx vertx,
      DedicatedConnection dedicated,
      String channel,
      Runnable onListening,
      Consumer<String> onNotification) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.dedicated = dedicated;
    this.channel = channel;
    this.onListening = onListening;
    this.onNotification = onNotification;
    context.runOnContext(
        v -> {
          timer = vertx.setPeriodic(STATEMENT_TIMEOUT.toMillis(), id -> ping());
          connect();
        });
  }

  private void connect() {
    if (!closed) {
      dedicated.connection().onSuccess(this::onConnected).onFailure(t -> reconnectLater());
    }
  }

  private void reconnectLater() {
    if (!closed) {
      vertx.timer(RECONNECT_DELAY_MILLIS, TimeUnit.MILLISECONDS).onSuccess(v -> connect());
    }
  }

  private void onConnected(SqlConnection c) {
    connection = c;
    c.closeHandler(
        v -> {
          connection = null;
          reconnectLater();
        });
    PgConnection.cast(c)
        .notificationHandler(
            n -> {
              if (n.getChannel().equals(channel)) {
                onNotification.accept(n.getPayload());
              }
            });
    c.query("listen " + channel)
        .execute()
        .onSuccess(v -> onListening.run())
        .onFailure(t -> Pools.terminate(c));
  }

  private void ping() {
    if (connection != null) {
      connection.query("select 1").execute();
    }
  }

  Future<Void> close() {
    closed = true;
    context.runOnContext(v -> vertx.cancelTimer(timer));
    return dedicated.close();
  }
}
