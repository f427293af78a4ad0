package io.tributary.config;

import java.time.Duration;

/**
 * Messages to patients.
 *
 * @param url where they are posted to, for somebody who sends them; empty = they are only logged
 * @param secret that signs them, in the form of a webhook's
 * @param tick how often a node looks for what is due
 */
public record NoticesConfig(String url, String secret, Duration tick) {
  public NoticesConfig {
    ConfigValidator.of("notices").atLeast("tick", tick, Duration.ofMillis(10)).done();
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
