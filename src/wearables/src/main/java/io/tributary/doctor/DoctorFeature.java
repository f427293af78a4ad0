package io.tributary.doctor;

import io.tributary.bus.Bus;
import io.tributary.config.ServiceConfig;
import io.tributary.connection.Apps;
import io.tributary.db.Db;
import io.tributary.http.Routes;
import io.tributary.lease.Leases;
import io.tributary.provider.Adapters;
import io.tributary.provider.ProviderCatalog;
import io.tributary.subscribe.PushHooks;
import io.vertx.core.Deployable;
import io.vertx.core.Vertx;
import java.util.function.Supplier;

/** The feature: its routes and its verticle. */
public final class DoctorFeature {
  private final Bus bus;
  private final Db db;
  private final ProviderCatalog catalog;
  private final Doctor doctor;

  public DoctorFeature(
      Vertx vertx,
      Bus bus,
      Db db,
      ServiceConfig config,
      ProviderCatalog catalog,
      Adapters adapters,
      Apps apps,
      PushHooks hooks,
      Leases leases) {
    this.bus = bus;
    this.db = db;
    this.catalog = catalog;
    this.doctor =
        new Doctor(
            config,
            adapters,
            apps,
            hooks,
            new Hosts(vertx),
            new Standing(db, leases),
            new Trial(vertx));
  }

  public Routes.Source routes() {
    return new DoctorRoutes(bus, db, catalog);
  }

  /** For virtual threads. */
  public Supplier<Deployable> verticle() {
    return () -> new DoctorVerticle(bus, doctor);
  }
}
