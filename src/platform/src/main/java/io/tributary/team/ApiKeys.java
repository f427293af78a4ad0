package io.tributary.team;

import io.tributary.core.Environment;
import io.tributary.core.Ids;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Generates keys, and tells their kinds apart: prefix {@code sk_<region>_} for sandbox, {@code
 * pk_<region>_} for production and {@code mg_} for management.
 */
final class ApiKeys {
  private static final String SANDBOX = "sk_";
  private static final String PRODUCTION = "pk_";
  private static final String MANAGEMENT = "mg_";

  private ApiKeys() {}

  /**
   * Returns the error of a management key in the header of an API key; does not contain the key.
   */
  static Optional<String> notAnApiKey(String key) {
    return key.startsWith(MANAGEMENT)
        ? Optional.of(
            "This is a management key (mg_…). This endpoint needs an API key (sk_… or pk_…).")
        : Optional.empty();
  }

  /**
   * Returns the error of an API key in the header of a management key; does not contain the key.
   */
  static Optional<String> notAManagementKey(String key) {
    return prefixOfApiKey(key)
        .map(
            prefix ->
                "This is an API key (%s…). This endpoint needs a management key (mg_…)."
                    .formatted(prefix));
  }

  /** Returns the error of a key that is sent as a bearer token; does not contain the key. */
  static Optional<String> notAnAccessToken(String token) {
    return notAnApiKey(token)
        .or(
            () ->
                prefixOfApiKey(token)
                    .map(
                        prefix ->
                            "This is an API key (%s…). Send it in the header %s."
                                .formatted(prefix, ApiKeyAuthenticator.HEADER)));
  }

  private static Optional<String> prefixOfApiKey(String key) {
    return Stream.of(SANDBOX, PRODUCTION).filter(key::startsWith).findFirst();
  }

  static String generate(Environment environment, String region) {
    String prefix =
        switch (environment) {
          case SANDBOX -> SANDBOX;
          case PRODUCTION -> PRODUCTION;
        };
    return prefix + region + "_" + Ids.randomBase62(40);
  }

  static String generateManagement() {
    return MANAGEMENT + Ids.randomBase62(40);
  }

  /** Returns the part of a key that may be shown later. */
  static String hint(String key) {
    return key.substring(0, Math.min(6, key.length())) + "…" + key.substring(key.length() - 4);
  }
}
