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
  private final Platform parts;

  private final Vertx vertx;

  private final ServiceConfig config;

  private final Db db;

  private final String name;

  private final Cluster cluster;

  private final BooleanSupplier serving;

  /**
   * @param name name of the node
   * @param serving whether the node is serving, for readiness
   */
  Wiring(Platform parts, String name, Cluster cluster, BooleanSupplier serving) {
    this.parts = parts;
    this.vertx = parts.vertx;
    this.config = parts.config;
    this.db = parts.db;
    this.name = name;
    this.cluster = cluster;
    this.serving = serving;
  }

  void wire() {
    // The audit trail starts first and therefore stops last: it records the requests to all other
    // features.
    parts.virtual(1, () -> parts.audit);
    parts.adapters = ProviderAdapters.adapters(vertx, config, parts.catalog, parts.meters);
    parts.routes.add(
        new HealthRoutes(vertx, db, parts.meters, cluster::members, serving, parts.audit::writes));
    parts.meters.gauge(
        "tributary_ready",
        () -> serving.getAsBoolean() && !db.away() && parts.audit.writes() ? 1 : 0);
    parts.meters.gauge("tributary_db_away", () -> db.away() ? 1 : 0);
    parts.meters.gauge("tributary_db_replica_in_use", () -> db.behind().inUse() ? 1 : 0);
    parts.meters.gauge("tributary_db_replica_behind_seconds", db.behind()::seconds);
    parts.meters.gauge("tributary_cluster_members", cluster::members);
    parts.routes.add(new OpenApiRoutes(vertx, () -> parts.publicUrl));
    parts.routes.add(new EventTypeRoutes());
    teams();
    connections();
    reads();
    fhir();
    users();
    pulls();
    workoutFiles(push().connections());
    imports();
    explain();
    GrantImporter imported = link();
    aggregate();
    throttles();
    bulk(imported);
    new LabWiring(parts).wire();
    new ReportWiring(parts, name).wire();
    new DeliveryWiring(parts).wire();
    new HousekeepingWiring(parts, release()).wire();
  }

  private void teams() {
    String region = config.node().region();
    TeamCommands commands = new TeamCommands(db);
    KeyCommands keys = new KeyCommands(db, config.auth(), region);
    parts.virtual(
        1, () -> new TeamVerticle(parts.bus, db, commands, keys, TeamWebhookCleanup::stop));
    parts.routes.add(new OrgRoutes(parts.bus, db, region));
    parts.routes.add(new KeyRoutes(parts.bus, db, region));
    parts.routes.add(new AuditRoutes(db));
  }

  private void connections() {
    parts.routes.add(new ProviderRoutes(parts.catalog, parts.adapters));
    parts.connections = new ConnectionRepo();
    parts.connectionStates =
        new ConnectionLifecycle(
            parts.connections, parts.outbox, parts.vault, parts.adapters, parts.catalog, config);
    parts.endings = new UserDeletionHooks(parts.connectionStates::deregisterAll);
    DemoSimulatorProcess simulator =
        new DemoSimulatorProcess(vertx, config.demo(), config.data().dir());
    parts.virtual(1, () -> simulator);
    parts.apps =
        new OAuthApplications(
            db, config, parts.vault, parts.catalog, () -> parts.publicUrl, simulator::baseUrl);
    AccessTokenProvider tokens =
        new AccessTokenProvider(
            vertx, db, parts.vault, parts.connectionStates, config.connections());
    parts.accounts =
        new ProviderSessions(db, parts.connections, parts.apps, parts.adapters, tokens);
    parts.devices = new DeviceRegistry(parts.outbox);
    RevocationJob job =
        new RevocationJob(
            db,
            parts.apps,
            parts.adapters,
            parts.vault,
            parts.meters,
            config.connections(),
            // A lambda, because pulls are wired later. No revocation runs before the node does.
            (provider, app, user, going) -> parts.gates.of(provider, app, user, going));
    new ProviderWiring(parts).subscriptions(job);
    parts.virtual(1, () -> new ConnectionVerticle(parts.bus, db, parts.connectionStates, job));
    parts.routes.add(new ConnectionRoutes(db, parts.bus, parts.catalog, parts.adapters));
    parts.routes.add(new DeviceRoutes(db));
  }

  private void reads() {
    Function<String, LegacySource> named =
        slug -> {
          ProviderInfo card = parts.catalog.card(slug);
          return new LegacySource(card.name(), card.slug(), card.logo());
        };
    boolean legacy = config.webhook().legacyEventFields();
    parts.ingest = new Ingest(parts.outbox, legacy, named, parts.devices, parts.meters);
    parts.intake = new GroupCommit(db, parts.ingest);
    parts.samples = new StoredSamples(db);
    parts.raws = new RawDocumentStore(parts.secrets, parts.ingest, parts.outbox);
    parts.rawReader = new RawDocumentReader(db, parts.secrets);
    LegacySourceNames names = new LegacySourceNames(legacy, named);
    parts.routes.add(new SummaryRoutes(db, names));
    parts.routes.add(new RawRoutes(db, parts.rawReader, parts.catalog));
    parts.routes.add(new SampleRoutes(db, names, config.read().page()));
    parts.routes.add(new HypnogramRoutes(db, names, config.read().page()));
    parts.routes.add(new StreamRoutes(vertx, db, parts.bus));
    parts.virtual(1, () -> new StreamVerticle(parts.bus, db, parts.samples));
  }

  private void fhir() {
    ServiceConfig.Fhir settings = config.fhir();
    LabFhirFeature lab = new LabFhirFeature(db, parts.bus, () -> parts.publicUrl, settings);
    parts.virtual(
        1,
        () ->
            new FhirVerticle(
                parts.bus,
                db,
                parts.samples,
                lab.observations(),
                () -> parts.publicUrl,
                settings.atOnce()));
    parts.routes.add(
        new FhirRoutes(parts.bus, () -> parts.publicUrl, settings, release(), lab.served()));
    parts.virtual(1, lab::verticle);
    parts.routes.add(lab.routes());
  }

  private void workoutFiles(SdkConnections connections) {
    ServiceConfig.WorkoutFile settings = config.workoutFile();
    parts.virtual(
        1,
        () ->
            new WorkoutFileVerticle(
                parts.bus, db, parts.intake, parts.devices, connections, settings));
    parts.routes.add(new WorkoutFileRoutes(parts.bus, settings));
  }

  private GrantImporter link() {
    LinkFeature link =
        new LinkFeature(
            vertx,
            db,
            parts.bus,
            config,
            parts.vault,
            () -> parts.publicUrl,
            parts.catalog,
            parts.adapters,
            parts.apps,
            parts.connectionStates,
            parts.stage,
            parts.gates);
    parts.virtual(1, link::verticle);
    parts.routes.add(link.routes());
    return link.imports();
  }

  private void aggregate() {
    AggregateFeature aggregate =
        new AggregateFeature(
            vertx,
            parts.bus,
            db,
            config,
            parts.switches,
            parts.samples,
            parts.catalog::knows,
            Clock.systemUTC());
    parts.routes.addAll(aggregate.routes());
    parts.virtual(1, aggregate.queries());
    parts.virtual(1, aggregate.continuous(parts.outbox));
    parts.ingest.onChange(aggregate.marks());
  }

  private void users() {
    UserCommands commands = new UserCommands(db, config.users(), parts.secrets, parts.endings);
    parts.virtual(1, () -> new UserVerticle(parts.bus, commands));
    parts.routes.add(
        new UserRoutes(parts.bus, db, parts.secrets, parts.catalog, Clock.systemUTC()));
  }

  private void pulls() {
    parts.stage = new HistoricalPullPlanner(parts.adapters, parts.outbox, config.pull(), release());
    PullFeature pulls =
        new PullFeature(
            vertx,
            db,
            parts.bus,
            config,
            name,
            parts.adapters,
            parts.catalog,
            parts.connections,
            parts.connectionStates,
            parts.accounts,
            parts.ingest,
            parts.raws,
            parts.outbox,
            parts.leases,
            parts.meters);
    parts.gates = pulls::gate;
    parts.routes.addAll(pulls.routes());
    parts.virtual(Runtime.getRuntime().availableProcessors(), pulls.scheduler());
    parts.virtual(1, pulls.poller());
    parts.virtual(1, pulls.refresher());
    parts.virtual(1, pulls.preferences());
    new ProviderWiring(parts).wire(pulls);
  }

  private SdkFeature push() {
    SdkFeature push =
        new SdkFeature(
            db,
            parts.bus,
            config,
            parts.secrets,
            parts.connectionStates,
            parts.intake,
            parts.outbox,
            parts.catalog,
            parts.meters,
            release());
    parts.routes.addAll(push.routes());
    parts.virtual(Runtime.getRuntime().availableProcessors(), push::verticle);
    return push;
  }

  private void imports() {
    FileImports imports =
        new FileImports(
            vertx,
            db,
            config,
            name,
            parts.intake,
            parts.samples,
            parts.devices,
            parts.connections,
            parts.connectionStates,
            parts.outbox,
            parts.meters);
    parts.routes.add(imports.routes());
    parts.virtual(1, imports::verticle);
  }

  private void explain() {
    ProvenanceFeature explain =
        new ProvenanceFeature(
            db, parts.bus, config, parts.adapters, parts.rawReader, parts.intake, parts.samples);
    parts.routes.addAll(explain.routes());
    parts.virtual(1, explain.verticle());
  }

  /** Registers one leased actor per provider slug. */
  private void throttles() {
    HistoricalPullStarter starter =
        (tx, connection, trigger) -> parts.stage.schedule(tx, connection, trigger) > 0;
    ThrottleMetrics meters = new ThrottleMetrics(parts.meters);
    parts.owned.add(
        new LeaseVerticle.Kind(
            ThrottledProviders.leaseNames(),
            ThreadingModel.VIRTUAL_THREAD,
            lease -> new ThrottleVerticle(db, parts.bus, config, starter, meters, lease)));
  }

  private void bulk(GrantImporter imported) {
    parts.virtual(
        1,
        () ->
            new BulkVerticle(
                db, parts.bus, config.bulk(), parts.vault, parts.connectionStates, imported));
    parts.routes.add(
        new BulkRoutes(
            vertx, parts.bus, db, parts.vault, config.bulk(), KeyHeaders.of(config.auth())));
  }

  /** Returns the version of the build from the manifest of the jar. */
  private static String release() {
    String version = Wiring.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }
}
