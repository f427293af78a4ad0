package io.tributary.model;

/** Conversions to the units of the API. Every method returns null for null. */
public final class Units {
  private static final double KJ_PER_KCAL = 4.184;
  private static final double GLUCOSE_MG_DL_PER_MMOL_L = 18.018;
  private static final double KG_PER_LB = 0.45359237;
  private static final double ML_PER_US_FLUID_OUNCE = 29.5735295625;

  private Units() {}

  public static Double kilocalories(Double kilojoules) {
    return kilojoules == null ? null : kilojoules / KJ_PER_KCAL;
  }

  /** Converts glucose only, because the factor depends on the molar mass. */
  public static Double glucoseMmolPerLitre(Double mgPerDecilitre) {
    return mgPerDecilitre == null ? null : mgPerDecilitre / GLUCOSE_MG_DL_PER_MMOL_L;
  }

  public static Double kilograms(Double pounds) {
    return pounds == null ? null : pounds * KG_PER_LB;
  }

  public static Double millilitres(Double usFluidOunces) {
    return usFluidOunces == null ? null : usFluidOunces * ML_PER_US_FLUID_OUNCE;
  }

  public static Double celsius(Double fahrenheit) {
    return fahrenheit == null ? null : (fahrenheit - 32) * 5 / 9;
  }

  public static Double minutes(Double seconds) {
    return seconds == null ? null : seconds / 60;
  }

  /** Rounds half up, as for every integer field of the API. */
  public static Integer round(Double value) {
    if (value == null) {
      return null;
    }
    if (!(Math.abs(value) < Integer.MAX_VALUE)) {
      throw new IllegalArgumentException("number does not fit an integer");
    }
    // Not floor(value + 0.5), because that sum may itself be rounded.
    double floor = Math.floor(value);
    return (int) (value - floor >= 0.5 ? floor + 1 : floor);
  }

  /** Rounds to a number of decimals, so that computed values do not suggest more precision. */
  public static Double roundTo(Double value, int places) {
    if (value == null) {
      return null;
    }
    double scale = Math.pow(10, places);
    return Math.rint(value * scale) / scale;
  }
}
