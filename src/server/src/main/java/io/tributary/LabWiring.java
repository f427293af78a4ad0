package io.tributary;

import io.tributary.config.LabExchangeConfig;
import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.lab.account.LabAccountFeature;
import io.tributary.lab.appointment.LabAppointments;
import io.tributary.lab.catalogue.Catalogue;
import io.tributary.lab.document.DocumentRoutes;
import io.tributary.lab.exchange.LabExchange;
import io.tributary.lab.insurance.HealthInsurance;
import io.tributary.lab.insurance.InsuranceService;
import io.tributary.lab.notification.PatientNotificationFeature;
import io.tributary.lab.order.ErasedSampleIds;
import io.tributary.lab.order.OrderLifecycle;
import io.tributary.lab.order.Orders;
import io.tributary.lab.result.IncomingReport;
import io.tributary.lab.result.LabResultFeature;
import io.tributary.lab.result.trend.TrendRoutes;
import io.tributary.lab.sandbox.LabSandbox;
import io.tributary.lab.sandbox.SimulatorProcess;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.util.Optional;

/**
 * Wires the lab features: catalog, insurance, orders, appointments, results and the exchange with
 * laboratories.
 */
final class LabWiring {
  private final Platform parts;
  private final Vertx vertx;
  private final ServiceConfig config;
  private final Db db;

  LabWiring(Platform parts) {
    this.parts = parts;
    this.vertx = parts.vertx;
    this.config = parts.config;
    this.db = parts.db;
  }

  /** Orders are wired before the features that use them. */
  void wire() {
    catalogue();
    insurance();
    orders();
    appointments();
    results();
    exchange();
  }

  private void catalogue() {
    LabAccountFeature accounts =
        new LabAccountFeature(db, parts.bus, config.labTests(), config.node().region());
    Catalogue catalogue =
        new Catalogue(db, parts.bus, config.labTests(), parts.switches, accounts.scope());
    parts.virtual(1, catalogue::verticle);
    parts.virtual(1, accounts::verticle);
    parts.routes.addAll(catalogue.routes());
    parts.routes.addAll(accounts.routes());
  }

  private void insurance() {
    HealthInsurance insurance =
        new HealthInsurance(db, parts.bus, config.labTests(), parts.secrets);
    parts.virtual(1, insurance::verticle);
    parts.routes.addAll(insurance.routes());
  }

  private void orders() {
    parts.orders = new OrderLifecycle(db, parts.outbox);
    Orders orders =
        new Orders(db, parts.bus, parts.orders, parts.secrets, config.orders(), Clock.systemUTC());
    parts.endings.on(parts.orders::cancelAll);
    parts.virtual(1, orders::verticle);
    parts.routes.addAll(orders.routes());
  }

  private void appointments() {
    LabAppointments appointments =
        new LabAppointments(
            db,
            parts.bus,
            parts.outbox,
            parts.orders,
            parts.secrets,
            config.labTests().catalogue(),
            config.appointments(),
            config.orders().staleKeys(),
            Clock.systemUTC());
    parts.endings.on(appointments::cancelAll);
    parts.virtual(1, appointments::verticle);
    parts.routes.addAll(appointments.routes());
    PatientNotificationFeature notices =
        new PatientNotificationFeature(db, parts.orders, appointments, config.notices());
    parts.virtual(1, notices::verticle);
  }

  private void results() {
    ErasedSampleIds erased = new ErasedSampleIds(parts.secrets);
    LabResultFeature results =
        new LabResultFeature(db, parts.bus, parts.outbox, parts.orders, parts.switches, erased);
    parts.virtual(1, results::verticle);
    parts.results = results.intake();
    parts.routes.addAll(results.routes());
    parts.routes.add(new DocumentRoutes(vertx, db, results.reads()));
    parts.routes.add(new TrendRoutes(vertx, db));
  }

  private void exchange() {
    LabExchangeConfig settings = config.labExchange();
    SimulatorProcess simulator = new SimulatorProcess(vertx, settings, config.data().dir());
    parts.virtual(1, () -> simulator);
    LabExchange exchange =
        new LabExchange(
            vertx,
            db,
            settings,
            parts.orders,
            new InsuranceService(parts.secrets),
            parts.secrets,
            (tx, message, lab, environment, report, parting) -> {
              Optional<String> account = Optional.of(report.origin().receiver());
              IncomingReport in = new IncomingReport(message, lab, account, environment, report);
              parts.results.take(tx, in, parting);
              return parts.results.isSettled(tx, message);
            },
            simulator,
            parts.guard,
            parts.meters);
    parts.exchange = exchange;
    parts.sandboxPort = exchange::sandboxPort;
    parts.verticles.add(new Platform.Local(ThreadingModel.EVENT_LOOP, 1, exchange::listener));
    parts.virtual(1, exchange::worker);
    parts.owned.add(exchange.owners());
    parts.routes.addAll(exchange.routes());
    LabSandbox sandbox = new LabSandbox(vertx, db, settings, parts.orders, exchange, simulator);
    parts.virtual(1, sandbox::verticle);
    parts.routes.addAll(sandbox.routes());
  }
}
