package io.tributary.http;

import io.tributary.core.Ids;
import io.tributary.telemetry.Tracing;
import io.vertx.ext.web.RoutingContext;
import java.lang.System.Logger.Level;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Logs one line per request: at INFO for server errors and for callers that send a trace, otherwise
 * at DEBUG.
 *
 * <p>The line contains the route template, never the path, because the path may contain a
 * customer's reference.
 */
final class AccessLog {
  private static final System.Logger LOG = System.getLogger("io.tributary.http.access");
  private static final Pattern TRACEPARENT =
      Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}.*");

  private AccessLog() {}

  /**
   * Returns the ID of the recorded trace, otherwise the caller's W3C trace ID, otherwise a new ID.
   */
  static String traceId(RoutingContext c) {
    Optional<String> recorded = Tracing.traceId();
    if (recorded.isPresent()) {
      return recorded.get();
    }
    String sent = c.request().getHeader("traceparent");
    if (sent != null) {
      Matcher m = TRACEPARENT.matcher(sent);
      if (m.matches()) {
        return m.group(1);
      }
    }
    return Ids.traceId();
  }

  static void write(RoutingContext c, Routes.RouteSpec spec, long since, String trace) {
    int status = c.response().getStatusCode();
    Level level =
        status >= 500 || c.request().getHeader("traceparent") != null ? Level.INFO : Level.DEBUG;
    if (LOG.isLoggable(level)) {
      Principal caller = c.get(AdmissionControl.CALLER);
      LOG.log(
          level,
          "method="
              + spec.method()
              + " route="
              + spec.template()
              + " status="
              + status
              + " ms="
              + (System.nanoTime() - since) / 1_000_000
              + " trace="
              + trace
              + (caller == null ? "" : caller.tenant().map(t -> " team=" + t.team()).orElse("")));
    }
  }
}
