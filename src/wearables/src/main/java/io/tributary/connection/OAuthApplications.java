package io.tributary.connection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.ProviderAppConfig;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.crypto.Vault;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.tributary.provider.AppCredentials;
import io.tributary.provider.AuthKind;
import io.tributary.provider.ProviderCatalog;
import io.vertx.sqlclient.Row;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * OAuth applications with which providers are called. Provider URLs come from the configuration
 * only, so a team's row can never redirect calls.
 */
public final class OAuthApplications {
  /** The only demo provider with a real OAuth flow. The others generate their data. */
  public static final String SIMULATED_PROVIDER = "oura";

  private static final String TEAM_APPLICATION =
      "select id, client_id, client_secret_encrypted, redirect_url_override, details::text as"
          + " details, details_encrypted from provider_app where team_id = $1 and environment = $2"
          + " and provider = $3";
  private static final String BY_ID =
      "select id, client_id, client_secret_encrypted, redirect_url_override, details::text as"
          + " details, details_encrypted from provider_app where id = $1 and provider = $2";

  /** Adds each digest once, also when several checks run concurrently. */
  private static final String MARK_VERIFIED =
      """
      update provider_app
         set details = jsonb_set(details, '{checked}',
                                 coalesce(details -> 'checked', '[]') || to_jsonb($2::text))
       where id = $1 and details is not null
         and not coalesce(details -> 'checked', '[]') @> to_jsonb($2::text)
      """;

  private final Db db;
  private final ServiceConfig config;
  private final Vault vault;
  private final ProviderCatalog catalog;
  private final Supplier<String> publicUrl;
  private final Supplier<String> simulator;

  /**
   * @param publicUrl base URL of the OAuth callbacks
   * @param simulator base URL of the simulator for demo connections; called only for them, may
   *     block
   */
  public OAuthApplications(
      Db db,
      ServiceConfig config,
      Vault vault,
      ProviderCatalog catalog,
      Supplier<String> publicUrl,
      Supplier<String> simulator) {
    this.db = db;
    this.config = config;
    this.vault = vault;
    this.catalog = catalog;
    this.publicUrl = publicUrl;
    this.simulator = simulator;
  }

  /**
   * Returns the credentials for a new link: the team's own unless their verification is pending,
   * otherwise the installation's. Empty when there are none or the operator accepts no new links.
   * Blocks; call on a virtual thread.
   */
  public Optional<AppCredentials> forNewLink(Tenant tenant, String provider, boolean demo) {
    if (demo) {
      return Optional.of(demoCredentials(provider));
    }
    if (!acceptsNewLinks(provider)) {
      return Optional.empty();
    }
    return teamCredentials(tenant, provider)
        .or(
            () ->
                hasAuthKind(provider, AuthKind.TEAM_OAUTH)
                    ? Optional.empty()
                    : installationCredentials(provider));
  }

  private boolean hasAuthKind(String provider, AuthKind auth) {
    return catalog.find(provider).flatMap(ProviderCatalog.Entry::auth).equals(Optional.of(auth));
  }

  private boolean acceptsNewLinks(String provider) {
    ProviderAppConfig p = config.providers().get(provider);
    return p != null && p.acceptNewConnections();
  }

  /**
   * Returns the team's own credentials for new links. Empty when it has none, when verification is
   * pending, or when the operator accepts no new links. Blocks.
   */
  public Optional<AppCredentials> teamCredentials(Tenant tenant, String provider) {
    return acceptsNewLinks(provider)
        ? RowMapping.first(
                db.query(TEAM_APPLICATION, tenant.team(), tenant.environment().wire(), provider),
                r -> teamCredentials(r, provider).filter(app -> isVerified(r, app)))
            .flatMap(o -> o)
        : Optional.empty();
  }

  private static boolean isVerified(Row r, AppCredentials app) {
    return WebhookVerification.isComplete(
        app.provider(), RowMapping.object(r, "details"), app.details());
  }

  /** Returns the credentials of an existing link. Empty when they were removed since. Blocks. */
  public Optional<AppCredentials> find(UUID appId, String provider) {
    if (appId.equals(Ids.DEMO_APP)) {
      return Optional.of(demoCredentials(provider));
    }
    if (appId.equals(Ids.DEFAULT_APP)) {
      return installationCredentials(provider);
    }
    return RowMapping.first(db.query(BY_ID, appId, provider), r -> teamCredentials(r, provider))
        .flatMap(o -> o);
  }

  /**
   * Records that the provider has verified the application's webhook URL with this token. Only
   * applications of teams need it. Blocks.
   */
  public void markWebhookVerified(UUID appId, String word) {
    db.query(MARK_VERIFIED, appId, WebhookVerification.digest(word));
  }

  /** Encryption context of a team's client secret: the ID of its row. */
  public static String secretContext(UUID appId) {
    return appId.toString();
  }

  /** Encryption context of the secret values among an application's details. */
  public static String detailsContext(UUID appId) {
    return appId + " details";
  }

  private Optional<AppCredentials> teamCredentials(Row r, String provider) {
    ProviderAppConfig p = config.providers().get(provider);
    if (p == null || !p.enabled()) {
      return Optional.empty();
    }
    UUID id = r.getUUID("id");
    byte[] secret = RowMapping.bytes(r, "client_secret_encrypted");
    String override = r.getString("redirect_url_override");
    return Optional.of(
        new AppCredentials(
            id,
            provider,
            r.getString("client_id"),
            secret == null ? "" : vault.open(secret, secretContext(id)),
            urls(p),
            override == null ? callbackUrl(provider) : override,
            details(r, id)));
  }

  /** Replaces masked values by the decrypted ones. */
  private ObjectNode details(Row r, UUID id) {
    ObjectNode out = RowMapping.object(r, "details");
    out.remove(WebhookVerification.FIELD);
    String words = vault.open(RowMapping.bytes(r, "details_encrypted"), detailsContext(id));
    if (words != null) {
      out.setAll((ObjectNode) Json.parse(words));
    }
    return out;
  }

  private Optional<AppCredentials> installationCredentials(String provider) {
    ProviderAppConfig p = config.providers().get(provider);
    // Password sign-in does not need an application.
    if (p == null
        || !p.enabled()
        || p.clientId().isEmpty() && !hasAuthKind(provider, AuthKind.PASSWORD)) {
      return Optional.empty();
    }
    return Optional.of(
        new AppCredentials(
            Ids.DEFAULT_APP,
            provider,
            p.clientId(),
            p.clientSecret(),
            urls(p),
            callbackUrl(provider),
            details(p)));
  }

  private static ObjectNode details(ProviderAppConfig p) {
    ObjectNode out = Json.object();
    p.details()
        .forEach(
            (name, text) -> {
              if (!text.isEmpty()) {
                out.put(name, text);
              }
            });
    return out;
  }

  private AppCredentials demoCredentials(String provider) {
    if (!provider.equals(SIMULATED_PROVIDER)) {
      return new AppCredentials(
          Ids.DEMO_APP, provider, "", "", new AppCredentials.Urls("", ""), "");
    }
    String base = stripTrailingSlashes(simulator.get());
    // The service reads the simulator's redirect itself, so no browser ever opens this URL. The
    // simulator accepts it without registration.
    return new AppCredentials(
        Ids.DEMO_APP,
        provider,
        config.demo().clientId(),
        config.demo().clientSecret(),
        new AppCredentials.Urls(base, base + "/oauth/authorize"),
        "http://localhost/v2/link/connect/" + provider);
  }

  private String callbackUrl(String provider) {
    return publicUrl.get() + "/v2/link/connect/" + provider;
  }

  private static AppCredentials.Urls urls(ProviderAppConfig p) {
    return new AppCredentials.Urls(
        stripTrailingSlashes(p.apiUrl()),
        p.authorizeUrl(),
        Optional.of(p.tokenUrl()).filter(url -> !url.isEmpty()),
        otherUrls(p));
  }

  private static Map<String, String> otherUrls(ProviderAppConfig p) {
    return p.urls().entrySet().stream()
        .filter(e -> !e.getValue().isEmpty())
        .collect(Collectors.toMap(Map.Entry::getKey, e -> stripTrailingSlashes(e.getValue())));
  }

  private static String stripTrailingSlashes(String url) {
    return url.replaceAll("/+$", "");
  }
}
