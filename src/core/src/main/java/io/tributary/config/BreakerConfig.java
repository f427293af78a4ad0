package io.tributary.config;

import java.time.Duration;

/**
 * Circuit breaker for endpoints that do not respond.
 *
 * @param minAttempts minimum number of attempts in the window before the breaker can open
 * @param failureRatio fraction of attempts without a response at which the breaker opens
 * @param firstProbeDelay pause before the first probe; it doubles up to {@code probeMax}
 */
public record BreakerConfig(
    int minAttempts,
    Duration window,
    double failureRatio,
    Duration firstProbeDelay,
    Duration maxProbeDelay) {
  public BreakerConfig {
    ConfigValidator.of("webhook.breaker")
        .range("min_attempts", minAttempts, 1, 1_000_000)
        .atLeast("window", window, Duration.ofMillis(60))
        .atLeast("first_probe_delay", firstProbeDelay, Duration.ofMillis(1))
        .atLeast("max_probe_delay", maxProbeDelay, firstProbeDelay)
        .throwIfInvalid();
  }
}
