package io.tributary.report.interpret;

import java.util.Locale;

/**
 * Whether the method is one for very small amounts; the names on the wire are these in lower case.
 */
public enum Sensitivity {
  SENSITIVE,
  INSENSITIVE,
  UNKNOWN;

  /** The name on the wire. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException if there is none of that name
   */
  public static Sensitivity of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
