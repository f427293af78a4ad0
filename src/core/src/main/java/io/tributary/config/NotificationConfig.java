package io.tributary.config;

import java.time.Duration;
import java.util.List;

/**
 * Settings of provider notifications.
 *
 * @param maxBodyBytes size limit of a notification
 * @param bodyTimeout time limit for receiving its body
 * @param debounce how long a notification waits for others of the same connection and feed, to be
 *     read together
 * @param concurrency concurrent reads per node that notifications trigger; one provider may use a
 *     quarter of them
 * @param claimInterval poll interval for due notifications, besides wake-ups
 * @param lease lease of a claimed notification, extended by heartbeats
 * @param retrySchedule pauses after the first, second, … failed read; the last one repeats
 * @param maxAttempts failed reads after which a notification is given up
 * @param maxAttemptsWithoutConnection reads without data after which a notification is considered
 *     done
 */
public record NotificationConfig(
    int maxBodyBytes,
    Duration bodyTimeout,
    Duration debounce,
    int concurrency,
    Duration claimInterval,
    Duration lease,
    List<Duration> retrySchedule,
    int maxAttempts,
    int maxAttemptsWithoutConnection) {
  public NotificationConfig {
    retrySchedule = List.copyOf(retrySchedule);
    ConfigValidator.of("notification")
        .range("max_body_bytes", maxBodyBytes, 1024, 1 << 30)
        .atLeast("body_timeout", bodyTimeout, Duration.ofMillis(100))
        .atLeast("debounce", debounce, Duration.ZERO)
        .range("concurrency", concurrency, 1, 1000)
        .atLeast("claim_interval", claimInterval, Duration.ofMillis(10))
        .atLeast("lease", lease, Duration.ofMillis(200))
        .range("retry_schedule", retrySchedule.size(), 1, 1000)
        .range("max_attempts", maxAttempts, 1, 1000)
        .range("max_attempts_without_connection", maxAttemptsWithoutConnection, 1, 100)
        .throwIfInvalid();
  }
}
