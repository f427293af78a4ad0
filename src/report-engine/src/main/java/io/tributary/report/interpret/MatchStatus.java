package io.tributary.report.interpret;

import java.util.Locale;

/** How sure the LOINC code is; the names on the wire are these in lower case. */
public enum MatchStatus {
  AUTO_MATCH,
  NEEDS_REVIEW,
  NO_MATCH;

  /** The name on the wire. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException if there is none of that name
   */
  public static MatchStatus of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
