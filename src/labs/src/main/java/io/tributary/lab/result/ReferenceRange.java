package io.tributary.lab.result;

import java.math.BigDecimal;
import java.util.Optional;

/** What is usual, as far as the laboratory's words can be read as numbers: labs.md §12. */
public record ReferenceRange(Optional<NumericRange> span) {
  /** Words that hold no range are none; nothing is guessed. */
  public static ReferenceRange read(String text) {
    return new ReferenceRange(NumericRange.range(text));
  }

  public Optional<BigDecimal> min() {
    return span.flatMap(NumericRange::low).map(NumericRange.Bound::at);
  }

  public Optional<BigDecimal> max() {
    return span.flatMap(NumericRange::high).map(NumericRange.Bound::at);
  }

  /** Whether the value is above the upper end; empty when that cannot be told. */
  public Optional<Boolean> above(Optional<NumericRange> value) {
    return span.flatMap(s -> value.flatMap(s::isBelow));
  }

  /** Whether the value is below the lower end; empty when that cannot be told. */
  public Optional<Boolean> below(Optional<NumericRange> value) {
    return span.flatMap(s -> value.flatMap(s::isAbove));
  }
}
