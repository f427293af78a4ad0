package io.tributary.subscription;

import io.tributary.core.Encryption;
import io.tributary.db.Db;
import io.tributary.db.RowMapping;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/**
 * Webhook URLs on which providers send notifications, one per application. A secret part of the
 * path identifies the application and is the only authentication that some providers support.
 * Blocks virtual threads.
 */
public final class NotificationUrls {
  /** Time for which a lookup is cached. */
  private static final Duration CACHE_TTL = Duration.ofSeconds(2);

  /** Cache limit, because anyone can request unknown secrets. */
  private static final int MAX_CACHED = 10_000;

  private static final int SECRET_BYTES = 32;

  /** Longest text that is looked up. All valid ones are shorter. */
  private static final int MAX_LENGTH = 64;

  private static final String FIND =
      """
      select provider, app_id, secret_encrypted, signing_secret_encrypted from provider_webhook
       where secret_hash = $1 and provider = $2
      """;
  private static final String OF_APP =
      """
      select provider, app_id, secret_encrypted, signing_secret_encrypted from provider_webhook
       where provider = $1 and app_id = $2
      """;
  private static final String MAKE =
      """
      insert into provider_webhook (provider, app_id, secret_hash, secret_encrypted)
      values ($1, $2, $3, $4) on conflict do nothing
      """;
  private static final String SET_SIGNING_SECRET =
      """
      update provider_webhook set signing_secret_encrypted = $3 where provider = $1 and app_id = $2
      """;

  private final Db db;
  private final Encryption secrets;
  private final Supplier<String> publicUrl;
  private final Map<String, CachedLookup> cache = new ConcurrentHashMap<>();

  private record CachedLookup(Optional<Webhook> hook, long until) {}

  /**
   * Webhook URL of an application.
   *
   * @param app the nil UUID for the installation's application
   * @param secret the secret part of the URL
   * @param pushSecret signing secret that the provider has issued
   */
  public record Webhook(String provider, UUID app, String secret, Optional<String> pushSecret) {
    @Override
    public String toString() {
      return "Hook[" + provider + ", " + app + ", ***]";
    }
  }

  /**
   * @param publicUrl public base URL of this service, without trailing slash
   */
  public NotificationUrls(Db db, Encryption secrets, Supplier<String> publicUrl) {
    this.db = db;
    this.secrets = secrets;
    this.publicUrl = publicUrl;
  }

  /** Returns the webhook of an application. Creates it if there is none. */
  public Webhook findOrCreate(String provider, UUID app) {
    Optional<Webhook> known = RowMapping.first(db.query(OF_APP, provider, app), this::read);
    if (known.isPresent()) {
      return known.get();
    }
    String secret =
        Base64.getUrlEncoder()
            .withoutPadding()
            .encodeToString(Encryption.randomBytes(SECRET_BYTES));
    db.query(
        MAKE,
        provider,
        app,
        Encryption.sha256(secret),
        secrets.seal(secret, context(provider, app)));
    // A concurrent request may have created it.
    return RowMapping.first(db.query(OF_APP, provider, app), this::read).orElseThrow();
  }

  /** Finds the webhook of a secret; empty when unknown. */
  public Optional<Webhook> find(String provider, String secret) {
    if (provider.length() > MAX_LENGTH || secret.length() > MAX_LENGTH) {
      return Optional.empty();
    }
    long now = System.nanoTime();
    CachedLookup before = cache.get(provider + "/" + secret);
    if (before != null && before.until() - now > 0) {
      return before.hook();
    }
    Optional<Webhook> found =
        RowMapping.first(db.query(FIND, Encryption.sha256(secret), provider), this::read);
    if (cache.size() >= MAX_CACHED) {
      cache.clear();
    }
    cache.put(provider + "/" + secret, new CachedLookup(found, now + CACHE_TTL.toNanos()));
    return found;
  }

  /** Returns the URL to register with the provider. */
  public String url(Webhook hook) {
    return urlPrefix(hook) + hook.secret();
  }

  private String urlPrefix(Webhook hook) {
    return publicUrl.get() + "/v2/provider/" + hook.provider() + "/push/";
  }

  /** Returns true when the URL belongs to another webhook of the same provider. */
  boolean belongsToOther(Webhook hook, String url) {
    String before = urlPrefix(hook);
    return url.startsWith(before)
        && find(hook.provider(), url.substring(before.length()))
            .filter(h -> !h.app().equals(hook.app()))
            .isPresent();
  }

  /**
   * Forgets the signing secret before a new subscription. Until the provider issues a new one, only
   * the secret in the URL authenticates notifications.
   */
  void clearSigningSecret(Webhook hook) {
    if (hook.pushSecret().isPresent()) {
      db.query(SET_SIGNING_SECRET, hook.provider(), hook.app(), null);
      cache.clear();
    }
  }

  /**
   * Stores the secret with which the provider signs the application's notifications from now on.
   */
  void storeSigningSecret(String provider, UUID app, String pushSecret) {
    db.query(SET_SIGNING_SECRET, provider, app, secrets.seal(pushSecret, context(provider, app)));
    cache.clear();
  }

  private Webhook read(Row r) {
    String provider = r.getString("provider");
    UUID app = r.getUUID("app_id");
    byte[] signs = RowMapping.bytes(r, "signing_secret_encrypted");
    return new Webhook(
        provider,
        app,
        secrets.openText(RowMapping.bytes(r, "secret_encrypted"), context(provider, app)),
        signs == null
            ? Optional.empty()
            : Optional.of(secrets.openText(signs, context(provider, app))));
  }

  private static String context(String provider, UUID app) {
    return provider + " " + app;
  }
}
