package io.tributary.lab.order;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Serves {@code order.command} on its node. A stateless virtual-thread verticle. */
final class LabOrderVerticle extends VerticleBase {
  private static final int AT_ONCE = 64;

  private final Bus bus;
  private final OrderCommands commands;

  LabOrderVerticle(Bus bus, OrderCommands commands) {
    this.bus = bus;
    this.commands = commands;
  }

  @Override
  public Future<?> start() {
    return bus.serve(Address.ORDER, OrderMessages.class, AT_ONCE, this::on);
  }

  private BusMessage on(OrderMessages message) {
    return switch (message) {
      case OrderMessages.PlaceOrder m -> commands.place(m);
      case OrderMessages.CancelOrder m -> commands.cancel(m);
      case OrderMessages.ReportDraw m -> commands.drawn(m);
      case OrderMessages.Reschedule m -> commands.reschedule(m);
      case OrderMessages.SwitchSms m -> commands.sms(m);
      case OrderMessages.SendKit m -> commands.send(m);
      case OrderMessages.RegisterKit m -> commands.register(m);
      case OrderMessages.RecreateOrder m -> commands.recreate(m);
      case OrderMessages.ResendEvents m -> commands.resend(m);
      case OrderMessages.Answer a -> throw new IllegalArgumentException("a reply, not a command");
    };
  }
}
