package io.tributary.lab.order;

import io.tributary.bus.Bus;
import io.tributary.config.OrdersConfig;
import io.tributary.core.Encryption;
import io.tributary.db.Db;
import io.tributary.http.Routes;
import io.tributary.lab.account.AccountResolver;
import io.tributary.lab.insurance.InsuranceService;
import io.vertx.core.Deployable;
import java.time.Clock;
import java.util.List;

/** Wires the order feature: commands, queries and routes. */
public final class Orders {
  private final Bus bus;
  private final OrderCommands commands;
  private final List<Routes.Source> routes;

  /**
   * @param clock clock for the current date at the patient's location
   */
  public Orders(
      Db db, Bus bus, OrderLifecycle book, Encryption secrets, OrdersConfig settings, Clock clock) {
    this.bus = bus;
    PersonForm people = new PersonForm(clock);
    OrderPlacement ordering =
        new OrderPlacement(
            book, new AccountResolver(), new InsuranceService(secrets), secrets, settings, clock);
    this.commands =
        new OrderCommands(
            db,
            book,
            new IdempotencyStore(db, settings.inProgressTimeout(), settings.idempotencyKeyTtl()),
            ordering);
    this.routes =
        List.of(
            new OrderCreationRoutes(bus, new OrderForm(people), people),
            new OrderRoutes(bus, new OrderQueries(db), ordering.physicians().json()));
  }

  public List<Routes.Source> routes() {
    return routes;
  }

  /** Serves commands. Deploy on every node. */
  public Deployable newVerticle() {
    return new LabOrderVerticle(bus, commands);
  }
}
