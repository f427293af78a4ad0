package io.tributary.lab.protocol;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** Value of a result as the laboratory sent it. */
public sealed interface ResultValue {
  /** Missing value: the laboratory sent none, or stated that there is none. */
  record Absent() implements ResultValue {}

  /** Number with the text that was sent, because the number of digits is significant. */
  record Numeric(BigDecimal number, String text) implements ResultValue {}

  record Structured(String comparator, String first, String separator, String second)
      implements ResultValue {}

  /** Free text; lines are separated by line feeds. */
  record Text(String text) implements ResultValue {}

  record Codes(List<CodedValue> codes) implements ResultValue {
    public Codes {
      codes = List.copyOf(codes);
    }
  }

  /** File such as the PDF report; its bytes must not be changed. */
  record Document(String mediaType, byte[] bytes) implements ResultValue {}

  /** Reference to a file. */
  record Pointer(String where, String mediaType) implements ResultValue {}

  /** Result type in our API. */
  enum Kind {
    NUMERIC,
    RANGE,
    COMMENT,
    CODED
  }

  /**
   * Returns the type of the value as far as the value alone determines it; empty for files and
   * absent values. The catalog may refine it.
   */
  default Optional<Kind> kind() {
    return switch (this) {
      case Absent a -> Optional.empty();
      case Numeric n -> Optional.of(Kind.NUMERIC);
      case Structured s -> Optional.of(NumericText.classify(s));
      case Text t -> Optional.of(NumericText.classify(t.text()));
      case Codes c -> Optional.of(Kind.CODED);
      case Document d -> Optional.empty();
      case Pointer p -> Optional.empty();
    };
  }

  /** Formats the value as text; empty for files and absent values. */
  default String displayText() {
    return switch (this) {
      case Absent a -> "";
      case Numeric n -> n.text();
      case Structured s -> s.comparator() + s.first() + s.separator() + s.second();
      case Text t -> t.text();
      case Codes c -> String.join("\n", c.codes().stream().map(CodedValue::displayText).toList());
      case Document d -> "";
      case Pointer p -> "";
    };
  }
}
