package io.tributary.config;

import java.time.Duration;
import java.util.List;

/**
 * Pushes of providers.
 *
 * @param maxBodyBytes of a push
 * @param bodyLimit how long its body may take to come
 * @param settle how long a notice waits for others of the same connection and feed, to be read with
 *     them
 * @param slots reads after notices that run at once on a node; a quarter of them of one provider
 * @param claimEvery pace of looking for due notices without being told
 * @param lease how long a notice that is read is safe from other nodes without a heartbeat
 * @param retryWaits waits after the first, second, … failed read; the last one repeats
 * @param retryQuota failed reads after which a notice is given up
 * @param missingTries reads that find nothing after which a notice is settled
 */
public record NotificationConfig(
    int maxBodyBytes,
    Duration bodyLimit,
    Duration settle,
    int slots,
    Duration claimEvery,
    Duration lease,
    List<Duration> retryWaits,
    int retryQuota,
    int missingTries) {
  public NotificationConfig {
    retryWaits = List.copyOf(retryWaits);
    ConfigValidator.of("inbound")
        .range("max_body_bytes", maxBodyBytes, 1024, 1 << 30)
        .atLeast("body_limit", bodyLimit, Duration.ofMillis(100))
        .atLeast("settle", settle, Duration.ZERO)
        .range("slots", slots, 1, 1000)
        .atLeast("claim_every", claimEvery, Duration.ofMillis(10))
        .atLeast("lease", lease, Duration.ofMillis(200))
        .range("retry_waits", retryWaits.size(), 1, 1000)
        .range("retry_quota", retryQuota, 1, 1000)
        .range("missing_tries", missingTries, 1, 100)
        .done();
  }
}
