package io.tributary.provider.libre;

import io.tributary.model.Units;
import java.util.Collection;
import java.util.Optional;

/** Units of glucose, converted to mmol/L. Sensors measure from 40 to 500 mg/dL. */
enum LibreGlucose {
  MG_PER_DL(40, 500),
  MMOL_PER_L(2.2, 27.8);

  /** Threshold above all mmol/L values and below all mg/dL values. */
  private static final double BETWEEN = 30;

  private final double lowest;
  private final double highest;

  LibreGlucose(double lowest, double highest) {
    this.lowest = lowest;
    this.highest = highest;
  }

  /** Returns the unit by its number in the API. */
  static Optional<LibreGlucose> of(Integer code) {
    return switch (code) {
      case null -> Optional.empty();
      case 0 -> Optional.of(MMOL_PER_L);
      case 1 -> Optional.of(MG_PER_DL);
      default -> Optional.empty();
    };
  }

  /**
   * Infers the unit from the values of one day. Values above {@value #BETWEEN} are mg/dL, and whole
   * numbers beside them are low readings; values with fractions are mmol/L. Empty if both or
   * neither apply, because a low 20 mg/dL must not become a high 20 mmol/L, or the reverse.
   */
  static Optional<LibreGlucose> of(Collection<Double> values) {
    boolean above = values.stream().anyMatch(v -> v > BETWEEN);
    boolean fractions = values.stream().anyMatch(v -> v <= BETWEEN && v != Math.rint(v));
    if (above == fractions) {
      return Optional.empty();
    }
    return Optional.of(above ? MG_PER_DL : MMOL_PER_L);
  }

  /** Converts to mmol/L with three decimals; values outside the sensor's range become its limit. */
  double mmolPerLiter(double value) {
    double within = Math.clamp(value, lowest, highest);
    return Units.roundTo(
        this == MG_PER_DL ? Units.glucoseMmolPerLitre(within) : Double.valueOf(within), 3);
  }
}
