package io.tributary.fhir;

import io.tributary.read.UserSummaries;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/**
 * Time range of a search, with inclusive bounds.
 *
 * <p>A date without time means a UTC day for samples, which have no local day, and the user's local
 * day for summaries.
 *
 * @param from first instant of samples
 * @param to last instant of samples
 * @param summariesFrom first instant of summaries, if bounded by a date-time
 * @param summariesTo last instant of summaries, if bounded by a date-time
 * @param firstDay first day of summaries
 * @param lastDay last day of summaries
 */
public record DateRangeFilter(
    Instant from,
    Instant to,
    Instant summariesFrom,
    Instant summariesTo,
    LocalDate firstDay,
    LocalDate lastDay) {
  private static final LocalDate FIRST = LocalDate.of(1, 1, 1);
  private static final LocalDate LAST = LocalDate.of(9999, 12, 31);

  /** Maximum distance between a local day and the instant by which it is sorted. */
  private static final Duration SLACK = Duration.ofDays(3);

  public static final DateRangeFilter ALWAYS =
      new DateRangeFilter(start(FIRST), end(LAST), start(FIRST), end(LAST), FIRST, LAST);

  private static Instant start(LocalDate day) {
    return day.atStartOfDay(ZoneOffset.UTC).toInstant();
  }

  private static Instant end(LocalDate day) {
    return day.atTime(23, 59, 59, 999_999_000).toInstant(ZoneOffset.UTC);
  }

  DateRangeFilter notBefore(LocalDate day) {
    return new DateRangeFilter(
        later(from, start(day)), to, summariesFrom, summariesTo, later(firstDay, day), lastDay);
  }

  DateRangeFilter notAfter(LocalDate day) {
    return new DateRangeFilter(
        from, earlier(to, end(day)), summariesFrom, summariesTo, firstDay, earlier(lastDay, day));
  }

  DateRangeFilter notBefore(Instant at) {
    return new DateRangeFilter(
        later(from, at), to, later(summariesFrom, at), summariesTo, firstDay, lastDay);
  }

  DateRangeFilter notAfter(Instant at) {
    return new DateRangeFilter(
        from, earlier(to, at), summariesFrom, earlier(summariesTo, at), firstDay, lastDay);
  }

  /**
   * Returns the range for summaries, narrowed to instants around its days so that an index can be
   * used.
   */
  UserSummaries.Range summaryRange() {
    Instant begin = firstDay.equals(FIRST) ? summariesFrom : start(firstDay).minus(SLACK);
    Instant finish = lastDay.equals(LAST) ? summariesTo : end(lastDay).plus(SLACK);
    return new UserSummaries.Range(
        later(summariesFrom, begin).truncatedTo(ChronoUnit.MICROS),
        earlier(summariesTo, finish).truncatedTo(ChronoUnit.MICROS),
        firstDay,
        lastDay);
  }

  private static <T extends Comparable<? super T>> T later(T a, T b) {
    return a.compareTo(b) < 0 ? b : a;
  }

  private static <T extends Comparable<? super T>> T earlier(T a, T b) {
    return a.compareTo(b) < 0 ? a : b;
  }
}
