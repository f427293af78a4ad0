package io.tributary.team;

import io.tributary.core.Environment;
import io.tributary.core.Ids;

/**
 * The form of keys: {@code sk_<region>_} sandbox, {@code pk_<region>_} production, {@code mg_}
 * management.
 */
final class ApiKeys {
  private ApiKeys() {}

  static String make(Environment environment, String region) {
    String prefix =
        switch (environment) {
          case SANDBOX -> "sk_";
          case PRODUCTION -> "pk_";
        };
    return prefix + region + "_" + Ids.random(40);
  }

  static String makeManagement() {
    return "mg_" + Ids.random(40);
  }

  /** What may be shown of a key later. */
  static String hint(String key) {
    return key.substring(0, Math.min(6, key.length())) + "…" + key.substring(key.length() - 4);
  }
}
