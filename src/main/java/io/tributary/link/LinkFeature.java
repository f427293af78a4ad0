package io.tributary.link;

import io.tributary.bus.Bus;
import io.tributary.config.ServiceConfig;
import io.tributary.connection.Apps;
import io.tributary.connection.ConnectionStates;
import io.tributary.db.Db;
import io.tributary.http.Routes;
import io.tributary.provider.Adapters;
import io.tributary.provider.ProviderCatalog;
import io.tributary.pull.HistoricalStage;
import io.tributary.vault.Vault;
import io.vertx.core.Vertx;
import java.util.function.Supplier;

/** Puts the feature together: one verticle for the commands, one set of routes. */
public final class LinkFeature {
  private static final int AT_ONE_PROVIDER = 16;

  private final Bus bus;
  private final LinkFlow flow;
  private final DemoLinking demo;
  private final ProviderCatalog catalog;
  private final ImportedLinks imports;

  public LinkFeature(
      Vertx vertx,
      Db db,
      Bus bus,
      ServiceConfig config,
      Vault vault,
      Supplier<String> publicUrl,
      ProviderCatalog catalog,
      Adapters adapters,
      Apps apps,
      ConnectionStates states,
      HistoricalStage stage) {
    this.bus = bus;
    this.catalog = catalog;
    this.imports = new ImportedLinks(db, config, vault, adapters, apps, states);
    LinkSessions sessions = new LinkSessions(db, vault);
    LinkRules rules = new LinkRules(db);
    Linkable linkable = new Linkable(catalog, adapters);
    LinkSlots slots = new LinkSlots(AT_ONE_PROVIDER);
    Connecting connecting = new Connecting(vertx, db, sessions, rules, states, stage);
    OAuthLinking oauth = new OAuthLinking(sessions, rules, linkable, apps, connecting, slots);
    PasswordLinking passwords =
        new PasswordLinking(
            sessions, rules, linkable, apps, connecting, slots, config.node().region());
    this.flow =
        new LinkFlow(
            db,
            config,
            publicUrl,
            new LinkTokens(vertx, db, vault.installation(), publicUrl),
            sessions,
            linkable,
            catalog,
            oauth,
            passwords);
    this.demo =
        new DemoLinking(
            db, config.demo(), rules, adapters, apps, new SimulatorConsent(vertx), states, stage);
  }

  /** For connections that are imported by the many. */
  public ImportedLinks imports() {
    return imports;
  }

  public LinkVerticle verticle() {
    return new LinkVerticle(bus, flow, demo);
  }

  public Routes.Source routes() {
    return new LinkRoutes(bus, catalog);
  }
}
