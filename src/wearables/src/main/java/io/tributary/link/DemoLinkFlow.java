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
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Row;
import java.lang.System.Logger.Level;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

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

  private static final System.Logger LOG = System.getLogger(DemoLinkFlow.class.getName());

  /** Time within which a new attempt begins, so that the last one ends within the bus timeout. */
  private static final Duration MAX_RETRY_LIMIT = Duration.ofSeconds(15);

  private static final Duration RETRY_PAUSE = Duration.ofMillis(500);
  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

  private final Vertx vertx;
  private final Db db;
  private final ServiceConfig.Demo settings;
  private final Duration retryLimit;
  private final LinkRules rules;
  private final Adapters adapters;
  private final OAuthApplications apps;
  private final DemoConsent consent;
  private final ConnectionLifecycle states;
  private final HistoricalPullPlanner planner;

  DemoLinkFlow(
      Vertx vertx,
      Db db,
      ServiceConfig.Demo settings,
      LinkRules rules,
      Adapters adapters,
      OAuthApplications apps,
      DemoConsent consent,
      ConnectionLifecycle states,
      HistoricalPullPlanner stage) {
    this.vertx = vertx;
    this.db = db;
    this.settings = settings;
    this.retryLimit =
        settings.startupTimeout().compareTo(MAX_RETRY_LIMIT) < 0
            ? settings.startupTimeout()
            : MAX_RETRY_LIMIT;
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
                () ->
                    ServiceException.badRequest(
                        "this installation has no demo data of "
                            + slug
                            + "; it has demo data of: "
                            + String.join(", ", new TreeSet<>(adapters.demo().keySet()))));
    Optional<OAuth.Granted> granted =
        adapter.oauth().map(oauth -> awaitGrant(oauth, adapter, tenant, user, slug));
    db.tx(tx -> connect(tx, tenant, user, slug, adapter, granted));
  }

  /**
   * Obtains a grant and waits for the simulator: after a restart of the service it is still
   * starting.
   */
  private OAuth.Granted awaitGrant(
      OAuth oauth, Adapter adapter, Tenant tenant, UUID user, String slug) {
    long begin = System.nanoTime();
    while (true) {
      try {
        return grant(oauth, adapter, tenant, user, slug);
      } catch (ProviderException fault) {
        boolean temporary =
            fault instanceof ProviderException.Transport
                || fault instanceof ProviderException.Unavailable;
        if (!temporary || System.nanoTime() - begin > retryLimit.toNanos()) {
          LOG.log(Level.WARNING, "demo link: provider=" + slug + " no grant: " + fault);
          throw ServiceException.unavailable(
              "The simulator of the demo data is not ready. Try again in "
                  + RETRY_AFTER.toSeconds()
                  + " seconds.",
              RETRY_AFTER);
        }
      }
      vertx.timer(RETRY_PAUSE.toMillis(), TimeUnit.MILLISECONDS).await();
    }
  }

  /**
   * Obtains a grant from the simulator. The simulated person is derived from the user, so that a
   * relink finds the same data.
   */
  private OAuth.Granted grant(OAuth oauth, Adapter adapter, Tenant tenant, UUID user, String slug) {
    AppCredentials app =
        apps.forNewLink(tenant, slug, true)
            .orElseThrow(() -> new ProviderException.Unavailable("no simulator"));
    String verifier = Ids.randomBase62(64);
    String url =
        oauth.authorizeUrl(
            app,
            new OAuth.Start(Ids.randomBase62(16), adapter.descriptor().defaultScopes(), verifier));
    DemoConsent.Consent given = consent.grant(url, "demo-" + user);
    return oauth.exchange(
        app,
        new OAuth.Callback(
            given.code(),
            verifier,
            adapter.descriptor().defaultScopes(),
            Optional.ofNullable(given.scope())));
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
