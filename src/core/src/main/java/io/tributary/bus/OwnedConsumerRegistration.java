package io.tributary.bus;

import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * Registers a leased actor's address in the cluster and retries until it succeeds or the actor
 * ends.
 *
 * <p>Vert.x does not retry a registration that the cluster refused. Therefore each retry registers
 * a second consumer beside the first, local one.
 */
final class OwnedConsumerRegistration {
  private static final System.Logger LOG =
      System.getLogger(OwnedConsumerRegistration.class.getName());
  private static final Duration RETRY_DELAY = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final Context context;
  private final String address;
  private final Handler<Message<BusMessage>> handler;
  private MessageConsumer<BusMessage> retryConsumer;
  private boolean stopped;

  /**
   * Must be called on the context of the actor.
   *
   * @param handler receives messages of every registration; must not block
   */
  OwnedConsumerRegistration(Vertx vertx, String address, Handler<Message<BusMessage>> handler) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.address = address;
    this.handler = handler;
  }

  void retryUntilRegistered(MessageConsumer<BusMessage> first) {
    first
        .completion()
        .onFailure(
            t -> {
              // A consumer that was unregistered meanwhile fails as well.
              if (first.isRegistered()) {
                scheduleRetry(t);
              }
            });
  }

  private synchronized void scheduleRetry(Throwable t) {
    if (stopped) {
      return;
    }
    LOG.log(
        Level.WARNING,
        "other nodes cannot reach consumer "
            + address
            + ", registering it again: "
            + t.getMessage());
    context.runOnContext(v -> vertx.setTimer(RETRY_DELAY.toMillis(), id -> retry()));
  }

  private synchronized void retry() {
    if (stopped) {
      return;
    }
    MessageConsumer<BusMessage> consumer = vertx.eventBus().consumer(address);
    consumer.handler(handler);
    retryConsumer = consumer;
    consumer
        .completion()
        .onSuccess(v -> LOG.log(Level.INFO, "other nodes can reach consumer " + address))
        .onFailure(
            t -> {
              consumer.unregister();
              scheduleRetry(t);
            });
  }

  /** Ends the retries and unregisters the second consumer. */
  synchronized void stop() {
    stopped = true;
    if (retryConsumer != null) {
      retryConsumer.unregister();
    }
  }
}
