package io.tributary.provider.document;

import io.tributary.model.LocalZone;
import io.tributary.model.TimeZonePolicy;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.time.temporal.TemporalAccessor;
import java.util.Optional;

/**
 * Instant within the years 1 to 9999 with its local UTC offset.
 *
 * @param offsetSeconds null if unknown; never guessed
 */
public record OffsetInstant(Instant at, Integer offsetSeconds) {
  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

  public OffsetInstant {
    LenientJson.required("time", at);
    if (at.isBefore(FIRST) || !at.isBefore(END)) {
      throw new IllegalArgumentException("time is out of range");
    }
  }

  /**
   * Parses an ISO date-time. Without an offset it is local time of the fallback zone; without a
   * fallback zone it counts as UTC and the offset stays unknown.
   *
   * @throws IllegalArgumentException if the text is not a date-time
   */
  public static OffsetInstant parse(String field, String text, Optional<ZoneId> fallback) {
    return parse(field, text, zone(fallback));
  }

  /** Parses an ISO date-time with a zone that the provider or a policy may determine. */
  public static OffsetInstant parse(String field, String text, LocalZone zone) {
    TemporalAccessor parsed;
    try {
      parsed =
          DateTimeFormatter.ISO_DATE_TIME.parseBest(
              text, OffsetDateTime::from, LocalDateTime::from);
    } catch (DateTimeException e) {
      throw new IllegalArgumentException(field + " is not a date-time", e);
    }
    return parsed instanceof OffsetDateTime t
        ? new OffsetInstant(t.toInstant(), t.getOffset().getTotalSeconds())
        : local(LocalDateTime.from(parsed), zone);
  }

  /**
   * Converts a local time. A time in a gap moves forward by the length of the gap; an ambiguous
   * time means the first occurrence. For consecutive times, {@link LocalClock} is more accurate.
   */
  public static OffsetInstant local(LocalDateTime wall, LocalZone zone) {
    return inZone(zone, zone.instant(wall));
  }

  /** Adds the offset that is known for an instant. */
  public static OffsetInstant inZone(LocalZone zone, Instant at) {
    return new OffsetInstant(at, zone.offset(at));
  }

  /** Returns midnight of a day in the fallback zone, or in UTC with an unknown offset. */
  public static OffsetInstant startOf(LocalDate day, Optional<ZoneId> fallback) {
    return fallback
        .map(z -> inZone(zone(fallback), day.atStartOfDay(z).toInstant()))
        .orElseGet(() -> new OffsetInstant(day.atStartOfDay(ZoneOffset.UTC).toInstant(), null));
  }

  /** Returns a zone of which at most the user's fallback is known. */
  public static LocalZone zone(Optional<ZoneId> fallback) {
    return new LocalZone(null, null, fallback.orElse(null), TimeZonePolicy.FALLBACK_OR_NULL);
  }

  /** Returns the zone that the provider names, with the user's zone as a fallback. */
  public static LocalZone zone(ZoneId provider, Optional<ZoneId> fallback) {
    return new LocalZone(null, provider, fallback.orElse(null), TimeZonePolicy.FALLBACK_OR_NULL);
  }

  /** Adds a count of units to a beginning; null if the result is outside of the supported years. */
  static Instant plusIfSupported(Instant begin, long count, ChronoUnit unit) {
    try {
      Instant at = begin.plus(count, unit);
      return at.isBefore(FIRST) || !at.isBefore(END) ? null : at;
    } catch (DateTimeException | ArithmeticException e) {
      return null;
    }
  }

  /** Returns the same instant with an offset known from elsewhere. */
  public OffsetInstant withOffset(Integer seconds) {
    return new OffsetInstant(at, seconds);
  }

  public OffsetInstant plusSeconds(long seconds) {
    return new OffsetInstant(at.plusSeconds(seconds), offsetSeconds);
  }

  /** Returns the local date, or the UTC date if the offset is unknown. */
  public LocalDate date() {
    return at.atOffset(
            offsetSeconds == null ? ZoneOffset.UTC : ZoneOffset.ofTotalSeconds(offsetSeconds))
        .toLocalDate();
  }
}
