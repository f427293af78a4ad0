package io.tributary.provider.document;

import io.tributary.model.LocalZone;
import io.tributary.model.ZonePolicy;
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
 * An instant of the years 1 to 9999 and its local offset.
 *
 * @param offsetSeconds null when nobody tells it: it is never made up
 */
public record OffsetInstant(Instant at, Integer offsetSeconds) {
  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");
  private static final Instant END = Instant.parse("+10000-01-01T00:00:00Z");

  public OffsetInstant {
    LenientJson.required("time", at);
    if (at.isBefore(FIRST) || !at.isBefore(END)) {
      throw new IllegalArgumentException("time is beyond all calendars");
    }
  }

  /**
   * Reads an ISO date-time. Without an offset it is wall-clock time of the fallback zone; without
   * that it is taken as UTC and the offset stays unknown.
   *
   * @throws IllegalArgumentException when the text is no date-time
   */
  public static OffsetInstant parse(String field, String text, Optional<ZoneId> fallback) {
    return parse(field, text, zone(fallback));
  }

  /** The same where the provider may know the zone, or the policy say otherwise. */
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
   * A clock on the wall: a time that it skipped is as much later as was skipped, of one that it
   * showed twice the first is meant. Where clocks follow one another, {@link LocalClock} knows
   * better.
   */
  public static OffsetInstant local(LocalDateTime wall, LocalZone zone) {
    return in(zone, zone.instant(wall));
  }

  /** An instant, with what is known of where it was. */
  public static OffsetInstant in(LocalZone zone, Instant at) {
    return new OffsetInstant(at, zone.offset(at));
  }

  /** Midnight of a day in the fallback zone, else in UTC with an unknown offset. */
  public static OffsetInstant startOf(LocalDate day, Optional<ZoneId> fallback) {
    return fallback
        .map(z -> in(zone(fallback), day.atStartOfDay(z).toInstant()))
        .orElseGet(() -> new OffsetInstant(day.atStartOfDay(ZoneOffset.UTC).toInstant(), null));
  }

  /** What is known where only the user's zone may be. */
  public static LocalZone zone(Optional<ZoneId> fallback) {
    return new LocalZone(null, null, fallback.orElse(null), ZonePolicy.FALLBACK_OR_NULL);
  }

  /** What is known where the provider names a zone, and the user's stands in for it. */
  public static LocalZone zone(ZoneId provider, Optional<ZoneId> fallback) {
    return new LocalZone(null, provider, fallback.orElse(null), ZonePolicy.FALLBACK_OR_NULL);
  }

  /** So much after a begin; null when that is beyond all calendars. */
  static Instant known(Instant begin, long count, ChronoUnit unit) {
    try {
      Instant at = begin.plus(count, unit);
      return at.isBefore(FIRST) || !at.isBefore(END) ? null : at;
    } catch (DateTimeException | ArithmeticException e) {
      return null;
    }
  }

  /** The same moment of somebody whose offset is known otherwise. */
  public OffsetInstant withOffset(Integer seconds) {
    return new OffsetInstant(at, seconds);
  }

  public OffsetInstant plusSeconds(long seconds) {
    return new OffsetInstant(at.plusSeconds(seconds), offsetSeconds);
  }

  /** The local date, the UTC one when the offset is unknown. */
  public LocalDate date() {
    return at.atOffset(
            offsetSeconds == null ? ZoneOffset.UTC : ZoneOffset.ofTotalSeconds(offsetSeconds))
        .toLocalDate();
  }
}
