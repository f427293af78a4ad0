package io.tributary.report.interpret;

import java.util.Locale;

/** Reason why a result may have been read wrong. JSON uses the lowercase names. */
public enum WarningReason {
  /** Low confidence of the name. */
  WEAK_NAME,
  /** Low confidence of the value. */
  WEAK_VALUE,
  /** Low confidence of the unit. */
  WEAK_UNITS,
  /** Low confidence of the reference range. */
  WEAK_RANGE,
  /** Uncertain association of name, value, unit and range. */
  WEAK_ROW,
  /** Letters among the digits. */
  LETTERS_IN_VALUE,
  /** Value far outside its range without a flag. */
  FAR_FROM_RANGE,
  /** Printed flag that contradicts value and range. */
  FLAG_CONTRADICTS,
  /** Decimal point that seems to be missing. */
  POINT_MISSING,
  /** Separator that may be a decimal point or a thousands separator. */
  NUMBER_UNCLEAR,
  /** Impossible range: its ends are reversed, or far from the usual ones. */
  RANGE_ODD,
  /** Unknown unit. */
  UNIT_UNKNOWN,
  /** Unit that is not used for this test. */
  UNIT_UNFIT,
  /** Value that is not possible in a living patient. */
  IMPLAUSIBLE,
  /** Value that disagrees with other results of the report. */
  SUM_OFF;

  public String wireName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException if the name is unknown
   */
  public static WarningReason fromWireName(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
