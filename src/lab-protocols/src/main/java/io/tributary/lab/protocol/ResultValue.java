package io.tributary.lab.protocol;

import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;

/** A result as the laboratory wrote it. */
public sealed interface ResultValue {
  /** No value: none was told, or it was told that there is none. */
  record Absent() implements ResultValue {}

  /** A number, with the text that was sent: its digits mean something. */
  record Numeric(BigDecimal number, String text) implements ResultValue {}

  /**
   * A number with a comparator, a ratio or a range, such as {@code >} 100, 1 {@code :} 128, 3
   * {@code -} 5.
   */
  record Structured(String comparator, String first, String separator, String second)
      implements ResultValue {}

  /** Words; lines are parted by line feeds. */
  record Text(String text) implements ResultValue {}

  /** One or more codes. */
  record Codes(List<CodedValue> codes) implements ResultValue {
    public Codes {
      codes = List.copyOf(codes);
    }
  }

  /** A file, such as the report in PDF. Its bytes are not to be changed. */
  record Document(String mediaType, byte[] bytes) implements ResultValue {}

  /** Where a file lies. */
  record Pointer(String where, String mediaType) implements ResultValue {}

  /** What kind of result this is for our readers. */
  enum Kind {
    NUMERIC,
    RANGE,
    COMMENT,
    CODED
  }

  /** The kind a value has before the catalogue is asked; none for files and nothing. */
  default Optional<Kind> kind() {
    return switch (this) {
      case Absent a -> Optional.empty();
      case Numeric n -> Optional.of(Kind.NUMERIC);
      case Structured s -> Optional.of(NumericText.kind(s));
      case Text t -> Optional.of(NumericText.kind(t.text()));
      case Codes c -> Optional.of(Kind.CODED);
      case Document d -> Optional.empty();
      case Pointer p -> Optional.empty();
    };
  }

  /** As one text; empty for files and nothing. */
  default String shown() {
    return switch (this) {
      case Absent a -> "";
      case Numeric n -> n.text();
      case Structured s -> s.comparator() + s.first() + s.separator() + s.second();
      case Text t -> t.text();
      case Codes c -> String.join("\n", c.codes().stream().map(CodedValue::shown).toList());
      case Document d -> "";
      case Pointer p -> "";
    };
  }
}
