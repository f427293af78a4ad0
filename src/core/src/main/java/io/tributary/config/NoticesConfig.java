package io.tributary.config;

import java.time.Duration;

/**
 * Settings of notifications to patients.
 *
 * @param url endpoint of the system that delivers the notifications; empty = they are only logged
 * @param secret signing secret, in the format of a webhook secret
 * @param tick interval at which a node checks for due notifications
 */
public record NoticesConfig(String url, String secret, Duration tick) {
  public NoticesConfig {
    ConfigValidator.of("notices").atLeast("tick", tick, Duration.ofMillis(10)).throwIfInvalid();
    if (!url.isEmpty() && !url.matches("https?://.+")) {
      throw new IllegalArgumentException("notices: url must begin with http:// or https://");
    }
    if (!url.isEmpty() && !secret.matches("whsec_[A-Za-z0-9+/]{32,86}={0,2}")) {
      throw new IllegalArgumentException(
          "notices: secret must be whsec_ and base64 of 24 to 64 bytes");
    }
  }

  @Override
  public String toString() {
    return "NoticesConfig[" + (url.isEmpty() ? "log" : "webhook") + ", secret ***]";
  }
}
