package io.tributary.lab.order;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.bus.BusMessage;
import io.vertx.core.Future;
import io.vertx.core.VerticleBase;

/** Serves {@code order.command} on its node. A stateless virtual-thread verticle. */
final class LabOrderVerticle extends VerticleBase {
  private static final int CONCURRENCY = 64;

  private final Bus bus;
  private final OrderCommands commands;

  LabOrderVerticle(Bus bus, OrderCommands commands) {
    this.bus = bus;
    this.commands = commands;
  }

  @Override
  public Future<?> start() {
    return bus.serve(Address.ORDER, OrderMessages.class, CONCURRENCY, this::handle);
  }

  private BusMessage handle(OrderMessages message) {
    return switch (message) {
      case OrderMessages.PlaceOrder m -> commands.place(m);
      case OrderMessages.CancelOrder m -> commands.cancel(m);
      case OrderMessages.ReportDraw m -> commands.reportDraw(m);
      case OrderMessages.Reschedule m -> commands.reschedule(m);
      case OrderMessages.SwitchSms m -> commands.switchSms(m);
      case OrderMessages.SendKit m -> commands.sendKit(m);
      case OrderMessages.RegisterKit m -> commands.registerKit(m);
      case OrderMessages.RecreateOrder m -> commands.recreate(m);
      case OrderMessages.ResendEvents m -> commands.resendEvents(m);
      case OrderMessages.Answer a -> throw new IllegalArgumentException("a reply, not a command");
    };
  }
}
