package io.tributary.report.interpret;

import java.util.Locale;

/** Sex of the patient, as the report gives it; the names on the wire are these in lower case. */
public enum PatientSex {
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
  public static PatientSex of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
