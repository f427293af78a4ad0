package io.tributary.config;

import java.time.Duration;

/**
 * Settings of appointments for lab orders.
 *
 * @param bookingKeyTtl lifetime of a booking key
 * @param sandboxConfirmationDelay in the sandbox, delay until the provider confirms an appointment
 *     that is not confirmed at once
 * @param pollInterval interval at which a node checks for due work
 */
public record AppointmentsConfig(
    Duration bookingKeyTtl, Duration sandboxConfirmationDelay, Duration pollInterval) {
  public AppointmentsConfig {
    ConfigValidator.of("appointments")
        .atLeast("booking_key_ttl", bookingKeyTtl, Duration.ofSeconds(1))
        .atLeast("sandbox_confirmation_delay", sandboxConfirmationDelay, Duration.ZERO)
        .atLeast("poll_interval", pollInterval, Duration.ofMillis(10))
        .throwIfInvalid();
  }
}
