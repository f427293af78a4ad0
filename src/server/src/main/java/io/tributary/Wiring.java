package io.tributary;

import io.tributary.aggregate.AggregateFeature;
import io.tributary.bulk.BulkRoutes;
import io.tributary.bulk.BulkVerticle;
import io.tributary.cluster.Cluster;
import io.tributary.config.ServiceConfig;
import io.tributary.connection.AccessTokenProvider;
import io.tributary.connection.ConnectionLifecycle;
import io.tributary.connection.ConnectionRepo;
import io.tributary.connection.ConnectionRoutes;
import io.tributary.connection.ConnectionVerticle;
import io.tributary.connection.OAuthApplications;
import io.tributary.connection.ProviderSessions;
import io.tributary.connection.RevocationJob;
import io.tributary.core.ProgramHelp;
import io.tributary.db.Db;
import io.tributary.device.DeviceRegistry;
import io.tributary.device.DeviceRoutes;
import io.tributary.event.EventTypeRoutes;
import io.tributary.fhir.FhirRoutes;
import io.tributary.fhir.FhirVerticle;
import io.tributary.healthimport.FileImports;
import io.tributary.http.OpenApiRoutes;
import io.tributary.ingest.GroupCommit;
import io.tributary.ingest.Ingest;
import io.tributary.lab.fhir.LabFhirFeature;
import io.tributary.lease.LeaseVerticle;
import io.tributary.link.DemoSimulatorProcess;
import io.tributary.link.GrantImporter;
import io.tributary.link.LinkFeature;
import io.tributary.model.LegacySource;
import io.tributary.provenance.ProvenanceFeature;
import io.tributary.provider.ProviderInfo;
import io.tributary.provider.ProviderRoutes;
import io.tributary.pull.HistoricalPullPlanner;
import io.tributary.pull.PullFeature;
import io.tributary.rawdocument.RawDocumentReader;
import io.tributary.rawdocument.RawDocumentStore;
import io.tributary.read.HypnogramRoutes;
import io.tributary.read.LegacySourceNames;
import io.tributary.read.RawRoutes;
import io.tributary.read.SampleRoutes;
import io.tributary.read.StoredSamples;
import io.tributary.read.StreamRoutes;
import io.tributary.read.StreamVerticle;
import io.tributary.read.SummaryRoutes;
import io.tributary.sdk.SdkConnections;
import io.tributary.sdk.SdkFeature;
import io.tributary.team.AuditRoutes;
import io.tributary.team.KeyCommands;
import io.tributary.team.KeyHeaders;
import io.tributary.team.KeyRoutes;
import io.tributary.team.OrgRoutes;
import io.tributary.team.TeamCommands;
import io.tributary.team.TeamVerticle;
import io.tributary.throttle.HistoricalPullStarter;
import io.tributary.throttle.ThrottleMetrics;
import io.tributary.throttle.ThrottleVerticle;
import io.tributary.throttle.ThrottledProviders;
import io.tributary.user.UserCommands;
import io.tributary.user.UserDeletionHooks;
import io.tributary.user.UserRoutes;
import io.tributary.user.UserVerticle;
import io.tributary.webhook.TeamWebhookCleanup;
import io.tributary.workout.WorkoutFileRoutes;
import io.tributary.workout.WorkoutFileVerticle;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import java.time.Clock;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Wires all features by their constructors. Each feature adds its routes, verticles and leased
 * actors to the {@link Platform}.
 */
final class Wiring {
  private final Platform platform;

  private final Vertx vertx;

  private final ServiceConfig config;

  private final Db db;

  private final String nodeName;

  private final Cluster cluster;

  private final BooleanSupplier serving;

  /**
   * @param nodeName name of the node
   * @param serving whether the node is serving, for readiness
   */
  Wiring(Platform platform, String nodeName, Cluster cluster, BooleanSupplier serving) {
    this.platform = platform;
    this.vertx = platform.vertx;
    this.config = platform.config;
    this.db = platform.db;
    this.nodeName = nodeName;
    this.cluster = cluster;
    this.serving = serving;
  }

  void wire() {
    // The audit trail starts first and therefore stops last: it records the requests to all other
    // features.
    platform.addVerticle(1, () -> platform.audit);
    platform.adapters = ProviderAdapters.create(vertx, config, platform.catalog, platform.metrics);
    platform.routes.add(
        new HealthRoutes(
            vertx, db, platform.metrics, cluster::members, serving, platform.audit::isAvailable));
    platform.metrics.gauge(
        "tributary_ready",
        () ->
            serving.getAsBoolean() && !db.isUnavailable() && platform.audit.isAvailable() ? 1 : 0);
    platform.metrics.gauge("tributary_db_up", () -> db.isUnavailable() ? 0 : 1);
    platform.metrics.gauge("tributary_db_replica_in_use", () -> db.replicaReads().inUse() ? 1 : 0);
    platform.metrics.gauge("tributary_db_replica_lag_seconds", db.replicaReads()::lagSeconds);
    platform.metrics.gauge("tributary_cluster_members", cluster::members);
    platform.routes.add(new OpenApiRoutes(vertx, () -> platform.publicUrl));
    platform.routes.add(new EventTypeRoutes());
    wireTeams();
    wireConnections();
    wireReads();
    wireFhir();
    wireUsers();
    wirePulls();
    wireWorkoutFiles(wirePush().connections());
    wireImports();
    wireProvenance();
    GrantImporter imported = wireLink();
    wireAggregation();
    wireThrottles();
    wireBulk(imported);
    new LabWiring(platform).wire();
    new ReportWiring(platform, nodeName).wire();
    new DeliveryWiring(platform).wire();
    new HousekeepingWiring(platform, buildVersion()).wire();
  }

  private void wireTeams() {
    String region = config.node().region();
    TeamCommands commands = new TeamCommands(db);
    KeyCommands keys = new KeyCommands(db, config.auth(), region);
    platform.addVerticle(
        1, () -> new TeamVerticle(platform.bus, db, commands, keys, TeamWebhookCleanup::stop));
    platform.routes.add(new OrgRoutes(platform.bus, db, region));
    platform.routes.add(new KeyRoutes(platform.bus, db, region));
    platform.routes.add(new AuditRoutes(db));
  }

  private void wireConnections() {
    platform.routes.add(new ProviderRoutes(platform.catalog, platform.adapters));
    platform.connections = new ConnectionRepo();
    platform.connectionLifecycle =
        new ConnectionLifecycle(
            platform.connections,
            platform.outbox,
            platform.vault,
            platform.adapters,
            platform.catalog,
            config);
    platform.userDeletionHooks = new UserDeletionHooks(platform.connectionLifecycle::deregisterAll);
    DemoSimulatorProcess simulator =
        new DemoSimulatorProcess(vertx, config.demo(), config.data().dir());
    platform.addVerticle(1, () -> simulator);
    platform.oauthApplications =
        new OAuthApplications(
            db,
            config,
            platform.vault,
            platform.catalog,
            () -> platform.publicUrl,
            simulator::baseUrl);
    AccessTokenProvider tokens =
        new AccessTokenProvider(
            vertx, db, platform.vault, platform.connectionLifecycle, config.connections());
    platform.providerSessions =
        new ProviderSessions(
            db, platform.connections, platform.oauthApplications, platform.adapters, tokens);
    platform.devices = new DeviceRegistry(platform.outbox);
    RevocationJob job =
        new RevocationJob(
            db,
            platform.oauthApplications,
            platform.adapters,
            platform.vault,
            platform.metrics,
            config.connections(),
            // A lambda, because pulls are wired later. No revocation runs before the node does.
            (provider, app, user, going) -> platform.permitClients.of(provider, app, user, going));
    new ProviderWiring(platform).wireSubscriptions(job);
    platform.addVerticle(
        1, () -> new ConnectionVerticle(platform.bus, db, platform.connectionLifecycle, job));
    platform.routes.add(
        new ConnectionRoutes(db, platform.bus, platform.catalog, platform.adapters));
    platform.routes.add(new DeviceRoutes(db));
  }

  private void wireReads() {
    Function<String, LegacySource> named =
        slug -> {
          ProviderInfo card = platform.catalog.info(slug);
          return new LegacySource(card.name(), card.slug(), card.logo());
        };
    boolean legacy = config.webhook().legacyEventFields();
    platform.ingest =
        new Ingest(platform.outbox, legacy, named, platform.devices, platform.metrics);
    platform.groupCommit = new GroupCommit(db, platform.ingest);
    platform.samples = new StoredSamples(db);
    platform.rawDocuments =
        new RawDocumentStore(platform.encryption, platform.ingest, platform.outbox);
    platform.rawDocumentReader = new RawDocumentReader(db, platform.encryption);
    LegacySourceNames names = new LegacySourceNames(legacy, named);
    platform.routes.add(new SummaryRoutes(db, names));
    platform.routes.add(new RawRoutes(db, platform.rawDocumentReader, platform.catalog));
    platform.routes.add(new SampleRoutes(db, names, config.read().pageSize()));
    platform.routes.add(new HypnogramRoutes(db, names, config.read().pageSize()));
    platform.routes.add(new StreamRoutes(vertx, db, platform.bus));
    platform.addVerticle(1, () -> new StreamVerticle(platform.bus, db, platform.samples));
  }

  private void wireFhir() {
    ServiceConfig.Fhir settings = config.fhir();
    LabFhirFeature lab = new LabFhirFeature(db, platform.bus, () -> platform.publicUrl, settings);
    platform.addVerticle(
        1,
        () ->
            new FhirVerticle(
                platform.bus,
                db,
                platform.samples,
                lab.observations(),
                () -> platform.publicUrl,
                settings.concurrency()));
    platform.routes.add(
        new FhirRoutes(
            platform.bus, () -> platform.publicUrl, settings, buildVersion(), lab.capabilities()));
    platform.addVerticle(1, lab::newVerticle);
    platform.routes.add(lab.routes());
  }

  private void wireWorkoutFiles(SdkConnections connections) {
    ServiceConfig.WorkoutFile settings = config.workoutFile();
    platform.addVerticle(
        1,
        () ->
            new WorkoutFileVerticle(
                platform.bus, db, platform.groupCommit, platform.devices, connections, settings));
    platform.routes.add(new WorkoutFileRoutes(platform.bus, settings));
  }

  private GrantImporter wireLink() {
    LinkFeature link =
        new LinkFeature(
            vertx,
            db,
            platform.bus,
            config,
            platform.vault,
            () -> platform.publicUrl,
            platform.catalog,
            platform.adapters,
            platform.oauthApplications,
            platform.connectionLifecycle,
            platform.pullPlanner,
            platform.permitClients);
    platform.addVerticle(1, link::verticle);
    platform.routes.add(link.routes());
    return link.importer();
  }

  private void wireAggregation() {
    AggregateFeature aggregate =
        new AggregateFeature(
            vertx,
            platform.bus,
            db,
            config,
            platform.featureFlags,
            platform.samples,
            platform.catalog::contains,
            Clock.systemUTC());
    platform.routes.addAll(aggregate.routes());
    platform.addVerticle(1, aggregate.queryVerticle());
    platform.addVerticle(1, aggregate.continuousVerticle(platform.outbox));
    platform.ingest.onChange(aggregate.changeListener());
  }

  private void wireUsers() {
    UserCommands commands =
        new UserCommands(db, config.users(), platform.encryption, platform.userDeletionHooks);
    platform.addVerticle(1, () -> new UserVerticle(platform.bus, commands));
    platform.routes.add(
        new UserRoutes(platform.bus, db, platform.encryption, platform.catalog, Clock.systemUTC()));
  }

  private void wirePulls() {
    platform.pullPlanner =
        new HistoricalPullPlanner(
            platform.adapters, platform.outbox, config.pull(), buildVersion());
    PullFeature pulls =
        new PullFeature(
            vertx,
            db,
            platform.bus,
            config,
            nodeName,
            platform.adapters,
            platform.catalog,
            platform.connections,
            platform.connectionLifecycle,
            platform.providerSessions,
            platform.ingest,
            platform.rawDocuments,
            platform.outbox,
            platform.leases,
            platform.metrics);
    platform.permitClients = pulls::permitClient;
    platform.routes.addAll(pulls.routes());
    platform.addVerticle(Runtime.getRuntime().availableProcessors(), pulls.scheduler());
    platform.addVerticle(1, pulls.poller());
    platform.addVerticle(1, pulls.refresher());
    platform.addVerticle(1, pulls.preferences());
    new ProviderWiring(platform).wire(pulls);
  }

  private SdkFeature wirePush() {
    SdkFeature push =
        new SdkFeature(
            db,
            platform.bus,
            config,
            platform.encryption,
            platform.connectionLifecycle,
            platform.groupCommit,
            platform.outbox,
            platform.catalog,
            platform.metrics,
            buildVersion());
    platform.routes.addAll(push.routes());
    platform.addVerticle(Runtime.getRuntime().availableProcessors(), push::verticle);
    return push;
  }

  private void wireImports() {
    FileImports imports =
        new FileImports(
            vertx,
            db,
            config,
            nodeName,
            platform.groupCommit,
            platform.samples,
            platform.devices,
            platform.connections,
            platform.connectionLifecycle,
            platform.outbox,
            platform.metrics);
    platform.routes.add(imports.routes());
    platform.addVerticle(1, imports::verticle);
  }

  private void wireProvenance() {
    ProvenanceFeature explain =
        new ProvenanceFeature(
            db,
            platform.bus,
            config,
            platform.adapters,
            platform.rawDocumentReader,
            platform.groupCommit,
            platform.samples);
    platform.routes.addAll(explain.routes());
    platform.addVerticle(1, explain.verticle());
  }

  /** Registers one leased actor per provider slug. */
  private void wireThrottles() {
    HistoricalPullStarter starter =
        (tx, connection, trigger) -> platform.pullPlanner.schedule(tx, connection, trigger) > 0;
    ThrottleMetrics meters = new ThrottleMetrics(platform.metrics);
    platform.leasedActors.add(
        new LeaseVerticle.ActorKind(
            ThrottledProviders.leaseNames(),
            ThreadingModel.VIRTUAL_THREAD,
            lease -> new ThrottleVerticle(db, platform.bus, config, starter, meters, lease)));
  }

  private void wireBulk(GrantImporter imported) {
    platform.addVerticle(
        1,
        () ->
            new BulkVerticle(
                db,
                platform.bus,
                config.bulk(),
                platform.vault,
                platform.connectionLifecycle,
                imported));
    platform.routes.add(
        new BulkRoutes(
            vertx, platform.bus, db, platform.vault, config.bulk(), KeyHeaders.of(config.auth())));
  }

  /** Returns the version of the build from the manifest of the jar. */
  private static String buildVersion() {
    return ProgramHelp.version(Wiring.class);
  }
}
