package io.tributary.report.interpret;

import java.math.BigDecimal;
import java.util.Optional;

/** A reference range; both ends belong to it. */
public record ReportedRange(Optional<BigDecimal> min, Optional<BigDecimal> max) {
  public static final ReportedRange NONE = new ReportedRange(Optional.empty(), Optional.empty());

  static ReportedRange between(BigDecimal min, BigDecimal max) {
    return new ReportedRange(Optional.of(min), Optional.of(max));
  }

  static ReportedRange from(BigDecimal min) {
    return new ReportedRange(Optional.of(min), Optional.empty());
  }

  static ReportedRange upTo(BigDecimal max) {
    return new ReportedRange(Optional.empty(), Optional.of(max));
  }

  /** Times a power of ten. */
  ReportedRange scaled(int power) {
    return new ReportedRange(
        min.map(n -> NumberParser.plain(n.scaleByPowerOfTen(power))),
        max.map(n -> NumberParser.plain(n.scaleByPowerOfTen(power))));
  }

  boolean isNone() {
    return min.isEmpty() && max.isEmpty();
  }

  /** Whether the lower end is above the upper one. */
  boolean isOdd() {
    return min.isPresent() && max.isPresent() && min.get().compareTo(max.get()) > 0;
  }
}
