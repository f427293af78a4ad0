package io.tributary.aggregate;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Map;

/** Value of one cell during query evaluation. Text is compared by UTF-16 code unit. */
sealed interface CellValue {
  /** SQL null. */
  enum NullValue implements CellValue {
    NULL
  }

  record NumberValue(double value) implements CellValue {
    public NumberValue {
      // Turns -0.0 into 0.0, so that equal numbers are equal group keys.
      value = value + 0.0;
    }
  }

  record TextValue(String value) implements CellValue {}

  record BooleanValue(boolean value) implements CellValue {}

  record DateValue(LocalDate value) implements CellValue {}

  /** Local date and time in the user's time zone. */
  record DateTimeValue(LocalDateTime value) implements CellValue {}

  /**
   * List of elements with their fields. An element without fields has a single field with the empty
   * name.
   */
  record ListValue(List<Map<String, CellValue>> value) implements CellValue {}

  CellValue NULL = NullValue.NULL;

  /** Field name for list elements that have no fields. */
  String ELEMENT = "";

  static CellValue of(Double number) {
    return number == null ? NULL : new NumberValue(number);
  }

  static CellValue of(Integer number) {
    return number == null ? NULL : new NumberValue(number);
  }

  static CellValue of(String text) {
    return text == null ? NULL : new TextValue(text);
  }

  static CellValue of(LocalDateTime time) {
    return time == null ? NULL : new DateTimeValue(time);
  }

  default boolean isNull() {
    return this == NullValue.NULL;
  }

  /** Returns the number. Callers must have checked the type. */
  default double number() {
    return ((NumberValue) this).value();
  }

  /** Returns the value as local date and time; a date becomes its midnight. */
  default LocalDateTime dateTime() {
    return switch (this) {
      case DateValue d -> d.value().atStartOfDay();
      case DateTimeValue m -> m.value();
      case NullValue n -> throw new IllegalStateException("null cannot be read as a date or time");
      case NumberValue n -> throw new IllegalStateException("not a date or time");
      case TextValue t -> throw new IllegalStateException("not a date or time");
      case BooleanValue f -> throw new IllegalStateException("not a date or time");
      case ListValue i -> throw new IllegalStateException("not a date or time");
    };
  }

  /** Compares two non-null values of comparable types. */
  static int compare(CellValue a, CellValue b) {
    return switch (a) {
      case NumberValue n -> Double.compare(n.value(), b.number());
      case TextValue t -> t.value().compareTo(((TextValue) b).value());
      case BooleanValue f -> Boolean.compare(f.value(), ((BooleanValue) b).value());
      case DateValue d -> d.dateTime().compareTo(b.dateTime());
      case DateTimeValue m -> m.value().compareTo(b.dateTime());
      case NullValue n -> throw new IllegalStateException("null cannot be compared");
      case ListValue i -> throw new IllegalStateException("lists cannot be compared");
    };
  }

  /** Compares like {@link #compare} with null last; defines the row order. */
  static int compareNullsLast(CellValue a, CellValue b) {
    if (a.isNull() || b.isNull()) {
      return Boolean.compare(a.isNull(), b.isNull());
    }
    return compare(a, b);
  }

  /** Writes JSON: integral numbers without a fraction, times without an offset. */
  default void write(JsonGenerator out) throws IOException {
    switch (this) {
      case NullValue n -> out.writeNull();
      case NumberValue n -> writeNumber(out, n.value());
      case TextValue t -> out.writeString(t.value());
      case BooleanValue f -> out.writeBoolean(f.value());
      case DateValue d -> out.writeString(d.value().toString());
      case DateTimeValue m -> out.writeString(format(m.value()));
      case ListValue items -> {
        out.writeStartArray();
        for (Map<String, CellValue> item : items.value()) {
          CellValue only = item.get(ELEMENT);
          if (only != null) {
            only.write(out);
            continue;
          }
          out.writeStartObject();
          for (Map.Entry<String, CellValue> field : item.entrySet()) {
            out.writeFieldName(field.getKey());
            field.getValue().write(out);
          }
          out.writeEndObject();
        }
        out.writeEndArray();
      }
    }
  }

  private static void writeNumber(JsonGenerator out, double value) throws IOException {
    if (!Double.isFinite(value)) {
      // A sum or square that overflowed; JSON cannot represent it.
      out.writeNull();
    } else if (value == Math.rint(value) && Math.abs(value) < 9_007_199_254_740_992.0) {
      out.writeNumber((long) value);
    } else {
      out.writeNumber(value);
    }
  }

  /** Formats a time as {@code 2026-03-02T07:48:11}, with microseconds only if they are not zero. */
  private static String format(LocalDateTime t) {
    String seconds =
        "%sT%02d:%02d:%02d".formatted(t.toLocalDate(), t.getHour(), t.getMinute(), t.getSecond());
    int micros = t.getNano() / 1000;
    return micros == 0
        ? seconds
        : seconds + "." + Integer.toString(1_000_000 + micros).substring(1);
  }
}
