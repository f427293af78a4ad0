package io.tributary.report.interpret;

import java.util.Locale;

/** Type of the specimen. JSON uses the lowercase names. */
public enum SampleType {
  URINE,
  SERUM_PLASMA_BLOOD,
  CAPILLARY_BLOOD,
  STOOL,
  SALIVA,
  OTHER,
  UNKNOWN;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException if the name is unknown
   */
  public static SampleType fromWireName(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
