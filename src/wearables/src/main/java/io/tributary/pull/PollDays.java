package io.tributary.pull;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;

/** The days that a poll reads. */
final class PollDays {
  private PollDays() {}

  /**
   * The last days again, and more when nobody has looked for longer. The first poll of a UTC day
   * also goes back as far as a device of the provider may upload late, for what no notice told of.
   *
   * @param since everything before it has been read
   * @param reread days that every poll reads again
   * @param lookBack days that the first poll of a day reads again; 0: no more than others
   * @param most days that a poll goes back at most
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
