package io.tributary.provider.libre;

import io.tributary.model.Units;
import java.util.Collection;
import java.util.Optional;

/** Figures of glucose into mmol/L. The sensors read from 40 to 500 mg/dL. */
enum LibreGlucose {
  MG_PER_DL(40, 500),
  MMOL_PER_L(2.2, 27.8);

  /** Above all that is mmol/L and below all that is mg/dL. */
  private static final double BETWEEN = 30;

  private final double lowest;
  private final double highest;

  LibreGlucose(double lowest, double highest) {
    this.lowest = lowest;
    this.highest = highest;
  }

  /** By the vendor's number of it. */
  static Optional<LibreGlucose> of(Integer code) {
    return switch (code) {
      case null -> Optional.empty();
      case 0 -> Optional.of(MMOL_PER_L);
      case 1 -> Optional.of(MG_PER_DL);
      default -> Optional.empty();
    };
  }

  /**
   * The unit that these figures of one day can only be of. Above {@value #BETWEEN} they are mg/dL,
   * and whole ones beside them are lows; figures with fractions are mmol/L. Empty for what may be
   * either or is both: a low 20 mg/dL must not become a high 20 mmol/L, nor the other way round.
   */
  static Optional<LibreGlucose> of(Collection<Double> values) {
    boolean above = values.stream().anyMatch(v -> v > BETWEEN);
    boolean fractions = values.stream().anyMatch(v -> v <= BETWEEN && v != Math.rint(v));
    if (above == fractions) {
      return Optional.empty();
    }
    return Optional.of(above ? MG_PER_DL : MMOL_PER_L);
  }

  /** In mmol/L to three decimals; beyond what a sensor reads, the end of its range. */
  double mmolPerLitre(double value) {
    double within = Math.clamp(value, lowest, highest);
    return Units.decimals(
        this == MG_PER_DL ? Units.glucoseMmolPerLitre(within) : Double.valueOf(within), 3);
  }
}
