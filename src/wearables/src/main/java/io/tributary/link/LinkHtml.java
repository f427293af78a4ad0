package io.tributary.link;

import io.tributary.http.Response;
import io.tributary.portal.PageSecurityHeaders;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** Builds the frame of the hosted pages. All inserted text must pass through {@link #escape}. */
final class LinkHtml {
  /**
   * Security headers of the pages. Forms may submit to this service only, so a page with a form
   * never redirects to another site; the page after it does. There is no opener policy, because the
   * opening window may watch whether the page was closed.
   */
  static final Map<String, String> HEADERS =
      Map.of(
          "content-security-policy",
          "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self';"
              + " base-uri 'none'; form-action 'self'; frame-ancestors 'none';"
              + " require-trusted-types-for 'script'; trusted-types 'none'",
          "cross-origin-opener-policy",
          "unsafe-none");

  private final LinkBrand brand;
  private final StringBuilder body = new StringBuilder();
  private Optional<UUID> closeSession = Optional.empty();
  private Optional<String> redirectUrl = Optional.empty();

  LinkHtml(LinkBrand brand) {
    this.brand = brand;
  }

  /** Appends markup. Text in it must be {@link #escape escaped}. */
  LinkHtml add(String... parts) {
    for (String part : parts) {
      body.append(part);
    }
    return this;
  }

  LinkHtml text(String text) {
    body.append(escape(text));
    return this;
  }

  /** Adds a close button for the session. */
  LinkHtml withCloseButton(Optional<UUID> session) {
    this.closeSession = session;
    return this;
  }

  /**
   * Redirects to this URL by a meta refresh. The body must contain a link as well, for browsers
   * that do not follow it.
   */
  LinkHtml redirectTo(String to) {
    this.redirectUrl = Optional.of(to);
    return this;
  }

  Response toResponse(int status, String title) {
    StringBuilder out = new StringBuilder();
    out.append("<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">")
        .append("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")
        .append("<meta name=\"color-scheme\" content=\"light dark\">")
        .append("<meta name=\"robots\" content=\"noindex\">")
        .append("<meta name=\"format-detection\" content=\"telephone=no\">")
        .append("<title>")
        .append(escape(title))
        .append(brand.name().isEmpty() ? "" : " – " + escape(brand.name()))
        .append("</title><link rel=\"icon\" type=\"image/svg+xml\" href=\"/link/files/icon.svg\">")
        .append("<link rel=\"stylesheet\" href=\"/link/files/style.css\">");
    brand
        .color()
        .ifPresent(
            c ->
                out.append("<link rel=\"stylesheet\" href=\"/link/brand/")
                    .append(c.hex())
                    .append("\">"));
    redirectUrl.ifPresent(
        to ->
            out.append("<meta http-equiv=\"refresh\" content=\"0;url=")
                .append(escape(to))
                .append("\">"));
    out.append("<script type=\"module\" src=\"/link/files/app.js\"></script></head><body>");
    if (!brand.name().isEmpty() || closeSession.isPresent()) {
      out.append("<header><p class=\"brand\">").append(escape(brand.name())).append("</p>");
      closeSession.ifPresent(
          s ->
              out.append("<a class=\"close\" href=\"")
                  .append(LinkCookie.PATH_PREFIX)
                  .append(s)
                  .append("/close\">Close</a>"));
      out.append("</header>");
    }
    out.append("<main>").append(body).append("</main></body></html>\n");
    return withHeaders(Response.html(status, out.toString()), Map.of());
  }

  /** Adds the security headers of the pages, and more headers. */
  static Response withHeaders(Response reply, Map<String, String> more) {
    return PageSecurityHeaders.with(PageSecurityHeaders.with(reply, HEADERS), more);
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }
}
