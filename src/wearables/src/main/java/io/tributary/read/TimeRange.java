package io.tributary.read;

import io.tributary.core.Times;
import io.tributary.http.QueryParameters;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * The range of a read (wearables-data.md §1); both ends are inclusive. Bare dates, with the end
 * absent or bare too, mean the user's own days; as soon as one bound is a date-time, both are
 * instants.
 */
public sealed interface TimeRange {
  /** Calendar days of the record. */
  record Days(LocalDate from, LocalDate to) implements TimeRange {}

  /** Instants. */
  record Instants(Instant from, Instant to) implements TimeRange {}

  /** Far enough east that no user's day is later: what "now" is as a date. */
  ZoneOffset EASTERNMOST = ZoneOffset.ofHours(14);

  /** What a missing or faulty bound reads as until the faults are reported. */
  TimeRange NONE = new Instants(Instant.EPOCH, Instant.EPOCH);

  /** By day or by instant, as the bounds were written. Faults are listed in the query. */
  static TimeRange of(QueryParameters query, Instant now) {
    Optional<Bound> start = start(query, false);
    Optional<Bound> end = end(query, false);
    if (start.isEmpty() || end.isEmpty() && query.text("end_date").isPresent()) {
      return NONE;
    }
    if (start.get().bare() && end.map(Bound::bare).orElse(true)) {
      LocalDate to = end.map(Bound::date).orElseGet(() -> now.atOffset(EASTERNMOST).toLocalDate());
      return ordered(query, new Days(start.get().date(), to));
    }
    return ordered(query, new Instants(start.get().first(), end.map(Bound::last).orElse(now)));
  }

  /** For resources that take bare dates only. */
  static TimeRange ofDates(QueryParameters query, Instant now) {
    Optional<Bound> start = start(query, true);
    Optional<Bound> end = end(query, true);
    if (start.isEmpty()) {
      return NONE;
    }
    LocalDate to = end.map(Bound::date).orElseGet(() -> now.atOffset(EASTERNMOST).toLocalDate());
    return ordered(query, new Days(start.get().date(), to));
  }

  /** For samples, which have no day of their own: bare dates are days in UTC. */
  static Instants ofInstants(QueryParameters query, Instant now) {
    Optional<Bound> start = start(query, false);
    Optional<Bound> end = end(query, false);
    Instants range =
        new Instants(
            start.map(Bound::first).orElse(Instant.EPOCH), end.map(Bound::last).orElse(now));
    return start.isEmpty() ? range : ordered(query, range);
  }

  private static Optional<Bound> start(QueryParameters query, boolean dateOnly) {
    Optional<String> text = query.text("start_date");
    if (text.isEmpty()) {
      query.add("start_date", "Field required", "missing");
      return Optional.empty();
    }
    return Bound.read(query, "start_date", text.get(), dateOnly);
  }

  private static Optional<Bound> end(QueryParameters query, boolean dateOnly) {
    return query.text("end_date").flatMap(t -> Bound.read(query, "end_date", t, dateOnly));
  }

  private static <R extends TimeRange> R ordered(QueryParameters query, R range) {
    boolean ordered =
        switch (range) {
          case Days d -> !d.from().isAfter(d.to());
          case Instants i -> !i.from().isAfter(i.to());
          default -> throw new IllegalStateException();
        };
    if (!ordered) {
      query.add("start_date", "start_date should not be after end_date", "value_error");
    }
    return range;
  }

  /** One bound as written: a bare date, or an instant. */
  record Bound(LocalDate date, Instant instant) {
    static Optional<Bound> read(QueryParameters query, String name, String text, boolean dateOnly) {
      Optional<Bound> bound = Times.date(text).map(d -> new Bound(d, null));
      if (bound.isEmpty() && !dateOnly) {
        bound = Times.instant(text).map(i -> new Bound(null, i));
      }
      bound = bound.filter(Bound::sane);
      if (bound.isEmpty()) {
        query.add(
            name,
            dateOnly
                ? "Input should be a date, YYYY-MM-DD"
                : "Input should be a date, YYYY-MM-DD, or an ISO 8601 date-time",
            dateOnly ? "date_parsing" : "datetime_parsing");
      }
      return bound;
    }

    /** Four digits of year, as every client writes and the database takes. */
    private boolean sane() {
      int year = first().atOffset(ZoneOffset.UTC).getYear();
      return year >= 1 && year <= 9999;
    }

    boolean bare() {
      return date != null;
    }

    Instant first() {
      return bare() ? date.atStartOfDay(ZoneOffset.UTC).toInstant() : instant;
    }

    /** The last microsecond of the day: the database knows no finer time. */
    Instant last() {
      return bare()
          ? date.plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant().minusNanos(1000)
          : instant;
    }
  }
}
