package io.tributary.pull;

import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Time range of a historical pull: whole days from {@code start}, up to {@code end}. Both are equal
 * in an empty range.
 */
record PullRange(Instant start, Instant end) {
  /** A calendar day begins up to this many hours before the same day in UTC. */
  private static final int EARLIEST_DAY_HOURS = 14;

  /** Range of the provider's calendar days, both inclusive. */
  record Days(LocalDate first, LocalDate last) {}

  /**
   * Computes the range: end = min(now, ingestion end), start = max(now - days, ingestion start).
   *
   * @param days 0 for no history
   * @param from first day that may be stored, or null
   * @param to last day that may be stored, or null
   */
  static PullRange of(Instant now, int days, LocalDate from, LocalDate to) {
    LocalDate first = now.atOffset(ZoneOffset.UTC).toLocalDate().minusDays(days);
    if (from != null && from.isAfter(first)) {
      first = from;
    }
    Instant end = now.truncatedTo(ChronoUnit.SECONDS);
    if (to != null) {
      Instant bound = to.atTime(LocalTime.of(23, 59, 59)).toInstant(ZoneOffset.UTC);
      end = bound.isBefore(end) ? bound : end;
    }
    Instant start = days < 1 ? end : first.atStartOfDay(ZoneOffset.UTC).toInstant();
    return start.isBefore(end) ? new PullRange(start, end) : new PullRange(end, end);
  }

  boolean isEmpty() {
    return !start.isBefore(end);
  }

  /** Returns the days to request. The last one may already have begun for users east of UTC. */
  Days calendarDays() {
    return new Days(
        start.atOffset(ZoneOffset.UTC).toLocalDate(),
        end.atOffset(ZoneOffset.ofHours(EARLIEST_DAY_HOURS)).toLocalDate());
  }

  /** Splits the days into windows of at most the given length, newest first. */
  static List<Days> windows(Days all, int windowDays) {
    List<Days> out = new ArrayList<>();
    for (LocalDate last = all.last(); !last.isBefore(all.first()); ) {
      LocalDate first = Collections.max(List.of(all.first(), last.minusDays(windowDays - 1L)));
      out.add(new Days(first, last));
      last = first.minusDays(1);
    }
    return out;
  }

  /** Returns true when both ranges cover the same days. */
  boolean coversSameDays(PullRange other) {
    return calendarDays().equals(other.calendarDays());
  }
}
