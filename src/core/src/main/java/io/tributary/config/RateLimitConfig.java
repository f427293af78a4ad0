package io.tributary.config;

/**
 * How often a key may call. Limits hold on each node by itself.
 *
 * @param perMinute requests a minute of one key; 0 = any
 * @param burst requests of a key at once after a pause; 0 = a tenth of those of a minute
 */
public record RateLimitConfig(int perMinute, int burst) {
  public RateLimitConfig {
    ConfigValidator.of("rate_limit")
        .range("per_minute", perMinute, 0, 10_000_000)
        .range("burst", burst, 0, 1_000_000)
        .done();
  }
}
