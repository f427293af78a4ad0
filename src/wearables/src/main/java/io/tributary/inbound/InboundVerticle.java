package io.tributary.inbound;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.Done;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Takes pushes of providers in; one per core, as large ones are long to read. */
final class InboundVerticle extends VerticleBase {
  private static final int AT_ONCE = 64;

  private final Bus bus;
  private final Receiver receiver;

  InboundVerticle(Bus bus, Receiver receiver) {
    this.bus = bus;
    this.receiver = receiver;
  }

  @Override
  public Future<?> start() {
    return bus.serve(
        Address.INBOUND,
        InboundMessages.class,
        AT_ONCE,
        m ->
            switch (m) {
              case InboundMessages.Known known -> {
                receiver.known(known);
                yield new Done();
              }
              case InboundMessages.Receive push -> receiver.receive(push);
            });
  }
}
