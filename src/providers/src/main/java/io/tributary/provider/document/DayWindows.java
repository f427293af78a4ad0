package io.tributary.provider.document;

import io.tributary.provider.Puller.Window;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;

/** Windows of days in the parts that a vendor takes. */
public final class DayWindows {
  /** Where the first of mankind begins a day, and the last one ends it. */
  private static final int FIRST_HOURS = 14;

  private static final int LAST_HOURS = 12;

  private DayWindows() {}

  /** From one instant to another; the end is exclusive. */
  public record Span(Instant from, Instant to) {
    /** The same in parts that are no longer than this. */
    public List<Span> parts(Duration most) {
      List<Span> out = new ArrayList<>();
      for (Instant at = from; at.isBefore(to); at = at.plus(most)) {
        Instant end = at.plus(most);
        out.add(new Span(at, end.isBefore(to) ? end : to));
      }
      return out;
    }
  }

  /** Each day, oldest first. */
  public static List<LocalDate> each(Window window) {
    return window.first().datesUntil(window.last().plusDays(1)).toList();
  }

  /** The window in parts of so many days at most, oldest first. */
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
   * All instants that may belong to these local days, wherever somebody was: for vendors that are
   * asked by instants while days are local. Samples outside of the window are cut off afterwards.
   */
  public static Span anywhere(Window window) {
    return new Span(
        window.first().atStartOfDay(ZoneOffset.UTC).minusHours(FIRST_HOURS).toInstant(),
        window.last().plusDays(1).atStartOfDay(ZoneOffset.UTC).plusHours(LAST_HOURS).toInstant());
  }

  /** The instants of these days in one zone: a day may have 23 or 25 hours. */
  public static Span in(ZoneId zone, Window window) {
    return new Span(
        window.first().atStartOfDay(zone).toInstant(),
        window.last().plusDays(1).atStartOfDay(zone).toInstant());
  }
}
