package io.tributary.healthimport;

import io.tributary.config.ServiceConfig;
import io.tributary.connection.ConnectionLifecycle;
import io.tributary.connection.ConnectionRepo;
import io.tributary.db.Db;
import io.tributary.device.DeviceRegistry;
import io.tributary.event.Outbox;
import io.tributary.http.Routes;
import io.tributary.ingest.GroupCommit;
import io.tributary.metrics.Metrics;
import io.tributary.read.StoredSamples;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;

/** Creates the routes and the verticle of the file import feature; one verticle per node. */
public final class FileImports {
  private final Vertx vertx;
  private final ServiceConfig config;
  private final Metrics meters;
  private final ImportDependencies dependencies;

  /**
   * @param node stable name of this node, to which its files belong
   */
  public FileImports(
      Vertx vertx,
      Db db,
      ServiceConfig config,
      String node,
      GroupCommit intake,
      StoredSamples samples,
      DeviceRegistry devices,
      ConnectionRepo connections,
      ConnectionLifecycle states,
      Outbox outbox,
      Metrics meters) {
    this.vertx = vertx;
    this.config = config;
    this.meters = meters;
    this.dependencies =
        new ImportDependencies(
            db,
            config.healthImport(),
            new ImportRepo(db, node, config.healthImport().lease()),
            new ImportFiles(config.data().dir(), node),
            intake,
            samples,
            devices,
            connections,
            states,
            outbox);
  }

  public Routes.Source routes() {
    return new ImportRoutes(
        vertx, dependencies.db(), config.healthImport(), dependencies.repo(), dependencies.files());
  }

  public Deployable verticle() {
    return new ImportVerticle(dependencies, meters, config.node().shutdownTimeout());
  }
}
