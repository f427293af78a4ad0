package io.tributary.provider.document;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/**
 * Clocks on the wall of one zone that follow one another, such as the readings of a night: in the
 * hour that the clock shows twice, a time that lies before the one before is of the second round.
 * Not thread-safe.
 */
public final class LocalClock {
  private final ZoneId zone;
  private ZonedDateTime last;

  /** Before the first reading. */
  public LocalClock(ZoneId zone) {
    this.zone = zone;
  }

  /** After a known begin: readings lie at it or later. */
  public LocalClock(ZoneId zone, Instant begin) {
    this.zone = zone;
    this.last = begin.atZone(zone);
  }

  /**
   * The moment of the next reading. One that is before the last even in the second round is what it
   * says: the list is not sorted there.
   */
  public OffsetInstant next(LocalDateTime wall) {
    ZonedDateTime first = wall.atZone(zone).withEarlierOffsetAtOverlap();
    ZonedDateTime second = first.withLaterOffsetAtOverlap();
    boolean again = last != null && first.isBefore(last) && !second.isBefore(last);
    return told(again ? second : first);
  }

  /**
   * The moment of the next reading of which only the time of day is told: of this day, in the
   * second round if need be, else of the next day. Readings are less than a day apart.
   *
   * @throws IllegalStateException without a begin: nobody knows the day
   */
  public OffsetInstant next(LocalTime time) {
    if (last == null) {
      throw new IllegalStateException("the first reading has no day");
    }
    LocalDateTime today = last.toLocalDate().atTime(time);
    ZonedDateTime first = today.atZone(zone).withEarlierOffsetAtOverlap();
    ZonedDateTime second = first.withLaterOffsetAtOverlap();
    // A begin is told to the second, readings often to the minute only.
    ZonedDateTime from = last.truncatedTo(java.time.temporal.ChronoUnit.MINUTES);
    if (!first.isBefore(from)) {
      return told(first);
    }
    return told(second.isBefore(from) ? today.plusDays(1).atZone(zone) : second);
  }

  /** How long after the begin of the day this clock is, in hours that really passed. */
  public static Duration sinceMidnight(LocalDateTime wall, ZoneId zone) {
    return Duration.between(
        wall.toLocalDate().atStartOfDay(zone).toInstant(), wall.atZone(zone).toInstant());
  }

  private OffsetInstant told(ZonedDateTime at) {
    last = last == null || at.isAfter(last) ? at : last;
    return new OffsetInstant(at.toInstant(), at.getOffset().getTotalSeconds());
  }
}
