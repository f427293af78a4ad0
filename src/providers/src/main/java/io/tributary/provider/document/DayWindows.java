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
  private static final int FIRST_HOURS = 14;

  private static final int LAST_HOURS = 12;

  private DayWindows() {}

  /** Time range; the end is exclusive. */
  public record Span(Instant from, Instant to) {
    /** Splits the range into parts of at most this length. */
    public List<Span> parts(Duration most) {
      List<Span> out = new ArrayList<>();
      for (Instant at = from; at.isBefore(to); at = at.plus(most)) {
        Instant end = at.plus(most);
        out.add(new Span(at, end.isBefore(to) ? end : to));
      }
      return out;
    }
  }

  /** Returns each day, oldest first. */
  public static List<LocalDate> each(Window window) {
    return window.first().datesUntil(window.last().plusDays(1)).toList();
  }

  /** Splits the window into parts of at most the given number of days, oldest first. */
  public static List<Window> parts(Window window, int days) {
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
              window.news()));
    }
    return out;
  }

  /**
   * Returns all instants that these local days can have in any time zone, for vendors that are
   * queried by instants while days are local. Samples outside of the window are removed afterwards.
   */
  public static Span anywhere(Window window) {
    return new Span(
        window.first().atStartOfDay(ZoneOffset.UTC).minusHours(FIRST_HOURS).toInstant(),
        window.last().plusDays(1).atStartOfDay(ZoneOffset.UTC).plusHours(LAST_HOURS).toInstant());
  }

  /** Returns the range of these days in one zone; a day may have 23 or 25 hours. */
  public static Span in(ZoneId zone, Window window) {
    return new Span(
        window.first().atStartOfDay(zone).toInstant(),
        window.last().plusDays(1).atStartOfDay(zone).toInstant());
  }
}
