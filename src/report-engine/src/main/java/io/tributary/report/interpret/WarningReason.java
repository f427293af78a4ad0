package io.tributary.report.interpret;

import java.util.Locale;

/** Why a result may have been read wrong; the names on the wire are these in lower case. */
public enum WarningReason {
  /** The name is hard to read. */
  WEAK_NAME,
  /** The value is hard to read. */
  WEAK_VALUE,
  /** The unit is hard to read. */
  WEAK_UNITS,
  /** The reference range is hard to read. */
  WEAK_RANGE,
  /** It is not sure that name, value, unit and range belong together. */
  WEAK_ROW,
  /** Letters stand among the digits. */
  LETTERS_IN_VALUE,
  /** Much more or much less than its range, and no flag says so. */
  FAR_FROM_RANGE,
  /** The printed flag says something else than value and range. */
  FLAG_CONTRADICTS,
  /** A decimal point seems to be missing. */
  POINT_MISSING,
  /** A point may stand before decimals or between thousands. */
  NUMBER_UNCLEAR,
  /** The range cannot be: its ends are the wrong way round, or far from those of all others. */
  RANGE_ODD,
  /** A unit nobody knows. */
  UNIT_UNKNOWN,
  /** A unit in which this is not measured. */
  UNIT_UNFIT,
  /** No living patient has such a value. */
  IMPLAUSIBLE,
  /** It does not agree with other results of the same report. */
  SUM_OFF;

  /** The name on the wire. */
  public String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * @throws IllegalArgumentException if there is none of that name
   */
  public static WarningReason of(String wire) {
    return valueOf(wire.toUpperCase(Locale.ROOT));
  }
}
