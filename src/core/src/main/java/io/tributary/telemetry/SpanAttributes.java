package io.tributary.telemetry;

import io.vertx.core.spi.tracing.TagExtractor;
import java.net.URI;
import java.util.Arrays;
import java.util.Map;

/**
 * Allow-list of span attributes of a request or response.
 *
 * <p>Allowed are the method, the status, the host, the bus address and the text of the service's
 * own SQL statements. Everything else, such as paths, queries and users, is omitted.
 */
final class SpanAttributes<R> implements TagExtractor<R> {
  private static final Map<String, String> ALLOWED =
      Map.of(
          "http.request.method", "http.request.method",
          "http.response.status_code", "http.response.status_code",
          "db.query.text", "db.query.text",
          "db.system", "db.system.name",
          "messaging.destination.name", "messaging.destination.name",
          "url.full", "server.address");

  private final TagExtractor<R> delegate;
  private final R subject;
  private final int[] indexes;

  /** Creates a filter for this subject only, because the number of tags may depend on it. */
  SpanAttributes(TagExtractor<R> all, R subject) {
    this.delegate = all;
    this.subject = subject;
    int[] found = new int[ALLOWED.size()];
    int count = 0;
    for (int i = 0; i < all.len(subject); i++) {
      if (ALLOWED.containsKey(all.name(subject, i)) && count < found.length) {
        found[count++] = i;
      }
    }
    this.indexes = Arrays.copyOf(found, count);
  }

  /** Returns the value of an allowed tag; "" if there is none. */
  String get(String name) {
    for (int i = 0; i < indexes.length; i++) {
      if (name(subject, i).equals(name)) {
        return value(subject, i);
      }
    }
    return "";
  }

  @Override
  public int len(R obj) {
    return indexes.length;
  }

  @Override
  public String name(R obj, int index) {
    return ALLOWED.get(delegate.name(subject, indexes[index]));
  }

  @Override
  public String value(R obj, int index) {
    String value = delegate.value(subject, indexes[index]);
    return delegate.name(subject, indexes[index]).equals("url.full") ? host(value) : value;
  }

  private static String host(String url) {
    try {
      String host = URI.create(url).getHost();
      return host == null ? "" : host;
    } catch (IllegalArgumentException e) {
      return "";
    }
  }
}
