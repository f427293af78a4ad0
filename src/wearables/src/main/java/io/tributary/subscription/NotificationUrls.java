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
 * The addresses that providers push to, one for each application: a secret part of the path says
 * whose it is, and is all that some vendors prove themselves with. Blocks virtual threads.
 */
public final class NotificationUrls {
  /** How long a node may trust what it has looked up. */
  private static final Duration TRUSTED = Duration.ofSeconds(2);

  /** Anybody may ask for secrets that do not exist. */
  private static final int REMEMBERED = 10_000;

  private static final int SECRET_BYTES = 32;

  /** None of ours is longer; a longer text is not worth remembering. */
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
   * Where the pushes for an application go.
   *
   * @param app nil = the installation's
   * @param secret the secret part of the address
   * @param pushSecret what the provider said it signs with
   */
  public record Hook(String provider, UUID app, String secret, Optional<String> pushSecret) {
    @Override
    public String toString() {
      return "Hook[" + provider + ", " + app + ", ***]";
    }
  }

  /**
   * @param publicUrl how the world reaches this service, without trailing slash
   */
  public NotificationUrls(Db db, Encryption secrets, Supplier<String> publicUrl) {
    this.db = db;
    this.secrets = secrets;
    this.publicUrl = publicUrl;
  }

  /** The hook of an application, made if there is none. */
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
    // Whoever came first has made it.
    return Rows.first(db.query(OF_APP, provider, app), this::read).orElseThrow();
  }

  /** Whose secret it is; empty when it is nobody's. */
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

  /** The address to be told to the provider. */
  public String url(Hook hook) {
    return before(hook) + hook.secret();
  }

  private String before(Hook hook) {
    return publicUrl.get() + "/v2/provider/" + hook.provider() + "/push/";
  }

  /** Whether an address is that of a hook of the provider, and not of this one. */
  boolean another(Hook hook, String url) {
    String before = before(hook);
    return url.startsWith(before)
        && find(hook.provider(), url.substring(before.length()))
            .filter(h -> !h.app().equals(hook.app()))
            .isPresent();
  }

  /**
   * What the provider signs with is not known until it has told: the secret of the address alone
   * proves pushes meanwhile.
   */
  void signsAnew(Hook hook) {
    if (hook.pushSecret().isPresent()) {
      db.query(SIGNS, hook.provider(), hook.app(), null);
      looked.clear();
    }
  }

  /** Keeps what the provider signs the application's pushes with from now on. */
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
