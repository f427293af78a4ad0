package io.tributary.report.interpret;

import java.util.Locale;

/** Sex of the patient as printed on the report. JSON uses the lowercase names. */
public enum PatientSex {
  MALE,
  FEMALE,
  OTHER;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException if the name is unknown
   */
  public static PatientSex fromWireName(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
