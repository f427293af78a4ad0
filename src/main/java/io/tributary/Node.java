package io.tributary;

import io.tributary.bulk.BulkRoutes;
import io.tributary.bulk.BulkVerticle;
import io.tributary.bus.Bus;
import io.tributary.config.ServiceConfig;
import io.tributary.connection.Accounts;
import io.tributary.connection.Apps;
import io.tributary.connection.ConnectionRepo;
import io.tributary.connection.ConnectionRoutes;
import io.tributary.connection.ConnectionStates;
import io.tributary.connection.ConnectionVerticle;
import io.tributary.connection.DeregisterJob;
import io.tributary.connection.TokenSource;
import io.tributary.db.Db;
import io.tributary.device.DeviceRoutes;
import io.tributary.device.Devices;
import io.tributary.housekeeping.HousekeepingVerticle;
import io.tributary.http.HttpVerticle;
import io.tributary.http.InFlightLimit;
import io.tributary.http.OpenApiRoutes;
import io.tributary.http.Routes;
import io.tributary.ingest.Ingest;
import io.tributary.kernel.Refusal;
import io.tributary.kernel.Secrets;
import io.tributary.lease.LeaseVerticle;
import io.tributary.link.DemoSimulator;
import io.tributary.link.LinkFeature;
import io.tributary.metrics.Meters;
import io.tributary.model.LegacySource;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.ProviderCard;
import io.tributary.provider.ProviderHttp;
import io.tributary.provider.ProviderRoutes;
import io.tributary.provider.demo.DemoAdapter;
import io.tributary.provider.oura.OuraAdapter;
import io.tributary.pull.HistoricalStage;
import io.tributary.pull.Pulls;
import io.tributary.read.SampleRoutes;
import io.tributary.read.SourceNames;
import io.tributary.read.SummaryRoutes;
import io.tributary.team.Authn;
import io.tributary.team.Bootstrap;
import io.tributary.team.KeyCommands;
import io.tributary.team.KeyRoutes;
import io.tributary.team.OrgRoutes;
import io.tributary.team.TeamCommands;
import io.tributary.team.TeamVerticle;
import io.tributary.throttle.StageStarter;
import io.tributary.throttle.ThrottleMeters;
import io.tributary.throttle.ThrottleVerticle;
import io.tributary.throttle.ThrottledProviders;
import io.tributary.user.Erasure;
import io.tributary.user.UserCommands;
import io.tributary.user.UserRoutes;
import io.tributary.user.UserVerticle;
import io.tributary.webhook.DeliveryMeters;
import io.tributary.webhook.EndpointRoutes;
import io.tributary.webhook.Sender;
import io.tributary.webhook.WebhookCommandVerticle;
import io.tributary.webhook.WebhookVerticle;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import java.lang.System.Logger.Level;
import java.time.Clock;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * One node of the service: wires the features with constructors, starts them in order and drains
 * them in the reverse one. Start and stop block; call them on a plain thread.
 */
public final class Node {
  private static final System.Logger LOG = System.getLogger(Node.class.getName());

  private final ServiceConfig config;
  private final String name;
  private final Vertx vertx;
  private final Db db;
  private final Parts parts;
  private final Bootstrap.First first;
  private final List<String> local = new ArrayList<>();
  private String leaseDeployment;
  private final List<String> http = new ArrayList<>();
  private int port;
  private volatile boolean serving;
  private Routes routes;

  private Node(
      ServiceConfig config,
      String name,
      Vertx vertx,
      String dbUrl,
      Secrets secrets,
      Bootstrap.Keeper keeper) {
    this.config = config;
    this.name = name;
    this.vertx = vertx;
    this.db = Db.open(vertx, dbUrl, config.db());
    this.parts = new Parts(vertx, config, db, Bus.on(vertx), secrets, new Meters());
    this.first =
        whenReachable(new Bootstrap(db, config.bootstrap(), config.node().region(), keeper));
    db.wakeups().listen(dbUrl);
  }

  /** A database that is starting or busy gets its time. */
  private Bootstrap.First whenReachable(Bootstrap bootstrap) {
    long until = System.nanoTime() + config.db().startLimit().toNanos();
    while (true) {
      try {
        return bootstrap.run();
      } catch (Refusal away) {
        if (away.reason() != Refusal.Reason.UNAVAILABLE || System.nanoTime() > until) {
          throw away;
        }
        vertx.timer(200, TimeUnit.MILLISECONDS).await();
      }
    }
  }

  /**
   * Starts a node on a migrated database.
   *
   * @param name stable over restarts of this node: a restart takes back its own leases at once
   * @param keeper keeps the keys of a new installation
   * @param secrets opens and seals what is encrypted at rest; the same on all nodes of one database
   */
  public static Node start(
      ServiceConfig config, String name, String dbUrl, Secrets secrets, Bootstrap.Keeper keeper) {
    Vertx vertx = Vertx.vertx();
    Node node = null;
    try {
      node = new Node(config, name, vertx, dbUrl, secrets, keeper);
      node.wire();
      node.deploy();
      return node;
    } catch (RuntimeException e) {
      if (node != null) {
        node.stop();
      } else {
        vertx.close().await();
      }
      throw e;
    }
  }

  /** Every feature hands its routes, verticles and owned actors to the parts. */
  private void wire() {
    parts.adapters = adapters();
    parts.routes.add(new Probes(db, parts.meters, () -> serving));
    parts.routes.add(new OpenApiRoutes(() -> parts.publicUrl));
    teams();
    connections();
    reads();
    users();
    pulls();
    link();
    throttles();
    bulk();
    webhooks();
    housekeeping();
  }

  private void housekeeping() {
    Erasure erasure = new Erasure(config.users(), parts.connectionStates);
    parts.owned.add(
        new LeaseVerticle.Kind(
            Set.of(HousekeepingVerticle.LEASE),
            ThreadingModel.VIRTUAL_THREAD,
            lease -> new HousekeepingVerticle(db, lease, config, erasure, parts.connectionStates)));
  }

  private void webhooks() {
    ServiceConfig.Webhook settings = config.webhook();
    parts.routes.add(new EndpointRoutes(parts.bus, db, parts.secrets, parts.guard.rules()));
    parts.virtual(1, () -> new WebhookCommandVerticle(parts.bus, db, parts.secrets, settings));
    Sender sender = new Sender(vertx, parts.guard, settings);
    var shared =
        new WebhookVerticle.Shared(
            db,
            parts.secrets,
            parts.outbox,
            sender,
            new DeliveryMeters(parts.meters, sender),
            settings);
    parts.owned.add(
        new LeaseVerticle.Kind(
            WebhookVerticle.leases(settings),
            ThreadingModel.EVENT_LOOP,
            lease -> new WebhookVerticle(shared, lease)));
  }

  private void teams() {
    String region = config.node().region();
    TeamCommands commands = new TeamCommands(db);
    KeyCommands keys = new KeyCommands(db, config.auth(), region);
    parts.virtual(1, () -> new TeamVerticle(parts.bus, commands, keys));
    parts.routes.add(new OrgRoutes(parts.bus, db, region));
    parts.routes.add(new KeyRoutes(parts.bus, db, region));
  }

  private void connections() {
    parts.routes.add(new ProviderRoutes(parts.catalog, parts.adapters));
    parts.connections = new ConnectionRepo();
    parts.connectionStates =
        new ConnectionStates(
            parts.connections, parts.outbox, parts.secrets, parts.adapters, parts.catalog, config);
    DemoSimulator simulator = new DemoSimulator(vertx, config.demo(), config.data().dir());
    parts.virtual(1, () -> simulator);
    parts.apps = new Apps(db, config, parts.secrets, () -> parts.publicUrl, simulator::baseUrl);
    TokenSource tokens =
        new TokenSource(vertx, db, parts.secrets, parts.connectionStates, config.connections());
    parts.accounts = new Accounts(db, parts.connections, parts.apps, parts.adapters, tokens);
    parts.devices = new Devices(parts.outbox);
    DeregisterJob job =
        new DeregisterJob(db, parts.apps, parts.adapters, parts.secrets, config.connections());
    parts.virtual(1, () -> new ConnectionVerticle(parts.bus, db, parts.connectionStates, job));
    parts.routes.add(new ConnectionRoutes(db, parts.bus, parts.catalog, parts.adapters));
    parts.routes.add(new DeviceRoutes(db));
  }

  private void reads() {
    Function<String, LegacySource> named =
        slug -> {
          ProviderCard card = parts.catalog.card(slug);
          return new LegacySource(card.name(), card.slug(), card.logo());
        };
    boolean legacy = config.webhook().legacyEventFields();
    parts.ingest = new Ingest(parts.outbox, legacy, named, parts.devices, parts.meters);
    SourceNames names = new SourceNames(legacy, named);
    parts.routes.add(new SummaryRoutes(db, names));
    parts.routes.add(new SampleRoutes(db, names, config.read().page()));
  }

  private void link() {
    LinkFeature link =
        new LinkFeature(
            vertx,
            db,
            parts.bus,
            config,
            parts.secrets,
            () -> parts.publicUrl,
            parts.catalog,
            parts.adapters,
            parts.apps,
            parts.connectionStates,
            parts.stage);
    parts.virtual(1, link::verticle);
    parts.routes.add(link.routes());
  }

  private void users() {
    UserCommands commands =
        new UserCommands(db, config.users(), parts.secrets, parts.connectionStates);
    parts.virtual(1, () -> new UserVerticle(parts.bus, commands));
    parts.routes.add(
        new UserRoutes(parts.bus, db, parts.secrets, parts.catalog, Clock.systemUTC()));
  }

  private void pulls() {
    parts.stage = new HistoricalStage(parts.adapters, parts.outbox, config.pull(), release());
    Pulls pulls =
        new Pulls(
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
            parts.outbox,
            parts.leases,
            parts.meters);
    parts.routes.addAll(pulls.routes());
    parts.virtual(Runtime.getRuntime().availableProcessors(), pulls.scheduler());
    parts.virtual(1, pulls.poller());
    parts.virtual(1, pulls.refresher());
    parts.virtual(1, pulls.preferences());
  }

  /** One owned actor per provider slug. */
  private void throttles() {
    StageStarter starter =
        (tx, connection, trigger) -> parts.stage.schedule(tx, connection, trigger) > 0;
    ThrottleMeters meters = new ThrottleMeters(parts.meters);
    parts.owned.add(
        new LeaseVerticle.Kind(
            ThrottledProviders.leaseNames(),
            ThreadingModel.VIRTUAL_THREAD,
            lease -> new ThrottleVerticle(db, parts.bus, config, starter, meters, lease)));
  }

  private void bulk() {
    parts.virtual(1, () -> new BulkVerticle(db, parts.bus, config.bulk()));
    parts.routes.add(new BulkRoutes(vertx, parts.bus, db, config.bulk()));
  }

  /** The build's version, as the jar says it. */
  private static String release() {
    String version = Node.class.getPackage().getImplementationVersion();
    return version == null ? "development" : version;
  }

  /** Real connections get what the installation has enabled, demo ones what has invented data. */
  private Adapters adapters() {
    Map<String, Adapter> real = new HashMap<>();
    Map<String, Adapter> demo = new HashMap<>();
    ServiceConfig.ProviderApp oura = config.providers().get("oura");
    if (oura != null) {
      ServiceConfig.Pull p = config.pull();
      OuraAdapter adapter =
          new OuraAdapter(
              new ProviderHttp(
                  vertx,
                  new ProviderHttp.Limits(
                      oura.callTimeout(),
                      p.callTries(),
                      p.callPause(),
                      p.breakerFailures(),
                      p.breakerReset(),
                      oura.quotaPer())));
      demo.put("oura", adapter);
      if (oura.enabled() && !oura.apiUrl().isEmpty()) {
        real.put("oura", adapter);
      }
    }
    for (Adapter invented : DemoAdapter.all(config.demo().days(), config.demo().newDataEvery())) {
      demo.put(invented.descriptor().slug(), invented);
    }
    return new Adapters(real, demo);
  }

  private void deploy() {
    // HTTP listens last but its port is part of the URLs that features build, so a port of 0 is
    // settled first.
    port = config.http().port() == 0 ? freePort() : config.http().port();
    parts.publicUrl =
        config.http().publicUrl().isEmpty()
            ? "http://localhost:" + port
            : config.http().publicUrl().replaceAll("/+$", "");
    for (Parts.Local l : parts.verticles) {
      for (int i = 0; i < l.instances(); i++) {
        local.add(
            vertx
                .deployVerticle(
                    l.make().get(), new DeploymentOptions().setThreadingModel(l.model()))
                .await());
      }
    }
    leaseDeployment =
        new LeaseVerticle(db, config.lease(), name, parts.owned, parts.leases)
            .deploy(vertx)
            .await();
    routes = Routes.of(parts.routes);
    Authn authn = new Authn(db, config.auth());
    InFlightLimit limit = new InFlightLimit(config.http().maxInFlight());
    parts.meters.gauge("tributary_http_in_flight", limit::count);
    int instances =
        config.http().instances() > 0
            ? config.http().instances()
            : Runtime.getRuntime().availableProcessors();
    ServiceConfig.Http h = config.http();
    ServiceConfig.Http settled =
        new ServiceConfig.Http(
            h.host(),
            port,
            h.publicUrl(),
            instances,
            h.maxInFlight(),
            h.maxBodyBytes(),
            h.requestTimeout());
    for (int i = 0; i < instances; i++) {
      http.add(
          vertx
              .deployVerticle(
                  new HttpVerticle(settled, routes, authn, limit, db),
                  new DeploymentOptions().setThreadingModel(ThreadingModel.EVENT_LOOP))
              .await());
    }
    serving = true;
  }

  private static int freePort() {
    try (java.net.ServerSocket s = new java.net.ServerSocket(0)) {
      return s.getLocalPort();
    } catch (java.io.IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  /** The port that HTTP listens on. */
  public int port() {
    return port;
  }

  /** Everything this node serves. */
  public Routes routes() {
    return routes;
  }

  public Vertx vertx() {
    return vertx;
  }

  public Db db() {
    return db;
  }

  /** The first team; its keys are null unless they were made or given at this start. */
  public Bootstrap.First first() {
    return first;
  }

  /** Drains: HTTP first, then loops and jobs, then owned actors, pool, bus. */
  public void stop() {
    serving = false;
    long limit = config.node().drainLimit().toMillis();
    drain(Future.join(http.stream().map(vertx::undeploy).toList()), limit, "http");
    for (String deployment : local.reversed()) {
      drain(vertx.undeploy(deployment), limit, "worker");
    }
    if (leaseDeployment != null) {
      drain(vertx.undeploy(leaseDeployment), limit, "actors");
    }
    drain(db.close(), limit, "database");
    drain(vertx.close(), limit, "bus");
  }

  /** Ends without draining, as a killed process would; for tests. Nothing more is written. */
  public void crash() {
    serving = false;
    drain(db.close(), 1000, "database");
    drain(vertx.close(), config.node().drainLimit().toMillis(), "bus");
  }

  private static void drain(Future<?> stopping, long limitMs, String what) {
    try {
      stopping.timeout(limitMs, TimeUnit.MILLISECONDS).await();
    } catch (Exception e) {
      // A timeout is a checked exception, which await passes through.
      LOG.log(Level.WARNING, "stop: " + what + " did not end in time: " + e.getMessage());
    }
  }
}
