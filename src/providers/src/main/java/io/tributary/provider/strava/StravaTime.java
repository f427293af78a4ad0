package io.tributary.provider.strava;

import io.tributary.provider.Puller.Window;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.UtcOffset;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** Time and local day of an activity. */
final class StravaTime {
  private StravaTime() {}

  /**
   * Returns the seconds east of UTC, which the API writes as a decimal number; null if absent or
   * invalid.
   */
  static Integer offset(LenientJson doc) {
    Double seconds = doc.number("utc_offset", -18 * 3600, 18 * 3600);
    return seconds == null || seconds != Math.rint(seconds)
        ? null
        : UtcOffset.of(seconds.longValue(), ChronoUnit.SECONDS);
  }

  /**
   * Returns the local date of the start. {@code start_date_local} is a wall-clock time although it
   * ends in Z. Without it the offset determines the day, and without an offset the day is that of
   * UTC.
   */
  static LocalDate day(LenientJson doc) {
    LocalDateTime wall = doc.localDateTime("start_date_local");
    if (wall != null) {
      return wall.toLocalDate();
    }
    Instant start = doc.instant("start_date");
    Integer offset = offset(doc);
    return start == null
        ? null
        : start
            .atOffset(offset == null ? ZoneOffset.UTC : ZoneOffset.ofTotalSeconds(offset))
            .toLocalDate();
  }

  static boolean within(LocalDate day, Window window) {
    return !day.isBefore(window.first()) && !day.isAfter(window.last());
  }
}
