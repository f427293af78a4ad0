package io.tributary.read;

import io.tributary.core.Times;
import io.tributary.http.QueryParameters;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * Time range of a read, with inclusive bounds.
 *
 * <p>If the start is a date without time and the end is one too or absent, the range consists of
 * the user's local days. As soon as one bound is a date-time, both are instants.
 */
public sealed interface TimeRange {
  /** Local calendar days. */
  record Days(LocalDate from, LocalDate to) implements TimeRange {}

  /** Range of instants. */
  record Instants(Instant from, Instant to) implements TimeRange {}

  /** Easternmost offset: the date there is the latest local date of any user. */
  ZoneOffset EASTERNMOST = ZoneOffset.ofHours(14);

  /** Placeholder for a missing or invalid bound until the errors are reported. */
  TimeRange NONE = new Instants(Instant.EPOCH, Instant.EPOCH);

  /**
   * Parses the range by day or by instant, depending on the bounds. Errors are added to the query.
   */
  static TimeRange of(QueryParameters query, Instant now) {
    Optional<Bound> start = start(query, false);
    Optional<Bound> end = end(query, false);
    if (start.isEmpty() || end.isEmpty() && query.text("end_date").isPresent()) {
      return NONE;
    }
    if (start.get().isDate() && end.map(Bound::isDate).orElse(true)) {
      LocalDate to = end.map(Bound::date).orElseGet(() -> now.atOffset(EASTERNMOST).toLocalDate());
      return requireOrdered(query, new Days(start.get().date(), to));
    }
    return requireOrdered(
        query, new Instants(start.get().first(), end.map(Bound::last).orElse(now)));
  }

  /** Parses the range for resources that accept only dates. */
  static TimeRange ofDates(QueryParameters query, Instant now) {
    Optional<Bound> start = start(query, true);
    Optional<Bound> end = end(query, true);
    if (start.isEmpty()) {
      return NONE;
    }
    LocalDate to = end.map(Bound::date).orElseGet(() -> now.atOffset(EASTERNMOST).toLocalDate());
    return requireOrdered(query, new Days(start.get().date(), to));
  }

  /** Parses the range for samples, which have no local day: dates are UTC days. */
  static Instants ofInstants(QueryParameters query, Instant now) {
    Optional<Bound> start = start(query, false);
    Optional<Bound> end = end(query, false);
    Instants range =
        new Instants(
            start.map(Bound::first).orElse(Instant.EPOCH), end.map(Bound::last).orElse(now));
    return start.isEmpty() ? range : requireOrdered(query, range);
  }

  private static Optional<Bound> start(QueryParameters query, boolean dateOnly) {
    Optional<String> text = query.text("start_date");
    if (text.isEmpty()) {
      query.addError("start_date", "Field required", "missing");
      return Optional.empty();
    }
    return Bound.read(query, "start_date", text.get(), dateOnly);
  }

  private static Optional<Bound> end(QueryParameters query, boolean dateOnly) {
    return query.text("end_date").flatMap(t -> Bound.read(query, "end_date", t, dateOnly));
  }

  private static <R extends TimeRange> R requireOrdered(QueryParameters query, R range) {
    boolean ordered =
        switch (range) {
          case Days d -> !d.from().isAfter(d.to());
          case Instants i -> !i.from().isAfter(i.to());
          default -> throw new IllegalStateException();
        };
    if (!ordered) {
      query.addError("start_date", "start_date should not be after end_date", "value_error");
    }
    return range;
  }

  /** Single bound: a date or an instant. */
  record Bound(LocalDate date, Instant instant) {
    static Optional<Bound> read(QueryParameters query, String name, String text, boolean dateOnly) {
      Optional<Bound> bound = Times.parseDate(text).map(d -> new Bound(d, null));
      if (bound.isEmpty() && !dateOnly) {
        bound = Times.parseInstant(text).map(i -> new Bound(null, i));
      }
      bound = bound.filter(Bound::hasValidYear);
      if (bound.isEmpty()) {
        query.addError(
            name,
            dateOnly
                ? "Input should be a date, YYYY-MM-DD"
                : "Input should be a date, YYYY-MM-DD, or an ISO 8601 date-time",
            dateOnly ? "date_parsing" : "datetime_parsing");
      }
      return bound;
    }

    /** Returns whether the year has at most four digits, as clients and the database require. */
    private boolean hasValidYear() {
      int year = first().atOffset(ZoneOffset.UTC).getYear();
      return year >= 1 && year <= 9999;
    }

    boolean isDate() {
      return date != null;
    }

    Instant first() {
      return isDate() ? date.atStartOfDay(ZoneOffset.UTC).toInstant() : instant;
    }

    /** Returns the last microsecond of the day, which is the database resolution. */
    Instant last() {
      return isDate()
          ? date.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant().minusNanos(1000)
          : instant;
    }
  }
}
