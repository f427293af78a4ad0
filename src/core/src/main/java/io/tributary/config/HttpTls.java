package io.tributary.config;

import java.time.Duration;

/**
 * TLS on the HTTP port.
 *
 * @param cert PEM file of the certificate and its chain; empty = no TLS
 * @param key PEM file of its key
 * @param lookEvery how often it is looked whether the files have changed
 */
public record HttpTls(String cert, String key, Duration lookEvery) {
  public HttpTls {
    if (cert.isEmpty() != key.isEmpty()) {
      throw new IllegalArgumentException("http.tls: cert and key belong together");
    }
    ConfigValidator.of("http.tls").atLeast("look_every", lookEvery, Duration.ofMillis(50)).done();
  }

  public boolean on() {
    return !cert.isEmpty();
  }
}
