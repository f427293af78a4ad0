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
 * Where the token is between two pages. Each session has a cookie of its own, under its own path:
 * two windows that link two users never take each other's.
 */
final class LinkCookie {
  private static final String NAME = "tributary-link";

  /** Below it are the pages of sessions. */
  static final String PAGES = "/link/s/";

  private final Supplier<String> publicUrl;
  private final Duration life;

  LinkCookie(Supplier<String> publicUrl, Duration life) {
    this.publicUrl = publicUrl;
    this.life = life;
  }

  /** The token; empty when there is none. */
  String token(RequestContext call) {
    Cookie cookie = call.request().getCookie(NAME);
    return cookie == null ? "" : cookie.getValue();
  }

  /**
   * The value of the header. A provider sends users back from its own site: Lax, which lets the
   * cookie come along when a page is opened, but not with a form that another site sends.
   */
  String header(UUID session, String token) {
    return Cookie.cookie(NAME, token)
        .setPath(PAGES + session)
        .setMaxAge(life.toSeconds())
        .setHttpOnly(true)
        .setSecure(publicUrl.get().startsWith("https:"))
        .setSameSite(CookieSameSite.LAX)
        .encode();
  }

  /** What only the session's own pages know. Worked out of the token, so it needs no place. */
  static String word(String token) {
    return HexFormat.of().formatHex(Encryption.sha256("link word " + token));
  }

  static boolean isWord(String token, String word) {
    return MessageDigest.isEqual(
        word(token).getBytes(StandardCharsets.UTF_8), word.getBytes(StandardCharsets.UTF_8));
  }
}
