package io.tributary.diagnostics;

import io.tributary.bus.Bus;
import io.tributary.config.ServiceConfig;
import io.tributary.connection.OAuthApplications;
import io.tributary.db.Db;
import io.tributary.http.Routes;
import io.tributary.lease.LeaseDirectory;
import io.tributary.provider.Adapters;
import io.tributary.provider.ProviderCatalog;
import io.tributary.subscription.NotificationUrls;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;
import java.util.function.Supplier;

/** Creates the routes and the verticle of the diagnostics feature. */
public final class DoctorFeature {
  private final Bus bus;
  private final Db db;
  private final ProviderCatalog catalog;
  private final Diagnostics diagnostics;

  public DoctorFeature(
      Vertx vertx,
      Bus bus,
      Db db,
      ServiceConfig config,
      ProviderCatalog catalog,
      Adapters adapters,
      OAuthApplications apps,
      NotificationUrls hooks,
      LeaseDirectory leases) {
    this.bus = bus;
    this.db = db;
    this.catalog = catalog;
    this.diagnostics =
        new Diagnostics(
            config,
            adapters,
            apps,
            hooks,
            new HostChecks(vertx),
            new ApplicationChecks(db, leases),
            new SimulatedLinkCheck(vertx));
  }

  public Routes.Source routes() {
    return new DoctorRoutes(bus, db, catalog);
  }

  /** Creates the verticle, which must run on virtual threads. */
  public Supplier<Deployable> verticle() {
    return () -> new DoctorVerticle(bus, diagnostics);
  }
}
