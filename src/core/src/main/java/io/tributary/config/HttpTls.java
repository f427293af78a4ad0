package io.tributary.config;

import java.time.Duration;

/**
 * TLS settings of the HTTP port.
 *
 * @param cert PEM file of the certificate and its chain; empty = no TLS
 * @param key PEM file of the private key
 * @param checkInterval interval at which the files are checked for changes
 */
public record HttpTls(String cert, String key, Duration checkInterval) {
  public HttpTls {
    if (cert.isEmpty() != key.isEmpty()) {
      throw new IllegalArgumentException("http.tls: set both cert and key, or neither");
    }
    ConfigValidator.of("http.tls")
        .atLeast("check_interval", checkInterval, Duration.ofMillis(50))
        .throwIfInvalid();
  }

  public boolean enabled() {
    return !cert.isEmpty();
  }
}
