package io.tributary.simulators.oura;

import io.vertx.core.MultiMap;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;
import java.util.Optional;

/** Parses and validates the time windows of data queries. */
final class TimeWindowParser {
  static final Duration MAX_SERIES_RANGE = Duration.ofDays(30);

  private TimeWindowParser() {}

  /** Range of days, both inclusive. */
  record Days(LocalDate from, LocalDate to, String after) {}

  /** Range of instants, both inclusive. */
  record Instants(Instant from, Instant to, String after) {}

  /** Returns the requested days; the default is the last two. */
  static Days days(MultiMap query, OuraDataCollection collection, LocalDate today) {
    Optional<LocalDate> start = date(query, "start_date");
    Optional<LocalDate> end = date(query, "end_date");
    String token = Optional.ofNullable(query.get("next_token")).orElse("");
    if (!token.isEmpty()) {
      PageToken page = PageToken.decode(token, collection);
      sameWindow(start.map(LocalDate::toString), page.from());
      sameWindow(end.map(LocalDate::toString), page.to());
      return new Days(LocalDate.parse(page.from()), LocalDate.parse(page.to()), page.after());
    }
    LocalDate to = end.orElse(today);
    LocalDate from = start.orElse(to.minusDays(1));
    if (from.isAfter(to)) {
      throw OuraErrors.of(400, "start_date must not be after end_date");
    }
    return new Days(from, to, "");
  }

  /**
   * Returns the requested instants; the default is the last day. More than 30 days are rejected.
   */
  static Instants instants(MultiMap query, OuraDataCollection collection, Instant now) {
    Optional<Instant> start = instant(query, "start_datetime");
    Optional<Instant> end = instant(query, "end_datetime");
    String token = Optional.ofNullable(query.get("next_token")).orElse("");
    if (!token.isEmpty()) {
      PageToken page = PageToken.decode(token, collection);
      sameWindow(start.map(Instant::toString), page.from());
      sameWindow(end.map(Instant::toString), page.to());
      return new Instants(Instant.parse(page.from()), Instant.parse(page.to()), page.after());
    }
    Instant to = end.orElse(now);
    Instant from = start.orElse(to.minus(Duration.ofDays(1)));
    if (from.isAfter(to)) {
      throw OuraErrors.of(400, "start_datetime must not be after end_datetime");
    }
    if (Duration.between(from, to).compareTo(MAX_SERIES_RANGE) > 0) {
      throw OuraErrors.of(400, "start_datetime and end_datetime must be within 30 days");
    }
    return new Instants(from, to, "");
  }

  private static void sameWindow(Optional<String> asked, String held) {
    if (asked.isPresent() && !asked.get().equals(held)) {
      throw OuraErrors.of(400, "next_token belongs to another window");
    }
  }

  private static Optional<LocalDate> date(MultiMap query, String name) {
    String text = query.get(name);
    if (text == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(LocalDate.parse(text));
    } catch (DateTimeParseException e) {
      throw OuraErrors.invalid("invalid date format", "value_error.date", "query", name);
    }
  }

  private static Optional<Instant> instant(MultiMap query, String name) {
    String text = query.get(name);
    if (text == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(OffsetDateTime.parse(text).toInstant());
    } catch (DateTimeParseException withoutOffset) {
      try {
        return Optional.of(LocalDateTime.parse(text).toInstant(ZoneOffset.UTC));
      } catch (DateTimeParseException e) {
        throw OuraErrors.invalid("invalid datetime format", "value_error.datetime", "query", name);
      }
    }
  }
}
