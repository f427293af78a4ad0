package io.tributary.portal;

import io.tributary.http.Response;
import java.util.HashMap;
import java.util.Map;

/** What every answer of a page and of its calls tells the browser. */
public final class PageSecurityHeaders {
  /**
   * Only the page's own files run, nothing is loaded from elsewhere, nobody frames it, and text
   * cannot become markup.
   */
  static final Map<String, String> ALL =
      Map.of(
          "content-security-policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
              + " connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none';"
              + " require-trusted-types-for 'script'; trusted-types 'none'",
          "referrer-policy",
          "no-referrer",
          "x-content-type-options",
          "nosniff",
          "x-frame-options",
          "DENY",
          "cross-origin-opener-policy",
          "same-origin",
          "cross-origin-resource-policy",
          "same-origin",
          "cache-control",
          "no-store");

  private PageSecurityHeaders() {}

  /** The same reply with them; its own ones win. */
  public static Response on(Response reply) {
    return with(reply, Map.of());
  }

  /** The same reply with them and these more, which win. */
  public static Response with(Response reply, Map<String, String> more) {
    Map<String, String> headers = new HashMap<>(ALL);
    headers.putAll(reply.headers());
    headers.putAll(more);
    return new Response(reply.status(), reply.body(), headers);
  }
}
