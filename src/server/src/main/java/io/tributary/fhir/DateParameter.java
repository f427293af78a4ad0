package io.tributary.fhir;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.YearMonth;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Search parameter {@code date}: a prefix and a date or date-time of any precision (FHIR R4,
 * search, §3.1.1.5.8). It is compared with the start of the observation.
 */
final class DateParameter {
  private static final Pattern FORM =
      Pattern.compile(
          "(eq|ge|gt|le|lt|sa|eb)?(\\d{4})(?:-(\\d{2})(?:-(\\d{2})"
              + "(?:T(\\d{2}):(\\d{2})(?::(\\d{2})(\\.\\d{1,9})?)?(Z|[ +-]\\d{2}:\\d{2})?)?)?)?");

  private DateParameter() {}

  /**
   * Returns the range narrowed by a value; empty if the value is invalid or its prefix is not
   * supported.
   */
  static Optional<DateRangeFilter> narrow(DateRangeFilter when, String text) {
    Matcher m = FORM.matcher(text);
    if (!m.matches()) {
      return Optional.empty();
    }
    String prefix = m.group(1) == null ? "eq" : m.group(1);
    try {
      return Optional.of(m.group(5) == null ? days(when, prefix, m) : instants(when, prefix, m));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  private static DateRangeFilter days(DateRangeFilter when, String prefix, Matcher m) {
    LocalDate first;
    LocalDate last;
    if (m.group(3) == null) {
      first = LocalDate.parse(m.group(2) + "-01-01");
      last = first.withMonth(12).withDayOfMonth(31);
    } else if (m.group(4) == null) {
      YearMonth month = YearMonth.parse(m.group(2) + "-" + m.group(3));
      first = month.atDay(1);
      last = month.atEndOfMonth();
    } else {
      first = LocalDate.parse(m.group(2) + "-" + m.group(3) + "-" + m.group(4));
      last = first;
    }
    return switch (prefix) {
      case "eq" -> when.notBefore(first).notAfter(last);
      case "ge" -> when.notBefore(first);
      case "gt", "sa" -> when.notBefore(last.plusDays(1));
      case "le" -> when.notAfter(last);
      // The pattern leaves only lt and eb.
      default -> when.notAfter(first.minusDays(1));
    };
  }

  private static DateRangeFilter instants(DateRangeFilter when, String prefix, Matcher m) {
    // An unescaped plus in a query string arrives as a space.
    String zone = m.group(9) == null ? "Z" : m.group(9).replace(' ', '+');
    String second = m.group(7) == null ? "00" : m.group(7);
    Duration length = Duration.ofMinutes(1);
    if (m.group(8) != null) {
      length = Duration.ofNanos(Math.max(1000, (long) Math.pow(10, 10 - m.group(8).length())));
    } else if (m.group(7) != null) {
      length = Duration.ofSeconds(1);
    }
    Instant from =
        LocalDateTime.parse(
                "%s-%s-%sT%s:%s:%s%s"
                    .formatted(
                        m.group(2),
                        m.group(3),
                        m.group(4),
                        m.group(5),
                        m.group(6),
                        second,
                        m.group(8) == null ? "" : m.group(8)))
            .toInstant(offset(zone));
    Instant next = from.plus(length);
    return switch (prefix) {
      case "eq" -> when.notBefore(from).notAfter(before(next));
      case "ge" -> when.notBefore(from);
      case "gt", "sa" -> when.notBefore(next);
      case "le" -> when.notAfter(before(next));
      // The pattern leaves only lt and eb.
      default -> when.notAfter(before(from));
    };
  }

  private static ZoneOffset offset(String zone) {
    try {
      return ZoneOffset.of(zone);
    } catch (java.time.DateTimeException e) {
      throw new DateTimeParseException("offset", zone, 0);
    }
  }

  /** Returns the preceding instant; the database resolution is one microsecond. */
  private static Instant before(Instant at) {
    return at.minusNanos(1000);
  }
}
