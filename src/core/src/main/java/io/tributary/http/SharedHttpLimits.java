package io.tributary.http;

import io.tributary.config.RateLimitConfig;
import io.tributary.config.ServiceConfig;
import io.tributary.metrics.Metrics;

/** Limits and metrics that all event loops share, so that they apply to the node as a whole. */
public record SharedHttpLimits(
    RequestConcurrencyLimit requests,
    ConnectionLimit connections,
    TlsHandshakeLimit handshakes,
    ApiKeyRateLimiter rateLimiter,
    RejectedRequests rejections,
    HttpMetrics meters) {

  public static SharedHttpLimits of(
      ServiceConfig.Http settings, RateLimitConfig rate, Metrics meters) {
    RejectedRequests turnedAway = new RejectedRequests(meters);
    RequestConcurrencyLimit requests =
        new RequestConcurrencyLimit(
            settings.maxConcurrentRequests(),
            settings.limits().fairSharePercent(),
            turnedAway,
            System::nanoTime);
    ConnectionLimit connections = new ConnectionLimit(settings.limits().connections());
    meters.gauge("tributary_http_requests_active", requests::count);
    meters.gauge("tributary_http_connections", connections::count);
    ApiKeyRateLimiter keys = new ApiKeyRateLimiter(rate, System::nanoTime, turnedAway);
    TlsHandshakeLimit handshakes =
        new TlsHandshakeLimit(settings.limits().connections(), turnedAway);
    return new SharedHttpLimits(
        requests, connections, handshakes, keys, turnedAway, new HttpMetrics(meters));
  }
}
