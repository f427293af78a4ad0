package io.tributary.config;

import java.time.Duration;

/**
 * Appointments of laboratory orders.
 *
 * @param keyFor how long a booking key is good
 * @param confirmAfter how long those take in the sandbox who confirm later
 * @param tick how often a node looks for what time has done
 */
public record AppointmentsConfig(Duration keyFor, Duration confirmAfter, Duration tick) {
  public AppointmentsConfig {
    ConfigValidator.of("appointments")
        .atLeast("key_for", keyFor, Duration.ofSeconds(1))
        .atLeast("confirm_after", confirmAfter, Duration.ZERO)
        .atLeast("tick", tick, Duration.ofMillis(10))
        .done();
  }
}
