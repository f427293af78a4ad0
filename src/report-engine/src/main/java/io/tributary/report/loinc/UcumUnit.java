package io.tributary.report.loinc;

/**
 * A unit of UCUM, as far as laboratories need it.
 *
 * @param code in UCUM
 * @param kind what it measures, such as M/V for mass in a volume; equal kinds can be turned into
 *     each other by their factors
 * @param factor to the base unit of its kind
 */
public record UcumUnit(String code, String kind, double factor) {
  /** Amounts of anything that is counted, by volume. */
  public static final String COUNT = "C/V";

  /** Mass in a volume. */
  public static final String MASS = "M/V";

  /** Amount of substance in a volume. */
  public static final String MOLAR = "N/V";

  /** A part of a whole. */
  public static final String PART = "P";

  /** Per field of a microscope. */
  public static final String FIELD = "C/F";
}
