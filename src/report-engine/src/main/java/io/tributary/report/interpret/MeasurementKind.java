package io.tributary.report.interpret;

import java.util.Locale;

/** How the number came about; the names on the wire are these in lower case. */
public enum MeasurementKind {
  DIRECT,
  CALCULATED,
  RATIO,
  UNKNOWN;

  /** The name on the wire. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException if there is none of that name
   */
  public static MeasurementKind of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
