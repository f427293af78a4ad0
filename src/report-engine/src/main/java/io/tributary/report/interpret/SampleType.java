package io.tributary.report.interpret;

import java.util.Locale;

/** What was examined; the names on the wire are these in lower case. */
public enum SampleType {
  URINE,
  SERUM_PLASMA_BLOOD,
  CAPILLARY_BLOOD,
  STOOL,
  SALIVA,
  OTHER,
  UNKNOWN;

  /** The name on the wire. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException if there is none of that name
   */
  public static SampleType of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
