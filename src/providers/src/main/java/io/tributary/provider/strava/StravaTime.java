package io.tributary.provider.strava;

import io.tributary.provider.Puller.Window;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.UtcOffset;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;

/** When and on which local day an activity was. */
final class StravaTime {
  private StravaTime() {}

  /** Seconds east; the vendor writes them as a figure with a point. Null when untold or odd. */
  static Integer offset(LenientJson doc) {
    Double seconds = doc.number("utc_offset", -18 * 3600, 18 * 3600);
    return seconds == null || seconds != Math.rint(seconds)
        ? null
        : UtcOffset.of(seconds.longValue(), ChronoUnit.SECONDS);
  }

  /**
   * The local date of the begin. {@code start_date_local} is a clock on the wall although a Z
   * stands behind it; without it the offset tells the day, and without that it is the UTC one.
   */
  static LocalDate day(LenientJson doc) {
    LocalDateTime wall = doc.wall("start_date_local");
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
