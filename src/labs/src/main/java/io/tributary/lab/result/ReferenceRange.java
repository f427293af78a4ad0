package io.tributary.lab.result;

import java.math.BigDecimal;
import java.util.Optional;

/** Reference range, as far as the laboratory's text can be parsed. */
public record ReferenceRange(Optional<NumericRange> span) {
  /** Parses a text; a text without a range yields an empty one, and nothing is guessed. */
  public static ReferenceRange parse(String text) {
    return new ReferenceRange(NumericRange.parseRange(text));
  }

  public Optional<BigDecimal> min() {
    return span.flatMap(NumericRange::low).map(NumericRange.Bound::at);
  }

  public Optional<BigDecimal> max() {
    return span.flatMap(NumericRange::high).map(NumericRange.Bound::at);
  }

  /** Returns whether the value is above the upper bound; empty when undecidable. */
  public Optional<Boolean> isAbove(Optional<NumericRange> value) {
    return span.flatMap(s -> value.flatMap(s::isBelow));
  }

  /** Returns whether the value is below the lower bound; empty when undecidable. */
  public Optional<Boolean> isBelow(Optional<NumericRange> value) {
    return span.flatMap(s -> value.flatMap(s::isAbove));
  }
}
