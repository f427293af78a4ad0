package io.tributary.lab.catalogue;

import io.tributary.bus.Bus;
import io.tributary.config.LabTestsConfig;
import io.tributary.core.Environment;
import io.tributary.db.Db;
import io.tributary.http.Routes;
import io.tributary.team.FeatureFlagCache;
import io.vertx.core.Deployable;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Wires the catalogue feature: loader, commands and routes. */
public final class Catalogue {
  private final Bus bus;
  private final CatalogueLoader loader;
  private final LabTestCommands commands;
  private final List<Routes.Source> routes;

  /**
   * @param accounts limits the catalogue to a lab account's lab
   */
  public Catalogue(
      Db db, Bus bus, LabTestsConfig settings, FeatureFlagCache switches, AccountScope accounts) {
    Set<Environment> approved =
        settings.autoApprove().stream()
            .flatMap(e -> Environment.of(e).stream())
            .collect(Collectors.toSet());
    Labs labs = new Labs(db, accounts);
    MarkerRepo markers = new MarkerRepo(db);
    LabTests tests = new LabTests(db);
    OrderSets sets = new OrderSets(labs, tests, markers);
    this.bus = bus;
    this.loader = new CatalogueLoader(db, settings.catalogueDir());
    this.commands = new LabTestCommands(db, approved);
    this.routes =
        List.of(
            new MarkerRoutes(labs, markers, tests, sets),
            new LabTestRoutes(bus, labs, tests, new LabTestView(labs, markers, tests)),
            new CompendiumRoutes(switches, new Compendium(labs, new CompendiumRepo(db), tests)));
  }

  public List<Routes.Source> routes() {
    return routes;
  }

  /** Loads the files, then serves commands. Deploy on every node. */
  public Deployable newVerticle() {
    return new CatalogueVerticle(bus, loader, commands);
  }
}
