package io.tributary.aggregate;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Aggregate function. All functions ignore nulls; without a value, count is 0 and the others are
 * null.
 */
enum Func {
  MEAN,
  MIN,
  MAX,
  SUM,
  COUNT,
  MEDIAN,
  /** Sample standard deviation (n - 1); null for fewer than two values. */
  STDDEV,
  /** First value in index order. */
  OLDEST,
  /** Last value in index order. */
  NEWEST;

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<Func> of(String wire) {
    return Arrays.stream(values()).filter(f -> f.wire().equals(wire)).findFirst();
  }

  static List<String> names() {
    return Arrays.stream(values()).map(Func::wire).toList();
  }

  boolean accepts(ColumnType type) {
    return switch (this) {
      case MEAN, SUM, MEDIAN, STDDEV -> type == ColumnType.NUMBER;
      case MIN, MAX -> type.isOrdered();
      case COUNT, OLDEST, NEWEST -> true;
    };
  }

  ColumnType resultType(ColumnType argument) {
    return switch (this) {
      case MEAN, SUM, MEDIAN, STDDEV, COUNT -> ColumnType.NUMBER;
      case MIN, MAX, OLDEST, NEWEST -> argument;
    };
  }
}
