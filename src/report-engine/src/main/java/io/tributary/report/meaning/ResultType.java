package io.tributary.report.meaning;

import java.util.Locale;

/** What kind of value it is; the names on the wire are these in lower case. */
public enum ResultType {
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
  public static ResultType of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
