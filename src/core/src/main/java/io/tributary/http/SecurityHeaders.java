package io.tributary.http;

import io.tributary.config.ServiceConfig;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpServerResponse;
import java.util.LinkedHashMap;
import java.util.Map;

/** Default security headers of all responses. Pages override them. */
final class SecurityHeaders {
  private final Map<CharSequence, CharSequence> headers = new LinkedHashMap<>();

  SecurityHeaders(ServiceConfig.Http settings) {
    add("x-content-type-options", "nosniff");
    add("referrer-policy", "no-referrer");
    add("x-frame-options", "DENY");
    // No API response is a document that loads or runs anything.
    add("content-security-policy", "default-src 'none'; frame-ancestors 'none'");
    if (settings.tls().enabled() || settings.publicUrl().startsWith("https://")) {
      add("strict-transport-security", "max-age=31536000");
    }
  }

  private void add(String name, String value) {
    headers.put(HttpHeaders.createOptimized(name), HttpHeaders.createOptimized(value));
  }

  void addTo(HttpServerResponse response) {
    headers.forEach(response::putHeader);
  }
}
