package io.tributary.tools.corpus;

import java.util.List;
import java.util.Optional;

/**
 * Analyte with its names and reference ranges, in American and in other units.
 *
 * @param specimen specimen type as in results
 */
record Analyte(
    String key,
    String specimen,
    List<String> namesUs,
    List<String> namesInternational,
    Optional<ValueFormat> us,
    Optional<ValueFormat> international) {

  /**
   * Reference range with one or two bounds; a missing bound is NaN. Values are drawn from {@code
   * from..to}.
   */
  record ReferenceInterval(double low, double high, boolean strict, double from, double to) {
    boolean hasLow() {
      return !Double.isNaN(low);
    }

    boolean hasHigh() {
      return !Double.isNaN(high);
    }
  }

  /**
   * Format of a value.
   *
   * @param choices texts instead of numbers, the normal one first
   * @param male reference range; absent for choices
   * @param female the same as {@code male} if the sex does not matter
   */
  record ValueFormat(
      String loinc,
      List<String> units,
      List<String> choices,
      Optional<ReferenceInterval> male,
      Optional<ReferenceInterval> female,
      int digits) {
    boolean bySex() {
      return male.isPresent() && !male.equals(female);
    }
  }

  ValueFormat form(boolean american) {
    return (american ? us : international)
        .or(() -> american ? international : us)
        .orElseThrow(() -> new IllegalStateException(key));
  }

  List<String> names(boolean american) {
    return american || namesInternational.isEmpty() ? namesUs : namesInternational;
  }
}
