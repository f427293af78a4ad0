package io.tributary.lab.account;

import io.tributary.bus.Bus;
import io.tributary.config.LabTestsConfig;
import io.tributary.db.Db;
import io.tributary.http.Routes;
import io.tributary.lab.catalogue.AccountScope;
import io.vertx.core.Deployable;
import java.util.List;
import java.util.Optional;

/** Wires the lab account feature: loader, commands and routes. */
public final class LabAccountFeature {
  private final Bus bus;
  private final AccountLoader loader;
  private final AccountCommands commands;
  private final AccountRepo repo;
  private final AccountRoutes routes;

  /**
   * @param region the installation's region
   */
  public LabAccountFeature(Db db, Bus bus, LabTestsConfig settings, String region) {
    this.bus = bus;
    this.loader = new AccountLoader(db, settings.catalogueDir());
    this.commands = new AccountCommands(db);
    this.repo = new AccountRepo(db);
    this.routes = new AccountRoutes(bus, repo, region);
  }

  public List<Routes.Source> routes() {
    return List.of(routes);
  }

  /**
   * Returns the scope that limits the catalogue to an account's lab. The account's status does not
   * matter.
   */
  public AccountScope scope() {
    return (tenant, account) ->
        repo.ofTeam(tenant, Optional.of(account), Optional.empty())
            .map(found -> found.stream().map(LabAccount::labId).findFirst());
  }

  /** Loads the file, then serves commands. Deploy on every node, after the catalogue's verticle. */
  public Deployable newVerticle() {
    return new AccountVerticle(bus, loader, commands);
  }
}
