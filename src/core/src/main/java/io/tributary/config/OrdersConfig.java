package io.tributary.config;

import java.time.Duration;
import java.util.List;

/**
 * Orders of lab tests.
 *
 * @param requireConsents whether patients must have consented where the platform's physician signs
 * @param physicians those physicians, each {@code npi|first name|last name|states}, the states
 *     apart by spaces
 * @param keepKeys how long a reply is kept for the same call with the same key
 * @param staleKeys a call that has not ended by then is given up: another one may use its key
 */
public record OrdersConfig(
    boolean requireConsents, List<String> physicians, Duration keepKeys, Duration staleKeys) {
  public OrdersConfig {
    physicians = List.copyOf(physicians);
    ConfigValidator.of("orders")
        .atLeast("keep_keys", keepKeys, Duration.ofHours(24))
        .atLeast("stale_keys", staleKeys, Duration.ofMillis(100))
        .done();
    for (String p : physicians) {
      if (!p.matches("[0-9]{10}\\|[^|]+\\|[^|]+\\|[A-Z]{2}( [A-Z]{2})*")) {
        throw new IllegalArgumentException(
            "orders: physicians must be npi|first name|last name|states");
      }
    }
  }
}
