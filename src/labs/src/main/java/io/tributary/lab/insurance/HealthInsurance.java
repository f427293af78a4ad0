package io.tributary.lab.insurance;

import io.tributary.bus.Bus;
import io.tributary.config.LabTestsConfig;
import io.tributary.core.Encryption;
import io.tributary.db.Db;
import io.tributary.http.Routes;
import io.vertx.core.Deployable;
import java.util.List;

/** Wires the insurance feature: payors, commands and routes. */
public final class HealthInsurance {
  private final Bus bus;
  private final PayorLoader loader;
  private final InsuranceCommands commands;
  private final List<Routes.Source> routes;

  public HealthInsurance(Db db, Bus bus, LabTestsConfig settings, Encryption secrets) {
    this.bus = bus;
    this.loader = new PayorLoader(db, settings.catalogueDir());
    this.commands = new InsuranceCommands(db, new InsuranceService(secrets));
    this.routes = List.of(new InsuranceRoutes(bus), new PayorRoutes(bus, new PayorRepo(db)));
  }

  public List<Routes.Source> routes() {
    return routes;
  }

  /** Loads the payors file, then serves commands. Deploy on every node. */
  public Deployable newVerticle() {
    return new InsuranceVerticle(bus, loader, commands);
  }
}
