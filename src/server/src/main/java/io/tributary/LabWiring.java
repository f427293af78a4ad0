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
  private final Platform platform;
  private final Vertx vertx;
  private final ServiceConfig config;
  private final Db db;

  LabWiring(Platform platform) {
    this.platform = platform;
    this.vertx = platform.vertx;
    this.config = platform.config;
    this.db = platform.db;
  }

  /** Orders are wired before the features that use them. */
  void wire() {
    wireCatalog();
    wireInsurance();
    wireOrders();
    wireAppointments();
    wireResults();
    wireExchange();
  }

  private void wireCatalog() {
    LabAccountFeature accounts =
        new LabAccountFeature(db, platform.bus, config.labTests(), config.node().region());
    Catalogue catalogue =
        new Catalogue(db, platform.bus, config.labTests(), platform.featureFlags, accounts.scope());
    platform.addVerticle(1, catalogue::newVerticle);
    platform.addVerticle(1, accounts::newVerticle);
    platform.routes.addAll(catalogue.routes());
    platform.routes.addAll(accounts.routes());
  }

  private void wireInsurance() {
    HealthInsurance insurance =
        new HealthInsurance(db, platform.bus, config.labTests(), platform.encryption);
    platform.addVerticle(1, insurance::newVerticle);
    platform.routes.addAll(insurance.routes());
  }

  private void wireOrders() {
    platform.orders = new OrderLifecycle(db, platform.outbox);
    Orders orders =
        new Orders(
            db,
            platform.bus,
            platform.orders,
            platform.encryption,
            config.orders(),
            Clock.systemUTC());
    platform.userDeletionHooks.register(platform.orders::cancelAll);
    platform.addVerticle(1, orders::newVerticle);
    platform.routes.addAll(orders.routes());
  }

  private void wireAppointments() {
    LabAppointments appointments =
        new LabAppointments(
            db,
            platform.bus,
            platform.outbox,
            platform.orders,
            platform.encryption,
            config.labTests().catalogueDir(),
            config.appointments(),
            config.orders().inProgressTimeout(),
            Clock.systemUTC());
    platform.userDeletionHooks.register(appointments::cancelAll);
    platform.addVerticle(1, appointments::newVerticle);
    platform.routes.addAll(appointments.routes());
    PatientNotificationFeature notices =
        new PatientNotificationFeature(
            db, platform.orders, appointments, config.patientNotification());
    platform.addVerticle(1, notices::newVerticle);
  }

  private void wireResults() {
    ErasedSampleIds erased = new ErasedSampleIds(platform.encryption);
    LabResultFeature results =
        new LabResultFeature(
            db, platform.bus, platform.outbox, platform.orders, platform.featureFlags, erased);
    platform.addVerticle(1, results::newVerticle);
    platform.resultIntake = results.intake();
    platform.routes.addAll(results.routes());
    platform.routes.add(new DocumentRoutes(vertx, db, results.reads()));
    platform.routes.add(new TrendRoutes(vertx, db));
  }

  private void wireExchange() {
    LabExchangeConfig settings = config.labExchange();
    SimulatorProcess simulator = new SimulatorProcess(vertx, settings, config.data().dir());
    platform.addVerticle(1, () -> simulator);
    LabExchange exchange =
        new LabExchange(
            vertx,
            db,
            settings,
            platform.orders,
            new InsuranceService(platform.encryption),
            platform.encryption,
            (tx, message, lab, environment, report, parting) -> {
              Optional<String> account = Optional.of(report.origin().receiver());
              IncomingReport in = new IncomingReport(message, lab, account, environment, report);
              platform.resultIntake.process(tx, in, parting);
              return platform.resultIntake.isSettled(tx, message);
            },
            simulator,
            platform.ssrfGuard,
            platform.metrics);
    platform.labExchange = exchange;
    platform.sandboxPort = exchange::sandboxPort;
    platform.verticles.add(
        new Platform.VerticleDeployment(ThreadingModel.EVENT_LOOP, 1, exchange::newListener));
    platform.addVerticle(1, exchange::newWorker);
    platform.leasedActors.add(exchange.leaseOwners());
    platform.routes.addAll(exchange.routes());
    LabSandbox sandbox = new LabSandbox(vertx, db, settings, platform.orders, exchange, simulator);
    platform.addVerticle(1, sandbox::newVerticle);
    platform.routes.addAll(sandbox.routes());
  }
}
