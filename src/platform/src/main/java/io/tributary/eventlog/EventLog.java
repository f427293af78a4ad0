package io.tributary.eventlog;

import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.http.Routes;
import io.tributary.metrics.Metrics;
import io.tributary.team.ApiKeyAuthenticator;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;

/** Wires the event log: its reader, its routes and the check that runs before reads are served. */
public final class EventLog {
  private final Db db;
  private final EventReader reader;
  private final EventLogRoutes routes;

  public EventLog(Vertx vertx, Db db, ServiceConfig config, Metrics meters) {
    this.db = db;
    this.reader =
        new EventReader(
            db, config.eventLog().maxScannedRows(), config.maintenance().attemptRetention());
    EventStreamRegistry streams =
        new EventStreamRegistry(
            vertx,
            db,
            reader,
            new ApiKeyAuthenticator(db, config.auth()),
            config.eventLog(),
            meters);
    this.routes = new EventLogRoutes(db, reader, streams, config.eventLog(), meters);
  }

  /** Returns a virtual-thread verticle. Reads are served once it has started. */
  public Deployable repairVerticle() {
    return new EventLogSequenceRepair(db, reader);
  }

  public Routes.Source routes() {
    return routes;
  }
}
