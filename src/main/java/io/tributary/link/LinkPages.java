package io.tributary.link;

import io.tributary.http.Reply;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.Map;

/** The hosted pages: plain HTML without script, usable by keyboard and on a phone. */
final class LinkPages {
  private static final String STYLE =
      """
      :root{color-scheme:light dark}
      body{font:1rem/1.5 system-ui,sans-serif;margin:0 auto;max-width:28rem;padding:1.5rem 1rem}
      h1{font-size:1.35rem;margin:0 0 1rem}
      ul{list-style:none;margin:0;padding:0}
      li{margin:0 0 .6rem}
      li a{align-items:center;border:1px solid #8887;border-radius:.6rem;color:inherit;display:flex;
      gap:.8rem;min-height:3rem;padding:.6rem .8rem;text-decoration:none}
      a:hover{border-color:currentColor}
      a:focus-visible{outline:3px solid #2f6fed;outline-offset:2px}
      img{border-radius:.5rem;height:2.5rem;width:2.5rem}
      strong{display:block}
      """;

  private static final Map<String, String> HEADERS =
      Map.of(
          "content-security-policy",
          "default-src 'none'; img-src 'self'; style-src 'sha256-"
              + sha256(STYLE)
              + "'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
          "referrer-policy",
          "no-referrer",
          "cache-control",
          "no-store",
          "x-content-type-options",
          "nosniff");

  private LinkPages() {}

  static Reply widget(LinkMessages.Widget w) {
    if (w.error().isPresent()) {
      return problem(w.error().get().text());
    }
    StringBuilder body = new StringBuilder();
    body.append("<h1>Connect a device with ").append(escape(w.brand())).append("</h1>");
    if (w.offers().isEmpty()) {
      body.append("<p>There is nothing to connect at the moment.</p>");
    } else {
      body.append("<ul>");
      for (LinkMessages.Offer o : w.offers()) {
        body.append("<li><a href=\"")
            .append(escape(o.href()))
            .append("\"><img alt=\"\" src=\"")
            .append(escape(o.logo()))
            .append("\"><span><strong>")
            .append(escape(o.name()))
            .append("</strong>")
            .append(escape(o.description()))
            .append("</span></a></li>");
      }
      body.append("</ul>");
    }
    w.cancel()
        .ifPresent(
            url -> body.append("<p><a href=\"").append(escape(url)).append("\">Cancel</a></p>"));
    return page(200, "Connect a device", body.toString());
  }

  static Reply result(LinkResult result, String provider) {
    if (result.succeeded()) {
      return page(
          200,
          "Connected",
          "<h1>Connected</h1><p role=\"status\">"
              + escape(provider)
              + " is connected. You can close this page.</p>");
    }
    String text = result.failure().map(LinkResult.Failure::text).orElse("");
    return page(
        200,
        "Not connected",
        "<h1>Not connected</h1><p role=\"alert\">"
            + escape(text)
            + "</p><p>Go back to the app and try again.</p>");
  }

  static Reply problem(String text) {
    return page(
        400,
        "Not connected",
        "<h1>This link does not work</h1><p role=\"alert\">"
            + escape(text)
            + "</p><p>Go back to the app and ask for a new one.</p>");
  }

  private static Reply page(int status, String title, String body) {
    String html =
        "<!doctype html><html lang=\"en\"><head><meta charset=\"utf-8\">"
            + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"><title>"
            + escape(title)
            + "</title><style>"
            + STYLE
            + "</style></head><body><main>"
            + body
            + "</main></body></html>";
    return new Reply(status, Reply.html(status, html).body(), HEADERS);
  }

  static String escape(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("\"", "&quot;")
        .replace("'", "&#39;");
  }

  private static String sha256(String text) {
    try {
      return Base64.getEncoder()
          .encodeToString(
              MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }
}
