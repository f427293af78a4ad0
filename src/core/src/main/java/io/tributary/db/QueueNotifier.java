package io.tributary.db;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.DeliveryOptions;
import io.vertx.core.eventbus.MessageConsumer;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Wakes the workers of a queue: on this node at once over the event bus, on other nodes by a
 * debounced NOTIFY.
 *
 * <p>Wake-ups may be lost. A loss costs one poll interval, never work.
 */
public final class QueueNotifier {
  private static final String CHANNEL = "tributary_wake";
  private static final int DEBOUNCE_MS = 25;
  private static final DeliveryOptions LOCAL = new DeliveryOptions().setLocalOnly(true);

  private final Vertx vertx;
  private final Db db;
  private final Set<String> pending = ConcurrentHashMap.newKeySet();
  private final String self = io.tributary.core.Ids.randomHex(8);
  private volatile NotificationListener listener;
  private volatile boolean closed;

  QueueNotifier(Vertx vertx, Db db) {
    this.vertx = vertx;
    this.db = db;
  }

  /** Returns the event bus address of a queue's wake-ups on this node. */
  public static String address(String queue) {
    return "wake." + queue;
  }

  /** Runs the action at each wake-up of the queue, on the caller's context. */
  public MessageConsumer<String> onWake(String queue, Runnable action) {
    return vertx.eventBus().localConsumer(address(queue), m -> action.run());
  }

  /** Wakes the queue on this node now, and on other nodes within the debounce time. */
  public void wake(String queue) {
    vertx.eventBus().publish(address(queue), "", LOCAL);
    if (listener != null && pending.add(queue)) {
      vertx.setTimer(
          DEBOUNCE_MS,
          id -> {
            pending.remove(queue);
            if (!closed) {
              db.read("select pg_notify($1, $2)", CHANNEL, self + " " + queue)
                  .onFailure(lost -> {});
            }
          });
    }
  }

  /**
   * Wakes the queue on all nodes without debouncing; for a node that is about to close. Completes
   * when the notification is sent or has failed.
   */
  public Future<?> wakeNow(String queue) {
    publishLocally(queue);
    return listener == null
        ? Future.succeededFuture()
        : db.read("select pg_notify($1, $2)", CHANNEL, self + " " + queue).otherwiseEmpty();
  }

  /**
   * Starts to receive wake-ups of other nodes. After each (re)connection all queues of this node
   * are polled once.
   */
  public void listen() {
    listener =
        new NotificationListener(
            vertx,
            db.dedicatedConnection(NotificationListener.STATEMENT_TIMEOUT),
            CHANNEL,
            () -> publishLocally("*"),
            this::received);
  }

  private void received(String payload) {
    int space = payload.indexOf(' ');
    if (space > 0 && !payload.substring(0, space).equals(self)) {
      publishLocally(payload.substring(space + 1));
    }
  }

  private void publishLocally(String queue) {
    vertx.eventBus().publish(address(queue), "", LOCAL);
  }

  Future<Void> close() {
    closed = true;
    return listener == null ? Future.succeededFuture() : listener.close();
  }
}
