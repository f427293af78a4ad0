package io.tributary.lab.account;

import io.tributary.bus.Bus;
import io.tributary.config.LabTestsConfig;
import io.tributary.db.Db;
import io.tributary.http.Routes;
import io.tributary.lab.catalogue.AccountScope;
import io.vertx.core.Deployable;
import java.util.List;
import java.util.Optional;

/** Puts the feature together. */
public final class LabAccountFeature {
  private final Bus bus;
  private final AccountLoader loader;
  private final AccountCommands commands;
  private final AccountRepo repo;
  private final AccountRoutes routes;

  /**
   * @param region of the installation
   */
  public LabAccountFeature(Db db, Bus bus, LabTestsConfig settings, String region) {
    this.bus = bus;
    this.loader = new AccountLoader(db, settings.catalogue());
    this.commands = new AccountCommands(db);
    this.repo = new AccountRepo(db);
    this.routes = new AccountRoutes(bus, repo, region);
  }

  public List<Routes.Source> routes() {
    return List.of(routes);
  }

  /** An account narrows the catalogue to its lab, whatever its status. */
  public AccountScope scope() {
    return (tenant, account) ->
        repo.ofTeam(tenant, Optional.of(account), Optional.empty())
            .map(found -> found.stream().map(LabAccount::lab).findFirst());
  }

  /** Reads the file, then serves commands; deploy it on every node, after the catalogue's. */
  public Deployable verticle() {
    return new AccountVerticle(bus, loader, commands);
  }
}
