package io.tributary.report.loinc;

/**
 * UCUM unit as used by laboratories.
 *
 * @param code UCUM code
 * @param kind measured quantity, such as M/V for mass per volume; units of equal kind convert by
 *     their factors
 * @param factor factor to the base unit of the kind
 */
public record UcumUnit(String code, String kind, double factor) {
  /** Number of entities per volume. */
  public static final String COUNT = "C/V";

  /** Mass per volume. */
  public static final String MASS = "M/V";

  /** Amount of substance per volume. */
  public static final String MOLAR = "N/V";

  /** Fraction of a whole. */
  public static final String FRACTION = "P";

  /** Count per microscope field. */
  public static final String PER_FIELD = "C/F";
}
