package io.tributary.lab.order;

import io.tributary.bus.Address;
import io.tributary.bus.Bus;
import io.tributary.http.Access;
import io.tributary.http.Call;
import io.tributary.http.Reply;
import io.tributary.http.Routes;
import io.vertx.core.Future;
import java.util.Optional;

/** How orders come into being: labs.md §3. */
final class PlaceRoutes implements Routes.Source {
  /** Both paths are one: a key that was used on one is used on the other. */
  private static final String CREATE = "order";

  private final Bus bus;
  private final OrderForm form;

  PlaceRoutes(Bus bus, OrderForm form) {
    this.bus = bus;
    this.form = form;
  }

  @Override
  public void mount(Routes routes) {
    routes.post("/v3/order/create", Access.TEAM, this::create);
    routes.post("/v3/order", Access.TEAM, this::create);
  }

  private Future<Reply> create(Call call) {
    OrderRequest request = form.read(call.body());
    call.check();
    Optional<IdempotencyKey> key = IdempotencyKey.of(call, CREATE);
    return ask(new OrderMessages.PlaceOrder(call.tenant(), request, key));
  }

  private Future<Reply> ask(OrderMessages message) {
    return bus.<OrderMessages.Answer>ask(Address.ORDER, message)
        .map(a -> Reply.of(a.status(), a.body()));
  }
}
