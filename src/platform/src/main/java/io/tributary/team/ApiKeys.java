package io.tributary.team;

import io.tributary.core.Environment;
import io.tributary.core.Ids;

/**
 * Generates keys: prefix {@code sk_<region>_} for sandbox, {@code pk_<region>_} for production and
 * {@code mg_} for management.
 */
final class ApiKeys {
  private ApiKeys() {}

  static String generate(Environment environment, String region) {
    String prefix =
        switch (environment) {
          case SANDBOX -> "sk_";
          case PRODUCTION -> "pk_";
        };
    return prefix + region + "_" + Ids.randomBase62(40);
  }

  static String generateManagement() {
    return "mg_" + Ids.randomBase62(40);
  }

  /** Returns the part of a key that may be shown later. */
  static String hint(String key) {
    return key.substring(0, Math.min(6, key.length())) + "…" + key.substring(key.length() - 4);
  }
}
