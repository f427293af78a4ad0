package io.tributary.aggregate;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.LocalDateTime;

/** Local time arithmetic of the {@link QueryOracle}: buckets, date parts and intervals. */
final class OracleDateTimes {
  private OracleDateTimes() {}

  /** Steps from an origin, bucket by bucket. */
  static LocalDateTime bucket(LocalDateTime t, int n, String unit) {
    if (unit.equals("minute") || unit.equals("hour")) {
      long minutes = java.time.Duration.between(LocalDateTime.of(1970, 1, 1, 0, 0), t).toMinutes();
      long step = unit.equals("minute") ? n : n * 60L;
      while (minutes % step != 0) {
        minutes--;
      }
      return LocalDateTime.of(1970, 1, 1, 0, 0).plusMinutes(minutes);
    }
    LocalDate origin =
        unit.equals("week")
            ? LocalDate.of(1970, 1, 5)
            : LocalDate.of(unit.equals("year") ? 0 : 1970, 1, 1);
    LocalDate at = origin;
    for (LocalDate next = at; !next.isAfter(t.toLocalDate()); ) {
      at = next;
      next =
          switch (unit) {
            case "day" -> at.plusDays(n);
            case "week" -> at.plusDays(7L * n);
            case "month" -> at.plusMonths(n);
            case "year" -> at.plusYears(n);
            default -> throw new IllegalArgumentException(unit);
          };
    }
    return at.atStartOfDay();
  }

  static int part(LocalDateTime t, String part) {
    return switch (part) {
      case "minute" -> t.getMinute();
      case "hour" -> t.getHour();
      case "day" -> t.getDayOfMonth();
      case "month" -> t.getMonthValue();
      case "year" -> t.getYear();
      case "weekday" -> t.getDayOfWeek().getValue();
      case "day_of_year" -> t.getDayOfYear();
      case "week", "week_of_year" -> {
        // ISO 8601: a week belongs to the year of its Thursday.
        LocalDate thursday = t.toLocalDate();
        while (thursday.getDayOfWeek() != DayOfWeek.MONDAY) {
          thursday = thursday.minusDays(1);
        }
        thursday = thursday.plusDays(3);
        yield (thursday.getDayOfYear() - 1) / 7 + 1;
      }
      default -> throw new IllegalArgumentException(part);
    };
  }

  static LocalDateTime plus(LocalDateTime t, JsonNode p) {
    int n = p.path("value").asInt(1);
    return switch (p.get("unit").asText()) {
      case "minute" -> t.plusMinutes(n);
      case "hour" -> t.plusHours(n);
      case "day" -> t.plusDays(n);
      case "week" -> t.plusDays(7L * n);
      case "month" -> t.plusMonths(n);
      case "year" -> t.plusYears(n);
      default -> throw new IllegalArgumentException();
    };
  }

  static LocalDateTime minus(LocalDateTime t, JsonNode p) {
    int n = p.path("value").asInt(1);
    return switch (p.get("unit").asText()) {
      case "minute" -> t.minusMinutes(n);
      case "hour" -> t.minusHours(n);
      case "day" -> t.minusDays(n);
      case "week" -> t.minusDays(7L * n);
      case "month" -> t.minusMonths(n);
      case "year" -> t.minusYears(n);
      default -> throw new IllegalArgumentException();
    };
  }
}
