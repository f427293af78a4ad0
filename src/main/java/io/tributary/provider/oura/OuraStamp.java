package io.tributary.provider.oura;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.Optional;

/**
 * An instant and the local offset it was written with.
 *
 * @param offsetSeconds null when neither the text nor the user's zone tells it
 */
record OuraStamp(Instant at, Integer offsetSeconds) {

  /**
   * Reads an ISO date-time. Without an offset it is wall-clock time of the fallback zone; without
   * that it is taken as UTC and the offset stays unknown.
   *
   * @throws IllegalArgumentException when the text is no date-time
   */
  static OuraStamp parse(String field, String text, Optional<ZoneId> fallback) {
    TemporalAccessor parsed;
    try {
      parsed =
          DateTimeFormatter.ISO_DATE_TIME.parseBest(
              text, OffsetDateTime::from, LocalDateTime::from);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(field + " is not a date-time", e);
    }
    if (parsed instanceof OffsetDateTime t) {
      return new OuraStamp(t.toInstant(), t.getOffset().getTotalSeconds());
    }
    LocalDateTime wall = LocalDateTime.from(parsed);
    if (fallback.isEmpty()) {
      return new OuraStamp(wall.toInstant(ZoneOffset.UTC), null);
    }
    ZonedDateTime zoned = wall.atZone(fallback.get());
    return new OuraStamp(zoned.toInstant(), zoned.getOffset().getTotalSeconds());
  }

  /** Midnight of a day in the fallback zone, else in UTC with an unknown offset. */
  static OuraStamp startOf(LocalDate day, Optional<ZoneId> fallback) {
    if (fallback.isEmpty()) {
      return new OuraStamp(day.atStartOfDay(ZoneOffset.UTC).toInstant(), null);
    }
    ZonedDateTime zoned = day.atStartOfDay(fallback.get());
    return new OuraStamp(zoned.toInstant(), zoned.getOffset().getTotalSeconds());
  }

  /** The local date, the UTC one when the offset is unknown. */
  LocalDate date() {
    return at.atOffset(
            offsetSeconds == null ? ZoneOffset.UTC : ZoneOffset.ofTotalSeconds(offsetSeconds))
        .toLocalDate();
  }
}
