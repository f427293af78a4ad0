package io.tributary.provider.document;

import io.tributary.provider.Puller.Window;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** Splits windows of days into the parts that a vendor accepts. */
public final class DayWindows {
  /**
   * Hours of UTC+14, where a calendar day starts first; the next constant is for UTC-12, where it
   * ends last.
   */
  private static final int MAX_OFFSET_HOURS = 14;

  private static final int MIN_OFFSET_HOURS = 12;

  private DayWindows() {}

  /** Time range; the end is exclusive. */
  public record InstantRange(Instant from, Instant to) {
    /** Splits the range into parts of at most this length. */
    public List<InstantRange> split(Duration most) {
      List<InstantRange> out = new ArrayList<>();
      for (Instant at = from; at.isBefore(to); at = at.plus(most)) {
        Instant end = at.plus(most);
        out.add(new InstantRange(at, end.isBefore(to) ? end : to));
      }
      return out;
    }
  }

  /** Returns each day, oldest first. */
  public static List<LocalDate> days(Window window) {
    return window.first().datesUntil(window.last().plusDays(1)).toList();
  }

  /** Splits the window into parts of at most the given number of days, oldest first. */
  public static List<Window> split(Window window, int days) {
    List<Window> out = new ArrayList<>();
    for (LocalDate first = window.first();
        !first.isAfter(window.last());
        first = first.plusDays(days)) {
      LocalDate last = first.plusDays(days - 1L);
      out.add(
          new Window(
              first,
              last.isBefore(window.last()) ? last : window.last(),
              window.now(),
              window.newData()));
    }
    return out;
  }

  /**
   * Returns all instants that these local days can have in any time zone, for vendors that are
   * queried by instants while days are local. Samples outside of the window are removed afterwards.
   */
  public static InstantRange inAnyZone(Window window) {
    return new InstantRange(
        window.first().atStartOfDay(ZoneOffset.UTC).minusHours(MAX_OFFSET_HOURS).toInstant(),
        window
            .last()
            .plusDays(1)
            .atStartOfDay(ZoneOffset.UTC)
            .plusHours(MIN_OFFSET_HOURS)
            .toInstant());
  }

  /** Returns the range of these days in one zone; a day may have 23 or 25 hours. */
  public static InstantRange inZone(ZoneId zone, Window window) {
    return new InstantRange(
        window.first().atStartOfDay(zone).toInstant(),
        window.last().plusDays(1).atStartOfDay(zone).toInstant());
  }
}
