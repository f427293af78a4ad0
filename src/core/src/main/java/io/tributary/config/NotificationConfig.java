package io.tributary.config;

import java.time.Duration;
import java.util.List;

/**
 * Settings of provider notifications.
 *
 * @param maxBodyBytes size limit of a notification
 * @param bodyLimit time limit for receiving its body
 * @param settle how long a notification waits for others of the same connection and feed, to be
 *     read together
 * @param slots concurrent reads per node that notifications trigger; one provider may use a quarter
 *     of them
 * @param claimEvery poll interval for due notifications, besides wake-ups
 * @param lease lease of a claimed notification, extended by heartbeats
 * @param retryWaits pauses after the first, second, … failed read; the last one repeats
 * @param retryQuota failed reads after which a notification is given up
 * @param missingTries reads without data after which a notification is considered done
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
        .throwIfInvalid();
  }
}
