package io.tributary.config;

import java.time.Duration;

/**
 * Delivery limits per team and for slow endpoints, so that none of them monopolizes a node.
 *
 * @param teamConcurrency attempts of one team that may hold slots of the node
 * @param slowAttemptThreshold age at which an attempt releases its slot, because waiting in flight
 *     costs little
 * @param maxSlowAttempts attempts in flight without a slot per node
 * @param teamMaxSlowAttempts attempts in flight without a slot per team
 * @param bufferBytes bytes of messages that the shards of a node hold; a team gets a quarter of it
 * @param readBytes bytes of messages that one read loads
 * @param sweepInterval interval at which held messages are released that no event will release
 */
public record WebhookLimits(
    int teamConcurrency,
    Duration slowAttemptThreshold,
    int maxSlowAttempts,
    int teamMaxSlowAttempts,
    int bufferBytes,
    int readBytes,
    Duration sweepInterval) {
  public WebhookLimits {
    ConfigValidator.of("webhook.limits")
        .range("team_concurrency", teamConcurrency, 1, 100_000)
        .atLeast("slow_attempt_threshold", slowAttemptThreshold, Duration.ofMillis(10))
        .range("max_slow_attempts", maxSlowAttempts, 0, 1_000_000)
        .range("team_max_slow_attempts", teamMaxSlowAttempts, 0, 1_000_000)
        .range("buffer_bytes", bufferBytes, 1 << 20, 1 << 30)
        .range("read_bytes", readBytes, 1, bufferBytes)
        .atLeast("sweep_interval", sweepInterval, Duration.ofMillis(10))
        .throwIfInvalid();
  }
}
