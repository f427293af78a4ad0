package io.tributary.aggregate;

import java.time.LocalDateTime;
import java.time.temporal.ChronoField;
import java.time.temporal.IsoFields;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Part of a local date and time. Weeks follow ISO 8601; weekdays are numbered from 1 = Monday. */
enum DatePart {
  MINUTE,
  HOUR,
  DAY,
  WEEK,
  MONTH,
  YEAR,
  WEEKDAY,
  WEEK_OF_YEAR,
  DAY_OF_YEAR;

  String wire() {
    return name().toLowerCase(Locale.ROOT);
  }

  static Optional<DatePart> of(String wire) {
    return Arrays.stream(values()).filter(p -> p.wire().equals(wire)).findFirst();
  }

  static List<String> names() {
    return Arrays.stream(values()).map(DatePart::wire).toList();
  }

  int of(LocalDateTime t) {
    return switch (this) {
      case MINUTE -> t.getMinute();
      case HOUR -> t.getHour();
      case DAY -> t.getDayOfMonth();
      case WEEK, WEEK_OF_YEAR -> t.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR);
      case MONTH -> t.getMonthValue();
      case YEAR -> t.getYear();
      case WEEKDAY -> t.get(ChronoField.DAY_OF_WEEK);
      case DAY_OF_YEAR -> t.getDayOfYear();
    };
  }
}
