package io.tributary.report.interpret;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * Position of a value relative to its range. A side is empty if it cannot be decided; both ends
 * belong to the range.
 */
record RangeComparison(Optional<Boolean> above, Optional<Boolean> below) {
  static RangeComparison of(ParsedValue value, ReportedRange bounds) {
    return new RangeComparison(
        bounds.max().flatMap(max -> above(value, max)),
        bounds.min().flatMap(min -> below(value, min)));
  }

  private static Optional<Boolean> above(ParsedValue value, BigDecimal max) {
    return switch (value) {
      case ParsedValue.Number v -> Optional.of(v.number().compareTo(max) > 0);
      case ParsedValue.Limit v when v.lower() -> {
        int d = v.number().compareTo(max);
        yield (v.inclusive() ? d > 0 : d >= 0) ? Optional.of(true) : Optional.empty();
      }
      case ParsedValue.Limit v ->
          v.number().compareTo(max) <= 0 ? Optional.of(false) : Optional.empty();
      case ParsedValue.Span v ->
          v.from().compareTo(max) > 0
              ? Optional.of(true)
              : v.to().compareTo(max) <= 0 ? Optional.of(false) : Optional.empty();
      case ParsedValue.Other v -> Optional.empty();
    };
  }

  private static Optional<Boolean> below(ParsedValue value, BigDecimal min) {
    return switch (value) {
      case ParsedValue.Number v -> Optional.of(v.number().compareTo(min) < 0);
      case ParsedValue.Limit v when v.lower() ->
          v.number().compareTo(min) >= 0 ? Optional.of(false) : Optional.empty();
      case ParsedValue.Limit v -> {
        int d = v.number().compareTo(min);
        yield (v.inclusive() ? d < 0 : d <= 0) ? Optional.of(true) : Optional.empty();
      }
      case ParsedValue.Span v ->
          v.to().compareTo(min) < 0
              ? Optional.of(true)
              : v.from().compareTo(min) >= 0 ? Optional.of(false) : Optional.empty();
      case ParsedValue.Other v -> Optional.empty();
    };
  }

  boolean isOutside() {
    return above.orElse(false) || below.orElse(false);
  }

  /**
   * Derives the interpretation; the first matching case is used.
   *
   * @param unread whether a range is printed that could not be parsed
   */
  Interpretation interpretation(
      Optional<PrintedFlag> flag, ParsedValue value, ReportedRange bounds, boolean unread) {
    Interpretation said = flag.map(PrintedFlag::meaning).orElse(Interpretation.UNKNOWN);
    if (said != Interpretation.UNKNOWN) {
      return said;
    }
    if (isOutside()) {
      return Interpretation.ABNORMAL;
    }
    if (unread || flag.isPresent()) {
      return Interpretation.UNKNOWN;
    }
    if (value instanceof ParsedValue.Number) {
      return Interpretation.NORMAL;
    }
    boolean inside =
        value.type() == ValueKind.RANGE
            && !bounds.isEmpty()
            && (bounds.max().isEmpty() || above.isPresent())
            && (bounds.min().isEmpty() || below.isPresent());
    return inside ? Interpretation.NORMAL : Interpretation.UNKNOWN;
  }
}
