package io.tributary.config;

import java.time.Duration;
import java.util.List;

/**
 * Settings of lab orders.
 *
 * @param requireConsents whether a patient must have consented when the platform's physician signs
 * @param physicians the platform's physicians, each {@code npi|first name|last name|states}, states
 *     separated by spaces
 * @param idempotencyKeyTtl how long the response to an idempotency key is stored
 * @param inProgressTimeout time after which an unfinished request with an idempotency key is given
 *     up and the key may be used by another one
 */
public record OrdersConfig(
    boolean requireConsents,
    List<String> physicians,
    Duration idempotencyKeyTtl,
    Duration inProgressTimeout) {
  public OrdersConfig {
    physicians = List.copyOf(physicians);
    ConfigValidator.of("orders")
        .atLeast("idempotency_key_ttl", idempotencyKeyTtl, Duration.ofHours(24))
        .atLeast("in_progress_timeout", inProgressTimeout, Duration.ofMillis(100))
        .throwIfInvalid();
    for (String p : physicians) {
      if (!p.matches("[0-9]{10}\\|[^|]+\\|[^|]+\\|[A-Z]{2}( [A-Z]{2})*")) {
        throw new IllegalArgumentException(
            "orders: physicians must have the form npi|first name|last name|states");
      }
    }
  }
}
