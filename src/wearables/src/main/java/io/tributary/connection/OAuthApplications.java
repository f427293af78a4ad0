package io.tributary.connection;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.config.ProviderAppConfig;
import io.tributary.config.ServiceConfig;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.crypto.Vault;
import io.tributary.db.Db;
import io.tributary.db.Rows;
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
 * The application under which a provider is called. Provider addresses come from the configuration
 * only, so a team's row can never send calls elsewhere.
 */
public final class OAuthApplications {
  /** The one demo provider with an OAuth of its own; the others make their data up. */
  public static final String SIMULATED = "oura";

  private static final String OWN =
      "select id, client_id, client_secret_encrypted, redirect_url_override, details::text as"
          + " details, details_encrypted from provider_app where team_id = $1 and environment = $2"
          + " and provider = $3";
  private static final String BY_ID =
      "select id, client_id, client_secret_encrypted, redirect_url_override, details::text as"
          + " details, details_encrypted from provider_app where id = $1 and provider = $2";

  /** Once for each word, whoever else is told at the same moment. */
  private static final String CHECKED =
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
   * @param publicUrl where providers send users back to
   * @param simulator base URL of the simulator that demo connections use; asked only for them, may
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
   * Credentials for a new link: the team's own unless they wait for a check, else the
   * installation's. Empty when there are none or the operator takes no new links. Blocks; call it
   * on a virtual thread.
   */
  public Optional<AppCredentials> choose(Tenant tenant, String provider, boolean demo) {
    if (demo) {
      return Optional.of(demo(provider));
    }
    if (!takesNew(provider)) {
      return Optional.empty();
    }
    return own(tenant, provider)
        .or(() -> is(provider, AuthKind.TEAM_OAUTH) ? Optional.empty() : installation(provider));
  }

  private boolean is(String provider, AuthKind auth) {
    return catalog.find(provider).flatMap(ProviderCatalog.Entry::auth).equals(Optional.of(auth));
  }

  private boolean takesNew(String provider) {
    ProviderAppConfig p = config.providers().get(provider);
    return p != null && p.newLinks();
  }

  /**
   * The team's own credentials for new links; empty when it has none, when they wait for their
   * provider's check, or when the operator takes no new links. Blocks.
   */
  public Optional<AppCredentials> own(Tenant tenant, String provider) {
    return takesNew(provider)
        ? Rows.first(
                db.query(OWN, tenant.team(), tenant.environment().wire(), provider),
                r -> own(r, provider).filter(app -> active(r, app)))
            .flatMap(o -> o)
        : Optional.empty();
  }

  private static boolean active(Row r, AppCredentials app) {
    return WebhookVerification.passed(app.provider(), Rows.object(r, "details"), app.details());
  }

  /** Credentials of an existing link; empty when they were removed since. Blocks. */
  public Optional<AppCredentials> of(UUID appId, String provider) {
    if (appId.equals(Ids.DEMO_APP)) {
      return Optional.of(demo(provider));
    }
    if (appId.equals(Ids.NIL)) {
      return installation(provider);
    }
    return Rows.first(db.query(BY_ID, appId, provider), r -> own(r, provider)).flatMap(o -> o);
  }

  /**
   * The provider of an application has asked for its address with this word, which was right.
   * Nothing waits for it but applications of teams. Blocks.
   */
  public void checked(UUID appId, String word) {
    db.query(CHECKED, appId, WebhookVerification.digest(word));
  }

  /** What a team's secret is sealed with: the id of its row. */
  public static String context(UUID appId) {
    return appId.toString();
  }

  /** What the secret words of its details are sealed with. */
  public static String detailsContext(UUID appId) {
    return appId + " details";
  }

  private Optional<AppCredentials> own(Row r, String provider) {
    ProviderAppConfig p = config.providers().get(provider);
    if (p == null || !p.enabled()) {
      return Optional.empty();
    }
    UUID id = r.getUUID("id");
    byte[] secret = Rows.bytes(r, "client_secret_encrypted");
    String override = r.getString("redirect_url_override");
    return Optional.of(
        new AppCredentials(
            id,
            provider,
            r.getString("client_id"),
            secret == null ? "" : vault.open(secret, context(id)),
            urls(p),
            override == null ? callback(provider) : override,
            details(r, id)));
  }

  /** Secret words in the place of the stars that stand for them. */
  private ObjectNode details(Row r, UUID id) {
    ObjectNode out = Rows.object(r, "details");
    out.remove(WebhookVerification.FIELD);
    String words = vault.open(Rows.bytes(r, "details_encrypted"), detailsContext(id));
    if (words != null) {
      out.setAll((ObjectNode) Json.parse(words));
    }
    return out;
  }

  private Optional<AppCredentials> installation(String provider) {
    ProviderAppConfig p = config.providers().get(provider);
    // Where users sign in with a password there need not be an application at all.
    if (p == null || !p.enabled() || p.clientId().isEmpty() && !is(provider, AuthKind.PASSWORD)) {
      return Optional.empty();
    }
    return Optional.of(
        new AppCredentials(
            Ids.NIL,
            provider,
            p.clientId(),
            p.clientSecret(),
            urls(p),
            callback(provider),
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

  private AppCredentials demo(String provider) {
    if (!provider.equals(SIMULATED)) {
      return new AppCredentials(
          Ids.DEMO_APP, provider, "", "", new AppCredentials.Urls("", ""), "");
    }
    String base = bare(simulator.get());
    // The service reads the simulator's redirect itself, so nobody ever visits this address; the
    // simulator accepts it without registration.
    return new AppCredentials(
        Ids.DEMO_APP,
        provider,
        config.demo().clientId(),
        config.demo().clientSecret(),
        new AppCredentials.Urls(base, base + "/oauth/authorize"),
        "http://localhost/v2/link/connect/" + provider);
  }

  private String callback(String provider) {
    return publicUrl.get() + "/v2/link/connect/" + provider;
  }

  private static AppCredentials.Urls urls(ProviderAppConfig p) {
    return new AppCredentials.Urls(
        bare(p.apiUrl()),
        p.authoriseUrl(),
        Optional.of(p.tokenUrl()).filter(url -> !url.isEmpty()),
        others(p));
  }

  private static Map<String, String> others(ProviderAppConfig p) {
    return p.urls().entrySet().stream()
        .filter(e -> !e.getValue().isEmpty())
        .collect(Collectors.toMap(Map.Entry::getKey, e -> bare(e.getValue())));
  }

  private static String bare(String url) {
    return url.replaceAll("/+$", "");
  }
}
