package io.tributary.config;

/**
 * Rate limit per API key. Each node counts separately.
 *
 * @param perMinute requests per minute and key; 0 = unlimited
 * @param burst requests that a key may send at once after a pause; 0 = a tenth of {@code perMinute}
 */
public record RateLimitConfig(int perMinute, int burst) {
  public RateLimitConfig {
    ConfigValidator.of("rate_limit")
        .range("per_minute", perMinute, 0, 10_000_000)
        .range("burst", burst, 0, 1_000_000)
        .throwIfInvalid();
  }
}
