package io.tributary.provider.document;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;

/** Local UTC offsets in seconds, east positive; null if unknown. */
public final class UtcOffset {
  private static final Pattern SECONDS = Pattern.compile("[+-]?\\d{1,6}s");
  private static final int QUARTER_HOUR = 15 * 60;

  /**
   * Smallest and largest offsets in use since zones have been multiples of a quarter of an hour.
   */
  private static final int WESTERNMOST = -12 * 3600;

  private static final int EASTERNMOST = 14 * 3600;

  private UtcOffset() {}

  /** Parses {@code +02:00}, {@code +0200}, {@code Z} or {@code 7200s}. */
  public static Integer of(String text) {
    String t = text.strip();
    try {
      return SECONDS.matcher(t).matches()
          ? of(Long.parseLong(t.substring(0, t.length() - 1)), ChronoUnit.SECONDS)
          : Integer.valueOf(ZoneOffset.of(t).getTotalSeconds());
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** Converts a number of seconds, minutes or millis; null if such an offset cannot exist. */
  public static Integer of(long count, ChronoUnit unit) {
    double seconds = count * (unit.getDuration().toNanos() / 1e9);
    return Math.abs(seconds) <= ZoneOffset.MAX.getTotalSeconds() ? (Integer) (int) seconds : null;
  }

  /**
   * Returns the difference between a local time and an instant, rounded to a quarter of an hour.
   * Vendors that write both record them seconds apart.
   */
  public static Integer between(LocalDateTime wall, Instant at) {
    long ahead = Duration.between(at, wall.toInstant(ZoneOffset.UTC)).toSeconds();
    long rounded = Math.floorDiv(ahead + QUARTER_HOUR / 2, QUARTER_HOUR) * QUARTER_HOUR;
    return rounded >= WESTERNMOST && rounded <= EASTERNMOST ? (Integer) (int) rounded : null;
  }
}
