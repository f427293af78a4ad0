package io.tributary.report.meaning;

import java.math.BigDecimal;
import java.util.Optional;

/** A reference range; both ends belong to it. */
public record Bounds(Optional<BigDecimal> min, Optional<BigDecimal> max) {
  public static final Bounds NONE = new Bounds(Optional.empty(), Optional.empty());

  static Bounds between(BigDecimal min, BigDecimal max) {
    return new Bounds(Optional.of(min), Optional.of(max));
  }

  static Bounds from(BigDecimal min) {
    return new Bounds(Optional.of(min), Optional.empty());
  }

  static Bounds upTo(BigDecimal max) {
    return new Bounds(Optional.empty(), Optional.of(max));
  }

  /** Times a power of ten. */
  Bounds scaled(int power) {
    return new Bounds(
        min.map(n -> Numbers.plain(n.scaleByPowerOfTen(power))),
        max.map(n -> Numbers.plain(n.scaleByPowerOfTen(power))));
  }

  boolean isNone() {
    return min.isEmpty() && max.isEmpty();
  }

  /** Whether the lower end is above the upper one. */
  boolean isOdd() {
    return min.isPresent() && max.isPresent() && min.get().compareTo(max.get()) > 0;
  }
}
