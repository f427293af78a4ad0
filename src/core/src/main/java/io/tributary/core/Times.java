package io.tributary.core;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/**
 * Dates and times of the API: instants print as {@code 2026-03-02T07:48:11+00:00}, with a fraction
 * only if it is not zero.
 */
public final class Times {
  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

  private Times() {}

  public static String format(Instant at) {
    StringBuilder out = new StringBuilder(32);
    OffsetDateTime t = at.atOffset(ZoneOffset.UTC);
    out.append(t.toLocalDate()).append('T');
    twoDigits(out, t.getHour()).append(':');
    twoDigits(out, t.getMinute()).append(':');
    twoDigits(out, t.getSecond());
    int micros = t.getNano() / 1000;
    if (micros != 0) {
      out.append('.').append(Integer.toString(1_000_000 + micros), 1, 7);
    }
    return out.append("+00:00").toString();
  }

  private static StringBuilder twoDigits(StringBuilder out, int n) {
    return out.append((char) ('0' + n / 10)).append((char) ('0' + n % 10));
  }

  public static Optional<LocalDate> parseDate(String text) {
    if (text == null || text.length() != 10) {
      return Optional.empty();
    }
    try {
      return Optional.of(LocalDate.parse(text));
    } catch (DateTimeParseException e) {
      return Optional.empty();
    }
  }

  /**
   * Parses an ISO instant of the years 1 to 9999, the range that clients and the database support.
   *
   * <p>Without an offset it is read as UTC. A space in place of the offset's "+", from an unescaped
   * query string, is accepted.
   */
  public static Optional<Instant> parseInstant(String text) {
    return parse(text).filter(t -> !t.isBefore(FIRST) && t.isBefore(END));
  }

  private static Optional<Instant> parse(String text) {
    if (text == null || text.length() < 16 || text.length() > 40) {
      return Optional.empty();
    }
    String t =
        text.length() > 19 ? text.substring(0, 19) + text.substring(19).replace(' ', '+') : text;
    try {
      return Optional.of(OffsetDateTime.parse(t).toInstant());
    } catch (DateTimeParseException withOffset) {
      try {
        return Optional.of(LocalDateTime.parse(t.replace(' ', 'T')).toInstant(ZoneOffset.UTC));
      } catch (DateTimeParseException e) {
        return Optional.empty();
      }
    }
  }
}
