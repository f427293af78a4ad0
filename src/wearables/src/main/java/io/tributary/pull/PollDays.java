package io.tributary.pull;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** Computes the range of days that a poll reads. */
final class PollDays {
  private PollDays() {}

  /**
   * Returns the days since the last poll plus some days that are read again. The first poll of a
   * UTC day also reaches back as far as a device of the provider may upload late, for data without
   * a notification.
   *
   * @param since time up to which everything has been read
   * @param reread days that every poll reads again
   * @param lookBack days that the first poll of a day reads again; 0 for no more than other polls
   * @param most maximum number of days that a poll reaches back
   */
  static PullRange of(Instant since, Instant now, int reread, int lookBack, int most) {
    LocalDate today = day(now);
    LocalDate read = day(since);
    LocalDate first = read.minusDays(read.isBefore(today) ? Math.max(reread, lookBack) : reread);
    LocalDate oldest = today.minusDays(most);
    return new PullRange(
        (first.isBefore(oldest) ? oldest : first).atStartOfDay(ZoneOffset.UTC).toInstant(), now);
  }

  private static LocalDate day(Instant at) {
    return at.atOffset(ZoneOffset.UTC).toLocalDate();
  }
}
