package io.tributary.aggregate;

import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.temporal.ChronoUnit;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Number of calendar units (minutes to years) in local time. */
record CalendarPeriod(int value, Unit unit) {
  enum Unit {
    MINUTE(60, ChronoUnit.MINUTES),
    HOUR(3600, ChronoUnit.HOURS),
    DAY(86_400, ChronoUnit.DAYS),
    WEEK(7 * 86_400, ChronoUnit.WEEKS),
    MONTH(365.2425 / 12 * 86_400, ChronoUnit.MONTHS),
    YEAR(365.2425 * 86_400, ChronoUnit.YEARS);

    private final double seconds;
    private final ChronoUnit chrono;

    Unit(double seconds, ChronoUnit chrono) {
      this.seconds = seconds;
      this.chrono = chrono;
    }

    String wire() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Optional<Unit> of(String wire) {
      return Arrays.stream(values()).filter(u -> u.wire().equals(wire)).findFirst();
    }

    static List<String> names() {
      return Arrays.stream(values()).map(Unit::wire).toList();
    }
  }

  static final int MAX_VALUE = 100_000;

  private static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);
  private static final LocalDate FIRST_MONDAY = LocalDate.of(1970, 1, 5);

  CalendarPeriod {
    if (value < 1 || value > MAX_VALUE) {
      throw new IllegalArgumentException("value 1.." + MAX_VALUE + ": " + value);
    }
  }

  LocalDateTime addTo(LocalDateTime t) {
    return t.plus(value, unit.chrono);
  }

  LocalDateTime subtractFrom(LocalDateTime t) {
    return t.minus(value, unit.chrono);
  }

  /**
   * Compares the lengths of two periods. The comparison is exact between months and years, and
   * between minutes, hours, days and weeks.
   */
  boolean atLeast(CalendarPeriod other) {
    return seconds() >= other.seconds() - 1e-6 * other.seconds();
  }

  private double seconds() {
    return value * unit.seconds;
  }

  /**
   * Returns the start of the bucket that contains a time. Buckets of several units are counted from
   * 1970 (weeks from its first Monday), those of months and years from year 0.
   */
  LocalDateTime truncate(LocalDateTime t) {
    return switch (unit) {
      case MINUTE, HOUR -> {
        long step = (long) value * (unit == Unit.HOUR ? 60 : 1);
        long minutes = ChronoUnit.MINUTES.between(EPOCH, t.truncatedTo(ChronoUnit.MINUTES));
        yield EPOCH.plusMinutes(Math.floorDiv(minutes, step) * step);
      }
      case DAY ->
          LocalDateTime.of(
              LocalDate.ofEpochDay(
                  Math.floorDiv(t.toLocalDate().toEpochDay(), value) * (long) value),
              LocalTime.MIDNIGHT);
      case WEEK -> {
        LocalDate monday = t.toLocalDate().with(DayOfWeek.MONDAY);
        long weeks = Math.floorDiv(ChronoUnit.DAYS.between(FIRST_MONDAY, monday), 7L);
        yield FIRST_MONDAY.plusWeeks(Math.floorDiv(weeks, value) * (long) value).atStartOfDay();
      }
      case MONTH -> {
        long months = (long) t.getYear() * 12 + t.getMonthValue() - 1;
        long first = Math.floorDiv(months, value) * (long) value;
        yield LocalDate.of(Math.toIntExact(Math.floorDiv(first, 12L)), 1, 1)
            .plusMonths(Math.floorMod(first, 12L))
            .atStartOfDay();
      }
      case YEAR -> LocalDate.of(Math.floorDiv(t.getYear(), value) * value, 1, 1).atStartOfDay();
    };
  }
}
