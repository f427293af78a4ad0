package io.tributary.link;

import io.tributary.config.ServiceConfig;
import io.tributary.connection.Connection;
import io.tributary.connection.ConnectionLifecycle;
import io.tributary.connection.OAuthApplications;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.ServiceException;
import io.tributary.core.Tenant;
import io.tributary.db.Db;
import io.tributary.db.Tx;
import io.tributary.provider.Adapter;
import io.tributary.provider.Adapters;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.OAuth;
import io.tributary.provider.ProviderException;
import io.tributary.pull.HistoricalPullPlanner;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Creates demo connections with generated data, in the sandbox only.
 *
 * <p>Oura demo connections use a real OAuth grant at the simulator, so that the complete flow of a
 * real connection runs. The other providers have no OAuth and their connections are written
 * directly.
 */
final class DemoLinkFlow {
  /** Providers with demo data. */
  static final List<String> PROVIDERS =
      List.of("apple_health_kit", "fitbit", "freestyle_libre", "oura");

  private static final String USER =
      """
      select client_user_id from app_user
       where id = $1 and team_id = $2 and environment = $3 and deleted_at is null
      """;
  private static final String LOCK = " for no key update";
  private static final String SET_EXPIRY =
      "update app_user set demo_expires_at = now() + make_interval(secs => $2) where id = $1";

  private final Db db;
  private final ServiceConfig.Demo settings;
  private final LinkRules rules;
  private final Adapters adapters;
  private final OAuthApplications apps;
  private final DemoConsent consent;
  private final ConnectionLifecycle states;
  private final HistoricalPullPlanner planner;

  DemoLinkFlow(
      Db db,
      ServiceConfig.Demo settings,
      LinkRules rules,
      Adapters adapters,
      OAuthApplications apps,
      DemoConsent consent,
      ConnectionLifecycle states,
      HistoricalPullPlanner stage) {
    this.db = db;
    this.settings = settings;
    this.rules = rules;
    this.adapters = adapters;
    this.apps = apps;
    this.consent = consent;
    this.states = states;
    this.planner = stage;
  }

  void connect(Tenant tenant, UUID user, String slug) {
    if (!tenant.sandbox()) {
      throw ServiceException.featureDisabled("demo connections are available in the sandbox only");
    }
    if (db.query(USER, user, tenant.team(), tenant.environment().wire()).size() == 0) {
      throw ServiceException.notFound("user");
    }
    rejectMixing(rules.hasConnectionsOfOtherKind(user, true));
    Adapter adapter =
        adapters
            .of(slug, true)
            .orElseThrow(
                () -> ServiceException.badRequest(slug + " has no demo data on this installation"));
    Optional<OAuth.Granted> granted =
        adapter.oauth().map(oauth -> grant(oauth, adapter, tenant, user, slug));
    db.tx(tx -> connect(tx, tenant, user, slug, adapter, granted));
  }

  /**
   * Obtains a grant from the simulator. The simulated person is derived from the user, so that a
   * relink finds the same data.
   */
  private OAuth.Granted grant(OAuth oauth, Adapter adapter, Tenant tenant, UUID user, String slug) {
    try {
      AppCredentials app =
          apps.forNewLink(tenant, slug, true)
              .orElseThrow(() -> new ProviderException.Unavailable("no simulator"));
      String verifier = Ids.randomBase62(64);
      String url =
          oauth.authorizeUrl(
              app,
              new OAuth.Start(
                  Ids.randomBase62(16), adapter.descriptor().defaultScopes(), verifier));
      DemoConsent.Consent given = consent.grant(url, "demo-" + user);
      return oauth.exchange(
          app,
          new OAuth.Callback(
              given.code(),
              verifier,
              adapter.descriptor().defaultScopes(),
              Optional.ofNullable(given.scope())));
    } catch (ProviderException fault) {
      throw ServiceException.unavailable(
          "the demo provider is not ready; try again", Duration.ofSeconds(2));
    }
  }

  private UUID connect(
      Tx tx,
      Tenant tenant,
      UUID user,
      String slug,
      Adapter adapter,
      Optional<OAuth.Granted> granted) {
    Row row =
        tx.first(USER + LOCK, user, tenant.team(), tenant.environment().wire())
            .orElseThrow(() -> ServiceException.notFound("user"));
    rejectMixing(rules.hasConnectionsOfOtherKind(tx, user, true));
    Connection c =
        states.connect(
            tx,
            new ConnectionLifecycle.NewLink(
                user,
                tenant,
                row.getString("client_user_id"),
                slug,
                Ids.DEMO_APP,
                true,
                granted.flatMap(OAuth.Granted::externalUserId).orElse(null),
                granted.isPresent() ? adapter.descriptor().defaultScopes() : List.of(),
                granted.flatMap(OAuth.Granted::scopes).orElse(null),
                granted.map(OAuth.Granted::tokens).orElse(null),
                granted.map(OAuth.Granted::state).orElseGet(Json::object),
                Optional.empty()));
    tx.update(SET_EXPIRY, user, settings.userTtl().toMillis() / 1000.0);
    planner.schedule(tx, c.id(), null);
    return c.id();
  }

  private static void rejectMixing(boolean real) {
    if (real) {
      throw ServiceException.badRequest(
          "the user has real connections; use another user for demo data");
    }
  }
}
