package io.tributary.lab.exchange;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Objects;

/**
 * Credential of one side of a FHIR connection.
 *
 * @param header complete value of the Authorization header
 */
public record FhirLogin(String header) {
  public FhirLogin {
    Objects.requireNonNull(header);
  }

  static FhirLogin bearer(String token) {
    return new FhirLogin("Bearer " + token);
  }

  static FhirLogin basic(String user, String password) {
    byte[] both = (user + ":" + password).getBytes(StandardCharsets.UTF_8);
    return new FhirLogin("Basic " + Base64.getEncoder().encodeToString(both));
  }

  /**
   * Compares in constant time.
   *
   * @param sent null when the caller sent none
   */
  boolean matches(String sent) {
    if (sent == null) {
      return false;
    }
    int blank = sent.indexOf(' ');
    int own = header.indexOf(' ');
    boolean scheme =
        blank > 0 && sent.substring(0, blank).equalsIgnoreCase(header.substring(0, own));
    return scheme
        & MessageDigest.isEqual(
            sent.substring(Math.max(blank, 0)).strip().getBytes(StandardCharsets.UTF_8),
            header.substring(own).strip().getBytes(StandardCharsets.UTF_8));
  }

  /** Value of the WWW-Authenticate header. */
  String challenge() {
    return header.startsWith("Basic") ? "Basic realm=\"results\"" : "Bearer realm=\"results\"";
  }

  @Override
  public String toString() {
    return "***";
  }
}
