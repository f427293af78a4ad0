package io.tributary.tools.corpus;

import java.util.List;
import java.util.Optional;

/**
 * Something laboratories examine, with what it is called and what is usual, in American and in
 * other units.
 *
 * @param specimen as results call it
 */
record Analyte(
    String key,
    String specimen,
    List<String> namesUs,
    List<String> namesElsewhere,
    Optional<Form> us,
    Optional<Form> elsewhere) {

  /**
   * One bound or two; a bound that is absent is NaN. {@code from..to}: what values are drawn from.
   */
  record Usual(double low, double high, boolean strict, double from, double to) {
    boolean hasLow() {
      return !Double.isNaN(low);
    }

    boolean hasHigh() {
      return !Double.isNaN(high);
    }
  }

  /**
   * How a value is given.
   *
   * @param choices words instead of numbers, the usual one first
   * @param male usual values; absent for choices
   * @param female the same as {@code male} where sex does not matter
   */
  record Form(
      String loinc,
      List<String> units,
      List<String> choices,
      Optional<Usual> male,
      Optional<Usual> female,
      int digits) {
    boolean bySex() {
      return male.isPresent() && !male.equals(female);
    }
  }

  Form form(boolean american) {
    return (american ? us : elsewhere)
        .or(() -> american ? elsewhere : us)
        .orElseThrow(() -> new IllegalStateException(key));
  }

  List<String> names(boolean american) {
    return american || namesElsewhere.isEmpty() ? namesUs : namesElsewhere;
  }
}
