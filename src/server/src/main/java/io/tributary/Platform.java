package io.tributary;

import io.tributary.audit.AuditVerticle;
import io.tributary.bus.Bus;
import io.tributary.config.ServiceConfig;
import io.tributary.connection.ConnectionLifecycle;
import io.tributary.connection.ConnectionRepo;
import io.tributary.connection.OAuthApplications;
import io.tributary.connection.ProviderSessions;
import io.tributary.core.Encryption;
import io.tributary.crypto.Vault;
import io.tributary.db.Db;
import io.tributary.delivery.DestinationKind;
import io.tributary.delivery.Transport;
import io.tributary.device.DeviceRegistry;
import io.tributary.event.Outbox;
import io.tributary.http.Routes;
import io.tributary.ingest.GroupCommit;
import io.tributary.ingest.Ingest;
import io.tributary.lab.exchange.LabExchange;
import io.tributary.lab.order.OrderLifecycle;
import io.tributary.lab.result.ResultIntake;
import io.tributary.lease.LeaseDirectory;
import io.tributary.lease.LeaseVerticle;
import io.tributary.metrics.Metrics;
import io.tributary.outbound.SsrfGuard;
import io.tributary.outbound.SsrfPolicy;
import io.tributary.provider.Adapters;
import io.tributary.provider.PermitClients;
import io.tributary.provider.ProviderCatalog;
import io.tributary.pull.HistoricalPullPlanner;
import io.tributary.rawdocument.RawDocumentReader;
import io.tributary.rawdocument.RawDocumentStore;
import io.tributary.read.StoredSamples;
import io.tributary.subscription.NotificationUrls;
import io.tributary.subscription.SubscriptionPlanner;
import io.tributary.team.FeatureFlagCache;
import io.tributary.user.UserDeletionHooks;
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
 * Shared dependencies of the features, and the routes, verticles and leased actors that the
 * features contribute to the node.
 */
final class Platform {
  final Vertx vertx;
  final ServiceConfig config;
  final Db db;
  final Bus bus;
  final Vault vault;
  final Encryption encryption;
  final Metrics metrics;

  /** Audit trail of the requests to this node. */
  final AuditVerticle audit;

  /**
   * Adapters of the providers that this installation supports; set before the features are wired.
   */
  Adapters adapters = new Adapters(Map.of(), Map.of());

  final LeaseDirectory leases = new LeaseDirectory();
  final Outbox outbox = new Outbox();

  /** Guards requests to URLs that customers configure. */
  final SsrfGuard ssrfGuard;

  /** Team feature flags, cached for hot paths. */
  final FeatureFlagCache featureFlags;

  /**
   * Base URL at which clients and browsers reach this service, without a trailing slash. Set once
   * the HTTP port is known.
   */
  volatile String publicUrl = "";

  final ProviderCatalog catalog = ProviderCatalog.load(() -> publicUrl);

  /**
   * The fields below are set during wiring, in the order of the features. Each is available to the
   * features wired later.
   */
  ConnectionRepo connections;

  ConnectionLifecycle connectionLifecycle;

  /** Hooks that run when a user is deleted. Features with pending work for users register here. */
  UserDeletionHooks userDeletionHooks;

  OAuthApplications oauthApplications;
  ProviderSessions providerSessions;
  NotificationUrls notificationUrls;
  PermitClients permitClients;
  SubscriptionPlanner subscriptionPlanner;
  DeviceRegistry devices;
  Ingest ingest;
  GroupCommit groupCommit;
  StoredSamples samples;
  RawDocumentStore rawDocuments;
  RawDocumentReader rawDocumentReader;
  HistoricalPullPlanner pullPlanner;
  OrderLifecycle orders;
  ResultIntake resultIntake;

  LabExchange labExchange;

  /** Port on which the laboratory simulator reaches this node. */
  Supplier<OptionalInt> sandboxPort = OptionalInt::empty;

  /** Transport for each kind of destination. */
  final Map<DestinationKind, Transport> transports = new EnumMap<>(DestinationKind.class);

  final List<Routes.Source> routes = new ArrayList<>();
  final List<VerticleDeployment> verticles = new ArrayList<>();
  final List<LeaseVerticle.ActorKind> leasedActors = new ArrayList<>();

  /** Verticle that runs on every node. Verticles stop in reverse order. */
  record VerticleDeployment(
      ThreadingModel threadingModel, int instances, Supplier<? extends Deployable> factory) {}

  Platform(
      Vertx vertx, ServiceConfig config, Db db, Bus bus, Vault vault, Metrics meters, String name) {
    this.vertx = vertx;
    this.config = config;
    this.db = db;
    this.bus = bus;
    this.vault = vault;
    this.encryption = vault.installation();
    this.metrics = meters;
    this.audit = new AuditVerticle(db, encryption, config.audit(), name, meters);
    this.ssrfGuard = SsrfGuard.of(vertx, new SsrfPolicy(config.outbound()));
    this.featureFlags = new FeatureFlagCache(db, config.auth());
  }

  void addVerticle(int instances, Supplier<? extends Deployable> make) {
    verticles.add(new VerticleDeployment(ThreadingModel.VIRTUAL_THREAD, instances, make));
  }
}
