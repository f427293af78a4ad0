package io.tributary.config;

import java.time.Duration;

/**
 * Settings of notifications to patients.
 *
 * @param url endpoint of the system that delivers the notifications; empty = they are only logged
 * @param secret signing secret, in the format of a webhook secret
 * @param pollInterval interval at which a node checks for due notifications
 */
public record PatientNotificationConfig(String url, String secret, Duration pollInterval) {
  public PatientNotificationConfig {
    ConfigValidator.of("patient_notification")
        .atLeast("poll_interval", pollInterval, Duration.ofMillis(10))
        .throwIfInvalid();
    if (!url.isEmpty() && !url.matches("https?://.+")) {
      throw new IllegalArgumentException("notices: url must begin with http:// or https://");
    }
    if (!url.isEmpty() && !secret.matches("whsec_[A-Za-z0-9+/]{32,86}={0,2}")) {
      throw new IllegalArgumentException(
          "notices: secret must be whsec_ followed by the base64 of 24 to 64 bytes");
    }
  }

  @Override
  public String toString() {
    return "NoticesConfig[" + (url.isEmpty() ? "log" : "webhook") + ", secret ***]";
  }
}
