package io.tributary.link;

import io.tributary.bus.Bus;
import io.tributary.config.ServiceConfig;
import io.tributary.connection.ConnectionLifecycle;
import io.tributary.connection.OAuthApplications;
import io.tributary.crypto.Vault;
import io.tributary.db.Db;
import io.tributary.http.Routes;
import io.tributary.provider.Adapters;
import io.tributary.provider.PermitClients;
import io.tributary.provider.ProviderCatalog;
import io.tributary.pull.HistoricalPullPlanner;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.function.Supplier;

/** Assembles the link feature: its routes and its verticle. */
public final class LinkFeature {
  private static final int SLOTS_PER_PROVIDER = 16;

  /**
   * Half of the concurrent commands, because each link that waits for a permit occupies one of
   * them.
   */
  private static final int MAX_WAITING_FOR_PERMIT = LinkVerticle.CONCURRENCY / 2;

  private final Bus bus;
  private final Supplier<String> publicUrl;
  private final Duration tokenTtl;
  private final String installation;
  private final LinkFlow flow;
  private final LinkPageFlow pages;
  private final DemoLinkFlow demo;
  private final ProviderCatalog catalog;
  private final GrantImporter importer;

  public LinkFeature(
      Vertx vertx,
      Db db,
      Bus bus,
      ServiceConfig config,
      Vault vault,
      Supplier<String> publicUrl,
      ProviderCatalog catalog,
      Adapters adapters,
      OAuthApplications apps,
      ConnectionLifecycle states,
      HistoricalPullPlanner stage,
      PermitClients gates) {
    this.bus = bus;
    this.publicUrl = publicUrl;
    this.tokenTtl = config.link().tokenTtl();
    this.installation = config.node().region();
    this.catalog = catalog;
    this.importer = new GrantImporter(db, config, vault, adapters, apps, states);
    LinkSessions sessions = new LinkSessions(db, vault);
    LinkRules rules = new LinkRules(db);
    LinkableProviders linkable = new LinkableProviders(catalog, adapters);
    LinkConcurrency slots = new LinkConcurrency(SLOTS_PER_PROVIDER, MAX_WAITING_FOR_PERMIT);
    ConnectionCreator connecting = new ConnectionCreator(vertx, db, sessions, rules, states, stage);
    OAuthLinkFlow oauth =
        new OAuthLinkFlow(sessions, rules, linkable, apps, connecting, slots, gates);
    PasswordLinkFlow passwords =
        new PasswordLinkFlow(sessions, rules, linkable, apps, connecting, slots, installation);
    LinkTokens tokens = new LinkTokens(vertx, db, vault.installation(), publicUrl);
    OfferedProviders offers = new OfferedProviders(linkable, oauth, passwords);
    this.flow =
        new LinkFlow(
            config, publicUrl, tokens, sessions, linkable, offers, catalog, oauth, passwords);
    this.pages = new LinkPageFlow(db, tokens, sessions, offers, catalog);
    this.demo =
        new DemoLinkFlow(
            vertx, db, config.demo(), rules, adapters, apps, new DemoConsent(vertx), states, stage);
  }

  /** Returns the importer for bulk imports. */
  public GrantImporter importer() {
    return importer;
  }

  public LinkVerticle verticle() {
    return new LinkVerticle(bus, flow, pages, demo);
  }

  public Routes.Source routes() {
    LinkCookie cookie = new LinkCookie(publicUrl, tokenTtl);
    LinkRoutes calls = new LinkRoutes(bus, catalog);
    LinkPageRoutes pages = new LinkPageRoutes(bus, catalog, cookie);
    LinkFormRoutes forms =
        new LinkFormRoutes(
            bus, catalog, new LinkForms(LinkRegions.defaultRegion(installation)), cookie);
    return routes -> {
      calls.mount(routes);
      pages.mount(routes);
      forms.mount(routes);
    };
  }
}
