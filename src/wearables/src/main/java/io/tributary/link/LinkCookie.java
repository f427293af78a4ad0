package io.tributary.link;

import io.tributary.core.Encryption;
import io.tributary.http.RequestContext;
import io.vertx.core.http.Cookie;
import io.vertx.core.http.CookieSameSite;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.HexFormat;
import java.util.UUID;
import java.util.function.Supplier;

/**
 * Cookie that carries the link token between pages. Each session has its own cookie under its own
 * path, so that two windows that link two users do not share one.
 */
final class LinkCookie {
  private static final String NAME = "tributary-link";

  /** Path prefix of the session pages. */
  static final String PATH_PREFIX = "/link/s/";

  private final Supplier<String> publicUrl;
  private final Duration ttl;

  LinkCookie(Supplier<String> publicUrl, Duration life) {
    this.publicUrl = publicUrl;
    this.ttl = life;
  }

  /** Returns the token, or an empty string. */
  String token(RequestContext call) {
    Cookie cookie = call.request().getCookie(NAME);
    return cookie == null ? "" : cookie.getValue();
  }

  /**
   * Returns the {@code Set-Cookie} value. SameSite is Lax because providers redirect users back
   * from their own site: the cookie must be sent with a top-level navigation, but not with a
   * cross-site form.
   */
  String header(UUID session, String token) {
    return Cookie.cookie(NAME, token)
        .setPath(PATH_PREFIX + session)
        .setMaxAge(ttl.toSeconds())
        .setHttpOnly(true)
        .setSecure(publicUrl.get().startsWith("https:"))
        .setSameSite(CookieSameSite.LAX)
        .encode();
  }

  /**
   * CSRF token of the session. It is derived from the link token, so it does not have to be stored.
   */
  static String csrfToken(String token) {
    return HexFormat.of().formatHex(Encryption.sha256("link word " + token));
  }

  static boolean isCsrfToken(String token, String word) {
    return MessageDigest.isEqual(
        csrfToken(token).getBytes(StandardCharsets.UTF_8), word.getBytes(StandardCharsets.UTF_8));
  }
}
