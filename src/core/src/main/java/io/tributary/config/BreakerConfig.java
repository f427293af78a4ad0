package io.tributary.config;

import java.time.Duration;

/**
 * Circuit breaker for endpoints that do not respond.
 *
 * @param attempts minimum number of attempts in the window before the breaker can open
 * @param share fraction of attempts without a response at which the breaker opens
 * @param probeFirst pause before the first probe; it doubles up to {@code probeMax}
 */
public record BreakerConfig(
    int attempts, Duration window, double share, Duration probeFirst, Duration probeMax) {
  public BreakerConfig {
    ConfigValidator.of("webhook.breaker")
        .range("attempts", attempts, 1, 1_000_000)
        .atLeast("window", window, Duration.ofMillis(60))
        .atLeast("probe_first", probeFirst, Duration.ofMillis(1))
        .atLeast("probe_max", probeMax, probeFirst)
        .throwIfInvalid();
  }
}
