package io.tributary.provider.fitbit;

import io.tributary.provider.document.LenientJson;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.List;

/**
 * Start and end of a sleep. Both are wall-clock times; in a repeated hour, the length of the sleep
 * decides between the two instants.
 *
 * @param offsetSeconds offset of the end
 */
record FitbitSleepWindow(Instant start, Instant stop, int offsetSeconds) {
  /**
   * @throws IllegalArgumentException if a time is missing, or the end is before the start
   */
  static FitbitSleepWindow of(LenientJson sleep, ZoneId zone) {
    LocalDateTime from = LenientJson.required("startTime", sleep.localDateTime("startTime"));
    LocalDateTime to = LenientJson.required("endTime", sleep.localDateTime("endTime"));
    Double millis = sleep.nonNegative("duration");
    FitbitSleepWindow best = null;
    double least = Double.MAX_VALUE;
    for (ZonedDateTime start : candidates(from, zone)) {
      for (ZonedDateTime stop : candidates(to, zone)) {
        double length = Duration.between(start, stop).toMillis();
        // Without a length, the shortest sleep that is not negative is chosen.
        double off = millis == null ? length : Math.abs(length - millis);
        if (length >= 0 && off < least) {
          best =
              new FitbitSleepWindow(
                  start.toInstant(), stop.toInstant(), stop.getOffset().getTotalSeconds());
          least = off;
        }
      }
    }
    if (best == null) {
      throw new IllegalArgumentException("endTime is before startTime");
    }
    return best;
  }

  private static List<ZonedDateTime> candidates(LocalDateTime wall, ZoneId zone) {
    ZonedDateTime first = wall.atZone(zone).withEarlierOffsetAtOverlap();
    return List.of(first, first.withLaterOffsetAtOverlap());
  }

  int seconds() {
    return (int) Duration.between(start, stop).toSeconds();
  }
}
