package io.tributary.lab.protocol.hl7;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses HL7 timestamps, with any precision from the year down to fractions of a second. */
final class Hl7Times {
  private static final Pattern FORMAT =
      Pattern.compile(
          "(\\d{4})(?:(\\d{2})(?:(\\d{2})(?:(\\d{2})(?:(\\d{2})(?:(\\d{2})(?:\\.\\d{1,9})?)?)?)?)?)?"
              + "([+-]\\d{4})?");

  private Hl7Times() {}

  /** Parses a timestamp and fills missing parts with their minimum; empty if it is invalid. */
  static Optional<Instant> parseInstant(String text, ZoneId zone) {
    Matcher m = FORMAT.matcher(text.strip());
    if (!m.matches()) {
      return Optional.empty();
    }
    try {
      LocalDateTime local =
          LocalDateTime.of(date(m), LocalTime.of(part(m, 4, 0), part(m, 5, 0), part(m, 6, 0)));
      return Optional.of(
          m.group(7) == null
              ? local.atZone(zone).toInstant()
              : local.toInstant(ZoneOffset.of(m.group(7))));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /** Parses a date; empty unless the day is given. */
  static Optional<LocalDate> parseDate(String text) {
    Matcher m = FORMAT.matcher(text.strip());
    if (!m.matches() || m.group(3) == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(date(m));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static LocalDate date(Matcher m) {
    return LocalDate.of(Integer.parseInt(m.group(1)), part(m, 2, 1), part(m, 3, 1));
  }

  private static int part(Matcher m, int group, int otherwise) {
    return m.group(group) == null ? otherwise : Integer.parseInt(m.group(group));
  }
}
