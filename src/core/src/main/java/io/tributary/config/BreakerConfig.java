package io.tributary.config;

import java.time.Duration;

/**
 * Stops attempts at an endpoint that does not answer.
 *
 * @param attempts fewest attempts in the window for it to open
 * @param share of them that had no answer
 * @param probeFirst pause before the first probe; it doubles up to probeMax
 */
public record BreakerConfig(
    int attempts, Duration window, double share, Duration probeFirst, Duration probeMax) {
  public BreakerConfig {
    ConfigValidator.of("webhook.breaker")
        .range("attempts", attempts, 1, 1_000_000)
        .atLeast("window", window, Duration.ofMillis(60))
        .atLeast("probe_first", probeFirst, Duration.ofMillis(1))
        .atLeast("probe_max", probeMax, probeFirst)
        .done();
  }
}
