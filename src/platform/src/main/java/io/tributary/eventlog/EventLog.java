package io.tributary.eventlog;

import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.http.Routes;
import io.tributary.metrics.Metrics;
import io.tributary.team.ApiKeyAuthenticator;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;

/** The feature: its routes and what has to be done before they serve. */
public final class EventLog {
  private final Db db;
  private final EventReader reader;
  private final EventLogRoutes routes;

  public EventLog(Vertx vertx, Db db, ServiceConfig config, Metrics meters) {
    this.db = db;
    this.reader =
        new EventReader(db, config.eventLog().scanRows(), config.housekeeping().attempts());
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

  /** A virtual-thread verticle; reads are served once it has started. */
  public Deployable keeper() {
    return new EventLogSequenceRepair(db, reader);
  }

  public Routes.Source routes() {
    return routes;
  }
}
