package io.tributary.report.interpret;

import java.util.Locale;

/** Analytical sensitivity of the method. JSON uses the lowercase names. */
public enum Sensitivity {
  SENSITIVE,
  INSENSITIVE,
  UNKNOWN;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException if the name is unknown
   */
  public static Sensitivity fromWireName(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
