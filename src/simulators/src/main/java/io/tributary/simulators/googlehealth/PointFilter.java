package io.tributary.simulators.googlehealth;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Filter of a list: clauses joined by {@code AND} over the time field of its type. Bounds are
 * instants or the person's local time, depending on the type.
 *
 * @param physical whether the bounds are instants; otherwise they are local times, parsed as UTC
 * @param from inclusive
 * @param to exclusive
 */
record PointFilter(boolean physical, Instant from, Instant to) {
  private static final Pattern CLAUSE =
      Pattern.compile("([a-z0-9_]+)\\.([a-z_.]+) (>=|<) \"([^\"]*)\"");

  static PointFilter of(DataType type, String text) {
    boolean physical =
        switch (type.shape()) {
          case INTERVAL, NIGHT, SAMPLE -> true;
          case SESSION, DAILY, ROLLED -> false;
        };
    Instant from = Instant.MIN;
    Instant to = Instant.MAX;
    for (String part : text.isEmpty() ? new String[0] : text.split(" AND ")) {
      Matcher clause = CLAUSE.matcher(part);
      if (!clause.matches()
          || !clause.group(1).equals(type.snake())
          || !clause.group(2).equals(type.shape().field())) {
        throw GoogleHealthErrors.invalid(
            "Invalid filter: " + type.snake() + "." + type.shape().field());
      }
      Instant bound = bound(type, clause.group(4));
      if (clause.group(3).equals("<")) {
        to = bound;
      } else {
        from = bound;
      }
    }
    return new PointFilter(physical, from, to);
  }

  private static Instant bound(DataType type, String text) {
    try {
      return switch (type.shape()) {
        case INTERVAL, NIGHT, SAMPLE -> Instant.parse(text);
        case SESSION -> LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
        case DAILY -> LocalDate.parse(text).atTime(LocalTime.MIN).toInstant(ZoneOffset.UTC);
        case ROLLED -> throw GoogleHealthErrors.invalid("This type has no data points");
      };
    } catch (DateTimeException e) {
      throw GoogleHealthErrors.invalid("Invalid time in filter");
    }
  }

  boolean matches(DataPoint point) {
    Instant at = physical ? point.when() : point.localTime().toInstant(ZoneOffset.UTC);
    return !at.isBefore(from) && at.isBefore(to);
  }

  /** Returns a day before which no point matches. */
  LocalDate firstDay() {
    return from.equals(Instant.MIN) ? LocalDate.of(1970, 1, 1) : utc(from).minusDays(2);
  }

  /** Returns a day after which no point matches. */
  LocalDate lastDay() {
    return to.equals(Instant.MAX) ? LocalDate.of(2999, 1, 1) : utc(to).plusDays(2);
  }

  private static LocalDate utc(Instant at) {
    return at.atOffset(ZoneOffset.UTC).toLocalDate();
  }
}
