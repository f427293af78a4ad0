package io.tributary.report.interpret;

import java.util.Locale;

/**
 * Origin of a number, such as measured directly, calculated or a ratio. JSON uses the lowercase
 * names.
 */
public enum MeasurementKind {
  DIRECT,
  CALCULATED,
  RATIO,
  UNKNOWN;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException if the name is unknown
   */
  public static MeasurementKind fromWireName(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
