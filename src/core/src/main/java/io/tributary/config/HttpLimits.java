package io.tributary.config;

import java.time.Duration;

/**
 * What clients of the HTTP port may take, whoever they are (ADR 0122).
 *
 * @param connections open at once on this node
 * @param requests of one connection, then it is closed
 * @param urlBytes of the request line
 * @param headerBytes of all headers together
 * @param headers their number
 * @param head from the first byte of a request's head to its last
 * @param idle of a connection on which no request is under way
 * @param body a body brings at least 1 KiB in each such time
 * @param fairFrom percent of the places for requests; once so many are taken, no team that is not
 *     alone gets more than its equal part
 */
public record HttpLimits(
    int connections,
    int requests,
    int urlBytes,
    int headerBytes,
    int headers,
    Duration head,
    Duration idle,
    Duration body,
    int fairFrom) {
  public HttpLimits {
    ConfigValidator.of("http.limits")
        .range("connections", connections, 1, 1_000_000)
        .range("requests", requests, 1, 100_000_000)
        .range("url_bytes", urlBytes, 1024, 1 << 16)
        .range("header_bytes", headerBytes, 1024, 1 << 20)
        .range("headers", headers, 10, 10_000)
        .between("head", head, Duration.ofMillis(50), Duration.ofMinutes(10))
        .between("idle", idle, Duration.ofMillis(50), Duration.ofHours(1))
        .between("body", body, Duration.ofMillis(50), Duration.ofMinutes(10))
        .range("fair_from", fairFrom, 0, 100)
        .done();
  }
}
