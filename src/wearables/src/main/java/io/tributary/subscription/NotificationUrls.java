package io.tributary.subscription;

import io.tributary.core.Encryption;
import io.tributary.db.Db;
import io.tributary.db.Rows;
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
  private static final Duration TRUSTED = Duration.ofSeconds(2);

  /** Cache limit, because anyone can request unknown secrets. */
  private static final int REMEMBERED = 10_000;

  private static final int SECRET_BYTES = 32;

  /** Longest text that is looked up. All valid ones are shorter. */
  private static final int LONGEST = 64;

  private static final String FIND =
      """
      select provider, app_id, secret_encrypted, push_secret_encrypted from provider_hook
       where secret_hash = $1 and provider = $2
      """;
  private static final String OF_APP =
      """
      select provider, app_id, secret_encrypted, push_secret_encrypted from provider_hook
       where provider = $1 and app_id = $2
      """;
  private static final String MAKE =
      """
      insert into provider_hook (provider, app_id, secret_hash, secret_encrypted)
      values ($1, $2, $3, $4) on conflict do nothing
      """;
  private static final String SIGNS =
      """
      update provider_hook set push_secret_encrypted = $3 where provider = $1 and app_id = $2
      """;

  private final Db db;
  private final Encryption secrets;
  private final Supplier<String> publicUrl;
  private final Map<String, Looked> looked = new ConcurrentHashMap<>();

  private record Looked(Optional<Hook> hook, long until) {}

  /**
   * Webhook URL of an application.
   *
   * @param app the nil UUID for the installation's application
   * @param secret the secret part of the URL
   * @param pushSecret signing secret that the provider has issued
   */
  public record Hook(String provider, UUID app, String secret, Optional<String> pushSecret) {
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
  public Hook of(String provider, UUID app) {
    Optional<Hook> known = Rows.first(db.query(OF_APP, provider, app), this::read);
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
    return Rows.first(db.query(OF_APP, provider, app), this::read).orElseThrow();
  }

  /** Finds the webhook of a secret; empty when unknown. */
  public Optional<Hook> find(String provider, String secret) {
    if (provider.length() > LONGEST || secret.length() > LONGEST) {
      return Optional.empty();
    }
    long now = System.nanoTime();
    Looked before = looked.get(provider + "/" + secret);
    if (before != null && before.until() - now > 0) {
      return before.hook();
    }
    Optional<Hook> found =
        Rows.first(db.query(FIND, Encryption.sha256(secret), provider), this::read);
    if (looked.size() >= REMEMBERED) {
      looked.clear();
    }
    looked.put(provider + "/" + secret, new Looked(found, now + TRUSTED.toNanos()));
    return found;
  }

  /** Returns the URL to register with the provider. */
  public String url(Hook hook) {
    return before(hook) + hook.secret();
  }

  private String before(Hook hook) {
    return publicUrl.get() + "/v2/provider/" + hook.provider() + "/push/";
  }

  /** Returns true when the URL belongs to another webhook of the same provider. */
  boolean another(Hook hook, String url) {
    String before = before(hook);
    return url.startsWith(before)
        && find(hook.provider(), url.substring(before.length()))
            .filter(h -> !h.app().equals(hook.app()))
            .isPresent();
  }

  /**
   * Forgets the signing secret before a new subscription. Until the provider issues a new one, only
   * the secret in the URL authenticates notifications.
   */
  void signsAnew(Hook hook) {
    if (hook.pushSecret().isPresent()) {
      db.query(SIGNS, hook.provider(), hook.app(), null);
      looked.clear();
    }
  }

  /**
   * Stores the secret with which the provider signs the application's notifications from now on.
   */
  void signsWith(String provider, UUID app, String pushSecret) {
    db.query(SIGNS, provider, app, secrets.seal(pushSecret, context(provider, app)));
    looked.clear();
  }

  private Hook read(Row r) {
    String provider = r.getString("provider");
    UUID app = r.getUUID("app_id");
    byte[] signs = Rows.bytes(r, "push_secret_encrypted");
    return new Hook(
        provider,
        app,
        secrets.openText(Rows.bytes(r, "secret_encrypted"), context(provider, app)),
        signs == null
            ? Optional.empty()
            : Optional.of(secrets.openText(signs, context(provider, app))));
  }

  private static String context(String provider, UUID app) {
    return provider + " " + app;
  }
}
