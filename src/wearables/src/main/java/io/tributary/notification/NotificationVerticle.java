package io.tributary.notification;

import io.tributary.bus.Ack;
import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Serves incoming notifications. One per core, because parsing a large one takes long. */
final class NotificationVerticle extends VerticleBase {
  private static final int AT_ONCE = 64;

  private final Bus bus;
  private final NotificationReceiver receiver;

  NotificationVerticle(Bus bus, NotificationReceiver receiver) {
    this.bus = bus;
    this.receiver = receiver;
  }

  @Override
  public Future<?> start() {
    return bus.serve(
        Address.INBOUND,
        NotificationCommand.class,
        AT_ONCE,
        m ->
            switch (m) {
              case NotificationCommand.CheckAddress known -> {
                receiver.checkAddress(known);
                yield new Ack();
              }
              case NotificationCommand.Receive push -> receiver.receive(push);
            });
  }
}
