package io.tributary.report.interpret;

import java.math.BigDecimal;
import java.util.Optional;

/** Reference range; both ends are inclusive. */
public record ReportedRange(Optional<BigDecimal> min, Optional<BigDecimal> max) {
  public static final ReportedRange EMPTY = new ReportedRange(Optional.empty(), Optional.empty());

  static ReportedRange between(BigDecimal min, BigDecimal max) {
    return new ReportedRange(Optional.of(min), Optional.of(max));
  }

  static ReportedRange from(BigDecimal min) {
    return new ReportedRange(Optional.of(min), Optional.empty());
  }

  static ReportedRange upTo(BigDecimal max) {
    return new ReportedRange(Optional.empty(), Optional.of(max));
  }

  /** Multiplies the limits by a power of ten. */
  ReportedRange scaled(int power) {
    return new ReportedRange(
        min.map(n -> NumberParser.stripZeros(n.scaleByPowerOfTen(power))),
        max.map(n -> NumberParser.stripZeros(n.scaleByPowerOfTen(power))));
  }

  boolean isEmpty() {
    return min.isEmpty() && max.isEmpty();
  }

  /** Checks whether the lower limit is above the upper one. */
  boolean isReversed() {
    return min.isPresent() && max.isPresent() && min.get().compareTo(max.get()) > 0;
  }
}
