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
  enum None implements CellValue {
    NULL
  }

  record Num(double value) implements CellValue {
    public Num {
      // Turns -0.0 into 0.0, so that equal numbers are equal group keys.
      value = value + 0.0;
    }
  }

  record Text(String value) implements CellValue {}

  record Flag(boolean value) implements CellValue {}

  record Day(LocalDate value) implements CellValue {}

  /** Local date and time in the user's time zone. */
  record Moment(LocalDateTime value) implements CellValue {}

  /**
   * List of elements with their fields. An element without fields has a single field with the empty
   * name.
   */
  record Items(List<Map<String, CellValue>> value) implements CellValue {}

  CellValue NULL = None.NULL;

  /** Field name for list elements that have no fields. */
  String ELEMENT = "";

  static CellValue of(Double number) {
    return number == null ? NULL : new Num(number);
  }

  static CellValue of(Integer number) {
    return number == null ? NULL : new Num(number);
  }

  static CellValue of(String text) {
    return text == null ? NULL : new Text(text);
  }

  static CellValue of(LocalDateTime time) {
    return time == null ? NULL : new Moment(time);
  }

  default boolean isNull() {
    return this == None.NULL;
  }

  /** Returns the number. Callers must have checked the type. */
  default double number() {
    return ((Num) this).value();
  }

  /** Returns the value as local date and time; a date becomes its midnight. */
  default LocalDateTime time() {
    return switch (this) {
      case Day d -> d.value().atStartOfDay();
      case Moment m -> m.value();
      case None n -> throw new IllegalStateException("null has no time");
      case Num n -> throw new IllegalStateException("not a time");
      case Text t -> throw new IllegalStateException("not a time");
      case Flag f -> throw new IllegalStateException("not a time");
      case Items i -> throw new IllegalStateException("not a time");
    };
  }

  /** Compares two non-null values of comparable types. */
  static int compare(CellValue a, CellValue b) {
    return switch (a) {
      case Num n -> Double.compare(n.value(), b.number());
      case Text t -> t.value().compareTo(((Text) b).value());
      case Flag f -> Boolean.compare(f.value(), ((Flag) b).value());
      case Day d -> d.time().compareTo(b.time());
      case Moment m -> m.value().compareTo(b.time());
      case None n -> throw new IllegalStateException("null has no order");
      case Items i -> throw new IllegalStateException("lists have no order");
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
      case None n -> out.writeNull();
      case Num n -> writeNumber(out, n.value());
      case Text t -> out.writeString(t.value());
      case Flag f -> out.writeBoolean(f.value());
      case Day d -> out.writeString(d.value().toString());
      case Moment m -> out.writeString(text(m.value()));
      case Items items -> {
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
  private static String text(LocalDateTime t) {
    String seconds =
        "%sT%02d:%02d:%02d".formatted(t.toLocalDate(), t.getHour(), t.getMinute(), t.getSecond());
    int micros = t.getNano() / 1000;
    return micros == 0
        ? seconds
        : seconds + "." + Integer.toString(1_000_000 + micros).substring(1);
  }
}
