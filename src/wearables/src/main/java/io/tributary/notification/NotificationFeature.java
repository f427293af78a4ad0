package io.tributary.notification;

import io.tributary.bus.Bus;
import io.tributary.config.ServiceConfig;
import io.tributary.connection.ConnectionLifecycle;
import io.tributary.connection.ConnectionRepo;
import io.tributary.connection.OAuthApplications;
import io.tributary.connection.ScopeChange;
import io.tributary.core.Encryption;
import io.tributary.db.Db;
import io.tributary.http.Routes;
import io.tributary.metrics.Metrics;
import io.tributary.provider.Adapters;
import io.tributary.pull.NotificationPull;
import io.tributary.subscription.NotificationUrls;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;
import java.util.function.Supplier;

/** Assembles the notification feature. Its verticles need virtual threads. */
public final class NotificationFeature {
  private final Vertx vertx;
  private final Db db;
  private final Bus bus;
  private final ServiceConfig config;
  private final NotificationRepo repo;
  private final NotificationJob executor;
  private final NotificationMetrics meters;
  private final NotificationReceiver receiver;

  public NotificationFeature(
      Vertx vertx,
      Db db,
      Bus bus,
      ServiceConfig config,
      Encryption secrets,
      Adapters adapters,
      OAuthApplications apps,
      NotificationUrls hooks,
      ConnectionRepo connections,
      ConnectionLifecycle states,
      NotificationPull reads,
      Metrics meters) {
    this.vertx = vertx;
    this.db = db;
    this.bus = bus;
    this.config = config;
    this.meters = new NotificationMetrics(meters);
    this.repo = new NotificationRepo(db, secrets, config.notification().lease(), this.meters);
    this.executor =
        new NotificationJob(
            db,
            repo,
            connections,
            states,
            new ScopeChange(states, adapters),
            reads,
            config.notification(),
            this.meters);
    this.receiver =
        new NotificationReceiver(
            db,
            hooks,
            apps,
            adapters,
            new NotificationWriter(secrets, config.notification().debounce()),
            this.meters);
  }

  public Routes.Source routes() {
    return new NotificationRoutes(vertx, bus, config.notification());
  }

  /** Returns the verticle that receives notifications; deploy one per core. */
  public Supplier<Deployable> receiver() {
    return () -> new NotificationVerticle(bus, receiver);
  }

  /** Returns the verticle that processes them; deploy one per node. */
  public Supplier<Deployable> worker() {
    return () ->
        new NotificationWorkerVerticle(
            db, repo, executor, config.notification(), meters, config.node().shutdownTimeout());
  }
}
