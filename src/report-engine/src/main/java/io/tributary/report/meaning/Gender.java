package io.tributary.report.meaning;

import java.util.Locale;

/** Sex of the patient, as the report gives it; the names on the wire are these in lower case. */
public enum Gender {
  MALE,
  FEMALE,
  OTHER;

  /** The name on the wire. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException if there is none of that name
   */
  public static Gender of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
