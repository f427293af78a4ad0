package io.tributary.bus;

import io.vertx.core.Context;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.eventbus.Message;
import io.vertx.core.eventbus.MessageConsumer;
import java.lang.System.Logger.Level;
import java.time.Duration;

/**
 * Tells the other nodes of an owned actor until they have heard, or it has ended. A registration
 * that the cluster did not take is not taken later by itself, so another one is tried beside it.
 */
final class OwnedConsumerRegistration {
  private static final System.Logger LOG =
      System.getLogger(OwnedConsumerRegistration.class.getName());
  private static final Duration AGAIN = Duration.ofSeconds(1);

  private final Vertx vertx;
  private final Context context;
  private final String address;
  private final Handler<Message<BusMessage>> handler;
  private MessageConsumer<BusMessage> second;
  private boolean ended;

  /**
   * Call it on the context of the actor.
   *
   * @param handler of every message, whichever registration it comes by; must return at once
   */
  OwnedConsumerRegistration(Vertx vertx, String address, Handler<Message<BusMessage>> handler) {
    this.vertx = vertx;
    this.context = vertx.getOrCreateContext();
    this.address = address;
    this.handler = handler;
  }

  void watch(MessageConsumer<BusMessage> first) {
    first
        .completion()
        .onFailure(
            t -> {
              // One that was ended meanwhile fails too.
              if (first.isRegistered()) {
                failed(t);
              }
            });
  }

  private synchronized void failed(Throwable t) {
    if (ended) {
      return;
    }
    LOG.log(
        Level.WARNING,
        "other nodes do not hear of " + address + ", which is told again: " + t.getMessage());
    context.runOnContext(v -> vertx.setTimer(AGAIN.toMillis(), id -> again()));
  }

  private synchronized void again() {
    if (ended) {
      return;
    }
    MessageConsumer<BusMessage> consumer = vertx.eventBus().consumer(address);
    consumer.handler(handler);
    second = consumer;
    consumer
        .completion()
        .onSuccess(v -> LOG.log(Level.INFO, "other nodes hear of " + address))
        .onFailure(
            t -> {
              consumer.unregister();
              failed(t);
            });
  }

  /** The actor is gone from here. */
  synchronized void end() {
    ended = true;
    if (second != null) {
      second.unregister();
    }
  }
}
