package io.tributary.config;

import java.time.Duration;

/**
 * Settings of appointments for lab orders.
 *
 * @param keyFor lifetime of a booking key
 * @param confirmAfter in the sandbox, delay until the provider confirms an appointment that is not
 *     confirmed at once
 * @param tick interval at which a node checks for due work
 */
public record AppointmentsConfig(Duration keyFor, Duration confirmAfter, Duration tick) {
  public AppointmentsConfig {
    ConfigValidator.of("appointments")
        .atLeast("key_for", keyFor, Duration.ofSeconds(1))
        .atLeast("confirm_after", confirmAfter, Duration.ZERO)
        .atLeast("tick", tick, Duration.ofMillis(10))
        .throwIfInvalid();
  }
}
