package io.tributary.portal;

import io.tributary.http.Response;
import java.util.HashMap;
import java.util.Map;

/** Security headers of pages and of the calls that they make. */
public final class PageSecurityHeaders {
  /**
   * Headers of all responses: only the page's own files run, nothing is loaded from other sites,
   * framing is denied, and text can't become markup.
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

  /** Returns the response with these headers; its own headers take precedence. */
  public static Response addTo(Response reply) {
    return with(reply, Map.of());
  }

  /** Returns the response with these headers and additional ones, which take precedence. */
  public static Response with(Response reply, Map<String, String> more) {
    Map<String, String> headers = new HashMap<>(ALL);
    headers.putAll(reply.headers());
    headers.putAll(more);
    return new Response(reply.status(), reply.body(), headers);
  }
}
