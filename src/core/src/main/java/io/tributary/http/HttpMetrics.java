package io.tributary.http;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Timer;
import io.tributary.metrics.Metrics;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/** Metrics of served requests by route and status, and of their duration. */
public final class HttpMetrics {
  private static final Duration[] BOUNDS = {
    Duration.ofMillis(5),
    Duration.ofMillis(25),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5),
    Duration.ofSeconds(30)
  };

  private final Metrics meters;
  private final Map<Key, Counter> counters = new ConcurrentHashMap<>();
  private final Map<RouteAccess, Timer> timers = new ConcurrentHashMap<>();

  private record Key(Routes.RouteSpec route, int status) {}

  public HttpMetrics(Metrics meters) {
    this.meters = meters;
  }

  /**
   * Counts a request and records its duration. Streams and uploads last as long as their clients
   * decide, so they are not timed.
   */
  void recordRequest(Routes.RouteSpec route, int status, long nanos) {
    counters
        .computeIfAbsent(
            new Key(route, status),
            k ->
                meters.counter(
                    "tributary_http_requests",
                    "method",
                    route.method().name(),
                    "route",
                    route.template(),
                    "status",
                    String.valueOf(status)))
        .increment();
    if (!route.isStreamed()) {
      timers
          .computeIfAbsent(
              route.access(),
              a -> meters.histogram("tributary_http_request_duration", BOUNDS, "access", label(a)))
          .record(nanos, TimeUnit.NANOSECONDS);
    }
  }

  private static String label(RouteAccess access) {
    return access.name().toLowerCase(java.util.Locale.ROOT);
  }
}
