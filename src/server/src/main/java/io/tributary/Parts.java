package io.tributary;

import io.tributary.audit.AuditVerticle;
import io.tributary.bus.Bus;
import io.tributary.config.ServiceConfig;
import io.tributary.connection.Accounts;
import io.tributary.connection.Apps;
import io.tributary.connection.ConnectionRepo;
import io.tributary.connection.ConnectionStates;
import io.tributary.db.Db;
import io.tributary.delivery.Kind;
import io.tributary.delivery.Transport;
import io.tributary.device.Devices;
import io.tributary.event.Outbox;
import io.tributary.http.Routes;
import io.tributary.ingest.Ingest;
import io.tributary.ingest.Intake;
import io.tributary.kernel.Secrets;
import io.tributary.lab.exchange.LabExchange;
import io.tributary.lab.order.OrderBook;
import io.tributary.lab.result.ResultIntake;
import io.tributary.lease.LeaseVerticle;
import io.tributary.lease.Leases;
import io.tributary.metrics.Meters;
import io.tributary.outbound.AddressGuard;
import io.tributary.outbound.AddressRules;
import io.tributary.provider.Adapters;
import io.tributary.provider.CallGates;
import io.tributary.provider.ProviderCatalog;
import io.tributary.pull.HistoricalStage;
import io.tributary.raw.RawReader;
import io.tributary.raw.RawStore;
import io.tributary.read.StoredSamples;
import io.tributary.subscribe.PushHooks;
import io.tributary.subscribe.Subscriptions;
import io.tributary.team.SwitchBook;
import io.tributary.user.Endings;
import io.tributary.vault.Vault;
import io.vertx.core.Deployable;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.function.Supplier;

/**
 * What features are wired from, and what they hand to the node: routes, verticles to deploy on this
 * node, owned actors.
 */
final class Parts {
  final Vertx vertx;
  final ServiceConfig config;
  final Db db;
  final Bus bus;
  final Vault vault;
  final Secrets secrets;
  final Meters meters;

  /** What is asked of this node is written down there. */
  final AuditVerticle audit;

  /** Code of the providers of this installation; known before features are wired. */
  Adapters adapters = new Adapters(Map.of(), Map.of());

  final Leases leases = new Leases();
  final Outbox outbox = new Outbox();

  /** For calls to addresses that customers chose. */
  final AddressGuard guard;

  /** Switches of teams, for hot paths. */
  final SwitchBook switches;

  /**
   * How clients and browsers reach this service, without trailing slash. Known once HTTP listens.
   */
  volatile String publicUrl = "";

  final ProviderCatalog catalog = ProviderCatalog.load(() -> publicUrl);

  /** Set while the node wires, in the order of the features; each is there for later ones. */
  ConnectionRepo connections;

  ConnectionStates connectionStates;

  /** What ends with users; features that have something under way for them say so here. */
  Endings endings;

  Apps apps;
  Accounts accounts;
  PushHooks hooks;
  CallGates gates;
  Subscriptions subscriptions;
  Devices devices;
  Ingest ingest;
  Intake intake;
  StoredSamples samples;
  RawStore raws;
  RawReader rawReader;
  HistoricalStage stage;
  OrderBook orders;
  ResultIntake results;

  LabExchange exchange;

  /** Where the laboratory simulator finds this node. */
  Supplier<OptionalInt> sandboxPort = OptionalInt::empty;

  /** What messages leave by, for each kind of destination. */
  final Map<Kind, Transport> transports = new EnumMap<>(Kind.class);

  final List<Routes.Source> routes = new ArrayList<>();
  final List<Local> verticles = new ArrayList<>();
  final List<LeaseVerticle.Kind> owned = new ArrayList<>();

  /** A verticle that runs on every node. They are stopped in the reverse order. */
  record Local(ThreadingModel model, int instances, Supplier<? extends Deployable> make) {}

  Parts(
      Vertx vertx, ServiceConfig config, Db db, Bus bus, Vault vault, Meters meters, String name) {
    this.vertx = vertx;
    this.config = config;
    this.db = db;
    this.bus = bus;
    this.vault = vault;
    this.secrets = vault.installation();
    this.meters = meters;
    this.audit = new AuditVerticle(db, secrets, config.audit(), name, meters);
    this.guard = AddressGuard.on(vertx, new AddressRules(config.outbound()));
    this.switches = new SwitchBook(db, config.auth());
  }

  void virtual(int instances, Supplier<? extends Deployable> make) {
    verticles.add(new Local(ThreadingModel.VIRTUAL_THREAD, instances, make));
  }
}
