package io.tributary;

import io.tributary.bus.Bus;
import io.tributary.cluster.Cluster;
import io.tributary.config.ServiceConfig;
import io.tributary.core.PortReservation;
import io.tributary.core.PortUnavailable;
import io.tributary.core.ServiceException;
import io.tributary.crypto.MasterKeys;
import io.tributary.crypto.Vault;
import io.tributary.db.Db;
import io.tributary.db.Installation;
import io.tributary.db.Tx;
import io.tributary.delivery.Transport;
import io.tributary.http.HttpVerticle;
import io.tributary.http.Routes;
import io.tributary.http.SharedHttpLimits;
import io.tributary.lab.exchange.LabExchange;
import io.tributary.lab.order.OrderRow;
import io.tributary.lease.LeaseMetrics;
import io.tributary.lease.LeaseVerticle;
import io.tributary.log.LogMetrics;
import io.tributary.metrics.Metrics;
import io.tributary.metrics.SystemMetrics;
import io.tributary.metrics.VertxPoolMetrics;
import io.tributary.team.ApiKeyAuthenticator;
import io.tributary.team.Bootstrap;
import io.tributary.telemetry.Telemetry;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/**
 * One node of the service: wires the features, starts them in order and drains them in reverse
 * order.
 *
 * <p>Start order: cluster and event bus, database pools, encryption keys and the first team,
 * verticles, leased actors, HTTP. {@link #stop} reverses it. Start and stop block; call them on a
 * platform thread.
 */
public final class Node {
  private static final System.Logger LOG = System.getLogger(Node.class.getName());

  private static final Duration CRASH_TIMEOUT = Duration.ofSeconds(1);

  private final ServiceConfig config;
  private final String name;
  private final Cluster cluster;
  private final Vertx vertx;
  private final Telemetry telemetry;
  private final LogMetrics logMetrics;
  private final SystemMetrics systemMetrics;
  private final Db db;
  private final Platform platform;
  private final Bootstrap.FirstTeam firstTeam;
  private final List<String> verticleDeployments = new ArrayList<>();
  private String leaseDeployment;
  private final List<String> httpDeployments = new ArrayList<>();
  private int port;
  private volatile boolean serving;
  private Routes routes;

  private Node(
      ServiceConfig config,
      String name,
      Cluster cluster,
      Telemetry telemetry,
      Metrics meters,
      String dbUrl,
      MasterKeys masters,
      Bootstrap.BootstrapKeyStore keeper) {
    this.config = config;
    this.name = name;
    this.cluster = cluster;
    this.vertx = cluster.vertx();
    this.telemetry = telemetry;
    this.logMetrics = LogMetrics.install(meters);
    this.systemMetrics = new SystemMetrics(meters, vertx, config.data().dir());
    this.db = Db.open(vertx, dbUrl, config.db());
    try {
      // Must precede the creation of the first team: an installation without a team has encrypted
      // nothing yet.
      Vault vault = whenReachable(() -> Vault.open(db, masters));
      this.platform = new Platform(vertx, config, db, Bus.create(vertx), vault, meters, name);
      Bootstrap bootstrap = new Bootstrap(db, config.bootstrap(), config.node().region(), keeper);
      this.firstTeam = whenReachable(bootstrap::run);
    } catch (RuntimeException e) {
      new ShutdownSequence(config.node().shutdownTimeout()).await(db.close(), "database");
      systemMetrics.close();
      logMetrics.close();
      throw e;
    }
    db.queueNotifier().listen();
  }

  /** Runs a step and retries it while the database is starting or busy, up to the start limit. */
  private <T> T whenReachable(Supplier<T> step) {
    long until = System.nanoTime() + config.db().startupTimeout().toNanos();
    String said = "";
    while (true) {
      try {
        return step.get();
      } catch (ServiceException away) {
        if (away.reason() != ServiceException.Reason.UNAVAILABLE || System.nanoTime() > until) {
          throw away;
        }
        if (!said.equals(away.getMessage())) {
          said = away.getMessage();
          LOG.log(Level.WARNING, "start waits: " + said);
        }
        vertx.timer(200, TimeUnit.MILLISECONDS).await();
      }
    }
  }

  /**
   * Starts a node on a migrated database.
   *
   * @param name stable across restarts of this node, so that a restarted node reclaims its own
   *     leases at once
   * @param keeper stores the keys of a new installation
   * @param masters master keys that wrap the data keys; the same on all nodes of one database
   * @throws io.tributary.core.PortUnavailable if a port is in use; everything that had started is
   *     stopped by then
   */
  public static Node start(
      ServiceConfig config,
      String name,
      String dbUrl,
      MasterKeys masters,
      Bootstrap.BootstrapKeyStore keeper) {
    Telemetry telemetry = Telemetry.of(config.telemetry(), name);
    Metrics meters = new Metrics();
    Cluster cluster = null;
    Node node = null;
    try {
      cluster = cluster(config, name, dbUrl, telemetry.vertx(new VertxPoolMetrics(meters)));
      node = new Node(config, name, cluster, telemetry, meters, dbUrl, masters, keeper);
      new Wiring(node.platform, name, cluster, node::serving).wire();
      node.deploy();
      return node;
    } catch (Exception e) {
      // Catches Exception, because await() also rethrows checked network exceptions.
      if (node != null) {
        node.stop();
      } else {
        if (cluster != null) {
          cluster.leave(config.node().shutdownTimeout());
        }
        telemetry.close();
        meters.close();
      }
      throw e;
    }
  }

  /** Returns a local event bus if clustering is off. */
  private static Cluster cluster(
      ServiceConfig config, String name, String dbUrl, VertxBuilder builder) {
    return config.cluster().enabled()
        ? Cluster.join(config.cluster(), Installation.id(dbUrl), name, builder)
        : new Cluster.LocalCluster(builder.build());
  }

  /** HTTP starts listening last, but features need its port earlier to build URLs. */
  private void deploy() {
    if (config.http().port() != 0) {
      deploy(config.http().port());
      return;
    }
    try (PortReservation any = PortReservation.reserve()) {
      deploy(any.port());
    }
  }

  private void deploy(int settledPort) {
    port = settledPort;
    platform.publicUrl =
        config.http().publicUrl().isEmpty()
            ? config.http().localUrl(port)
            : config.http().publicUrl().replaceAll("/+$", "");
    for (Platform.VerticleDeployment l : platform.verticles) {
      for (int i = 0; i < l.instances(); i++) {
        verticleDeployments.add(
            vertx
                .deployVerticle(
                    l.factory().get(),
                    new DeploymentOptions().setThreadingModel(l.threadingModel()))
                .await());
      }
    }
    leaseDeployment =
        new LeaseVerticle(
                db,
                config.lease(),
                name,
                platform.leasedActors,
                platform.leases,
                new LeaseMetrics(platform.metrics))
            .deploy(vertx)
            .await();
    routes = Routes.of(platform.routes);
    ApiKeyAuthenticator authn = new ApiKeyAuthenticator(db, config.auth());
    SharedHttpLimits limits =
        SharedHttpLimits.of(config.http(), config.rateLimit(), platform.metrics);
    int instances =
        config.http().eventLoops() > 0
            ? config.http().eventLoops()
            : Runtime.getRuntime().availableProcessors();
    ServiceConfig.Http settled = config.http().withPort(port);
    try {
      for (int i = 0; i < instances; i++) {
        httpDeployments.add(
            vertx
                .deployVerticle(
                    new HttpVerticle(settled, routes, authn, limits, db, platform.audit),
                    new DeploymentOptions().setThreadingModel(ThreadingModel.EVENT_LOOP))
                .await());
      }
    } catch (Exception e) {
      throw PortUnavailable.translate(e, settled.host(), port, "TRIBUTARY_HTTP_PORT");
    }
    serving = true;
  }

  private boolean serving() {
    return serving;
  }

  public int port() {
    return port;
  }

  /** Returns all routes that this node serves. */
  public Routes routes() {
    return routes;
  }

  /** Returns the port that the laboratory simulator sends results to; empty until it listens. */
  public OptionalInt sandboxPort() {
    return platform.sandboxPort.get();
  }

  /**
   * Returns the endpoint that the laboratory simulator delivers the results of an order to; fails
   * until it listens.
   */
  public LabExchange.ResultsTarget labResults(Tx tx, OrderRow order) {
    return platform.labExchange.resultsTarget(tx, order);
  }

  public Vertx vertx() {
    return vertx;
  }

  public Bus bus() {
    return platform.bus;
  }

  public Db db() {
    return db;
  }

  public Vault vault() {
    return platform.vault;
  }

  /** Returns the first team. Its keys are null unless this start generated or received them. */
  public Bootstrap.FirstTeam firstTeam() {
    return firstTeam;
  }

  /**
   * Drains and stops the node.
   *
   * <p>During the drain grace the node still serves, but reports that it is not ready. Then HTTP
   * stops, then loops and jobs, then leased actors, database pools and the event bus.
   */
  public void stop() {
    boolean served = serving;
    serving = false;
    if (served && !config.node().shutdownDelay().isZero()) {
      vertx.timer(config.node().shutdownDelay().toMillis(), TimeUnit.MILLISECONDS).await();
    }
    ShutdownSequence drain = new ShutdownSequence(config.node().shutdownTimeout());
    drain.await(Future.join(httpDeployments.stream().map(vertx::undeploy).toList()), "http");
    for (String deployment : verticleDeployments.reversed()) {
      drain.await(vertx.undeploy(deployment), "worker");
    }
    if (leaseDeployment != null) {
      drain.await(vertx.undeploy(leaseDeployment), "actors");
    }
    drain.await(
        Future.join(platform.transports.values().stream().map(Transport::close).toList()),
        "transports");
    drain.await(db.close(), "database");
    systemMetrics.close();
    cluster.leave(drain.remaining());
    telemetry.close();
    logMetrics.close();
    platform.metrics.close();
  }

  /**
   * Stops without draining, as if the process had been killed; for tests. No more data is written.
   */
  public void crash() {
    serving = false;
    systemMetrics.close();
    logMetrics.close();
    new ShutdownSequence(CRASH_TIMEOUT).await(db.close(), "database");
    cluster.terminate();
    platform.metrics.close();
  }
}
