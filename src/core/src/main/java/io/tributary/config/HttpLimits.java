package io.tributary.config;

import java.time.Duration;

/**
 * Limits for every client of the HTTP port, authenticated or not (ADR 0122).
 *
 * @param connections open connections per node
 * @param requests requests per connection, after which it is closed
 * @param urlBytes length of the request line
 * @param headerBytes total size of the headers
 * @param headers number of headers
 * @param headTimeout time limit for receiving the request head, from its first to its last byte
 * @param idleTimeout idle timeout of a connection without a request in progress
 * @param bodyInterval interval in which a request body must deliver at least 1 KiB
 * @param fairSharePercent percentage of request slots; once that share is in use, no team gets more
 *     than an equal share while other teams have requests
 */
public record HttpLimits(
    int connections,
    int requests,
    int urlBytes,
    int headerBytes,
    int headers,
    Duration headTimeout,
    Duration idleTimeout,
    Duration bodyInterval,
    int fairSharePercent) {
  public HttpLimits {
    ConfigValidator.of("http.limits")
        .range("connections", connections, 1, 1_000_000)
        .range("requests", requests, 1, 100_000_000)
        .range("url_bytes", urlBytes, 1024, 1 << 16)
        .range("header_bytes", headerBytes, 1024, 1 << 20)
        .range("headers", headers, 10, 10_000)
        .between("head_timeout", headTimeout, Duration.ofMillis(50), Duration.ofMinutes(10))
        .between("idle_timeout", idleTimeout, Duration.ofMillis(50), Duration.ofHours(1))
        .between("body_interval", bodyInterval, Duration.ofMillis(50), Duration.ofMinutes(10))
        .range("fair_share_percent", fairSharePercent, 0, 100)
        .throwIfInvalid();
  }
}
