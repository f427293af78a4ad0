package io.tributary.report.interpret;

import java.util.Locale;

/**
 * Classification of a result, such as normal, abnormal or critical. JSON uses the lowercase names.
 */
public enum Interpretation {
  NORMAL,
  ABNORMAL,
  CRITICAL,
  UNKNOWN;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException if the name is unknown
   */
  public static Interpretation fromWireName(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
