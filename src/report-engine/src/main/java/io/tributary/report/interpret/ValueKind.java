package io.tributary.report.interpret;

import java.util.Locale;

/** Type of a value. JSON uses the lowercase names. */
public enum ValueKind {
  NUMERIC,
  RANGE,
  COMMENT,
  BOOLEAN,
  DURATION,
  PERCENTAGE,
  RATIO;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException if the name is unknown
   */
  public static ValueKind fromWireName(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
