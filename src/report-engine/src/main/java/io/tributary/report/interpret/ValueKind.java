package io.tributary.report.interpret;

import java.util.Locale;

/** What kind of value it is; the names on the wire are these in lower case. */
public enum ValueKind {
  NUMERIC,
  RANGE,
  COMMENT,
  BOOLEAN,
  DURATION,
  PERCENTAGE,
  RATIO;

  /** The name on the wire. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException if there is none of that name
   */
  public static ValueKind of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
