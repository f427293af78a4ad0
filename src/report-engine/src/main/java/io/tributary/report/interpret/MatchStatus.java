package io.tributary.report.interpret;

import java.util.Locale;

/** Confidence class of a LOINC match. JSON uses the lowercase names. */
public enum MatchStatus {
  AUTO_MATCH,
  NEEDS_REVIEW,
  NO_MATCH;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException if the name is unknown
   */
  public static MatchStatus fromWireName(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
