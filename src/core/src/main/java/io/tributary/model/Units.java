package io.tributary.model;

/** Conversions into the contract's units. Every method passes null through. */
public final class Units {
  private static final double KJ_PER_KCAL = 4.184;
  private static final double GLUCOSE_MG_DL_PER_MMOL_L = 18.018;
  private static final double KG_PER_LB = 0.45359237;
  private static final double ML_PER_US_FLUID_OUNCE = 29.5735295625;

  private Units() {}

  public static Double kilocalories(Double kilojoules) {
    return kilojoules == null ? null : kilojoules / KJ_PER_KCAL;
  }

  /** Glucose only: the factor depends on the molar mass. */
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

  /** Rounds a half up, as the contract rounds every integer field. */
  public static Integer round(Double value) {
    if (value == null) {
      return null;
    }
    if (!(Math.abs(value) < Integer.MAX_VALUE)) {
      throw new IllegalArgumentException("number does not fit an integer");
    }
    // Not the floor of value + 0.5: that sum may be rounded itself.
    double floor = Math.floor(value);
    return (int) (value - floor >= 0.5 ? floor + 1 : floor);
  }

  /** Cut to so many decimals: what is worked out pretends no more. */
  public static Double decimals(Double value, int places) {
    if (value == null) {
      return null;
    }
    double scale = Math.pow(10, places);
    return Math.rint(value * scale) / scale;
  }
}
