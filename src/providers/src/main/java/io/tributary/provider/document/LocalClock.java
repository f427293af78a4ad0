package io.tributary.provider.document;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;

/**
 * Converts consecutive local times of one zone to instants, such as the readings of a night.
 *
 * <p>When clocks are set back, local times of one hour occur twice. A time that lies before the
 * previous reading then belongs to the second occurrence. Not thread-safe.
 */
public final class LocalClock {
  private final ZoneId zone;
  private ZonedDateTime last;

  /** Starts before the first reading. */
  public LocalClock(ZoneId zone) {
    this.zone = zone;
  }

  /** Starts at a known beginning; no reading lies before it. */
  public LocalClock(ZoneId zone, Instant begin) {
    this.zone = zone;
    this.last = begin.atZone(zone);
  }

  /**
   * Converts the next reading. A time that lies before the previous reading even at its second
   * occurrence is taken literally, because the list is unsorted there.
   */
  public OffsetInstant next(LocalDateTime wall) {
    ZonedDateTime first = wall.atZone(zone).withEarlierOffsetAtOverlap();
    ZonedDateTime second = first.withLaterOffsetAtOverlap();
    boolean again = last != null && first.isBefore(last) && !second.isBefore(last);
    return advance(again ? second : first);
  }

  /**
   * Converts the next reading if only its time of day is given. It belongs to the current day, at
   * its second occurrence if necessary, or otherwise to the next day. Readings are less than a day
   * apart.
   *
   * @throws IllegalStateException without a known beginning, because the day is unknown
   */
  public OffsetInstant next(LocalTime time) {
    if (last == null) {
      throw new IllegalStateException("the day of the first reading is unknown");
    }
    LocalDateTime today = last.toLocalDate().atTime(time);
    ZonedDateTime first = today.atZone(zone).withEarlierOffsetAtOverlap();
    ZonedDateTime second = first.withLaterOffsetAtOverlap();
    // The beginning is exact to the second, readings often only to the minute.
    ZonedDateTime from = last.truncatedTo(java.time.temporal.ChronoUnit.MINUTES);
    if (!first.isBefore(from)) {
      return advance(first);
    }
    return advance(second.isBefore(from) ? today.plusDays(1).atZone(zone) : second);
  }

  /**
   * Returns the elapsed time from the start of the day to this local time, including clock changes.
   */
  public static Duration sinceMidnight(LocalDateTime wall, ZoneId zone) {
    return Duration.between(
        wall.toLocalDate().atStartOfDay(zone).toInstant(), wall.atZone(zone).toInstant());
  }

  private OffsetInstant advance(ZonedDateTime at) {
    last = last == null || at.isAfter(last) ? at : last;
    return new OffsetInstant(at.toInstant(), at.getOffset().getTotalSeconds());
  }
}
