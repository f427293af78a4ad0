package io.tributary.report.meaning;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * How a value stands to its range; empty where it cannot be told. Both ends of a range belong to
 * it.
 */
record Judged(Optional<Boolean> above, Optional<Boolean> below) {
  static Judged of(Value value, Bounds bounds) {
    return new Judged(
        bounds.max().flatMap(max -> above(value, max)),
        bounds.min().flatMap(min -> below(value, min)));
  }

  private static Optional<Boolean> above(Value value, BigDecimal max) {
    return switch (value) {
      case Value.Number v -> Optional.of(v.n().compareTo(max) > 0);
      case Value.Limit v when v.more() -> {
        int d = v.n().compareTo(max);
        yield (v.equal() ? d > 0 : d >= 0) ? Optional.of(true) : Optional.empty();
      }
      case Value.Limit v -> v.n().compareTo(max) <= 0 ? Optional.of(false) : Optional.empty();
      case Value.Span v ->
          v.from().compareTo(max) > 0
              ? Optional.of(true)
              : v.to().compareTo(max) <= 0 ? Optional.of(false) : Optional.empty();
      case Value.Other v -> Optional.empty();
    };
  }

  private static Optional<Boolean> below(Value value, BigDecimal min) {
    return switch (value) {
      case Value.Number v -> Optional.of(v.n().compareTo(min) < 0);
      case Value.Limit v when v.more() ->
          v.n().compareTo(min) >= 0 ? Optional.of(false) : Optional.empty();
      case Value.Limit v -> {
        int d = v.n().compareTo(min);
        yield (v.equal() ? d < 0 : d <= 0) ? Optional.of(true) : Optional.empty();
      }
      case Value.Span v ->
          v.to().compareTo(min) < 0
              ? Optional.of(true)
              : v.from().compareTo(min) >= 0 ? Optional.of(false) : Optional.empty();
      case Value.Other v -> Optional.empty();
    };
  }

  boolean isOutside() {
    return above.orElse(false) || below.orElse(false);
  }

  /**
   * The first case that fits decides.
   *
   * @param unread whether a range is printed that could not be read: it may say anything
   */
  Interpretation interpretation(
      Optional<PrintedFlag> flag, Value value, Bounds bounds, boolean unread) {
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
    if (value instanceof Value.Number) {
      return Interpretation.NORMAL;
    }
    boolean inside =
        value.type() == ResultType.RANGE
            && !bounds.isNone()
            && (bounds.max().isEmpty() || above.isPresent())
            && (bounds.min().isEmpty() || below.isPresent());
    return inside ? Interpretation.NORMAL : Interpretation.UNKNOWN;
  }
}
