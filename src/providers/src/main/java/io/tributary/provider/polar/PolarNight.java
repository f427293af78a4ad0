package io.tributary.provider.polar;

import io.tributary.provider.AccountContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.LocalClock;
import io.tributary.provider.document.OffsetInstant;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A night, with the zone of its times.
 *
 * @param day date in the API, on which the night ended
 * @param clock zone of the times; empty if it is unknown when the offset changed
 */
record PolarNight(
    LenientJson doc,
    LocalDate day,
    OffsetInstant start,
    OffsetInstant end,
    Optional<ZoneId> clock) {
  private static final long DAY_MINUTES = 1440;

  /** A value at an instant of the night. */
  record Entry(Instant at, LenientJson value) {}

  /**
   * @throws IllegalArgumentException if day, start or end is missing
   */
  static PolarNight of(LenientJson doc, AccountContext facts) {
    OffsetInstant start = doc.requiredStamp("sleep_start_time", facts.zone());
    OffsetInstant end = doc.requiredStamp("sleep_end_time", facts.zone());
    if (end.at().isBefore(start.at())) {
      throw new IllegalArgumentException("sleep_end_time is before sleep_start_time");
    }
    // Without any offset, all times of the night have the same offset, whatever it is.
    boolean unknown = start.offsetSeconds() == null && end.offsetSeconds() == null;
    Optional<ZoneId> clock =
        unknown
            ? Optional.of(ZoneOffset.UTC)
            : PolarOffsetHistory.between(start, end, facts.zone());
    return new PolarNight(doc, doc.requiredDay("date"), start, end, clock);
  }

  /** Returns the UTC offset at an instant of the night; null if unknown. */
  Integer offset(Instant at) {
    return start.offsetSeconds() == null
        ? null
        : clock.map(zone -> zone.getRules().getOffset(at).getTotalSeconds()).orElse(null);
  }

  /**
   * Returns the values of an object with times of day, {@code {"23:40": 3, "00:10": 4}}, in order
   * of the night. The first time belongs to the day of the start, a smaller one to the next day.
   * Times after the end cannot be distinguished from errors and are omitted.
   */
  List<Entry> entries(LenientJson byClock) {
    if (clock.isEmpty()) {
      return List.of();
    }
    List<Map.Entry<LocalTime, LenientJson>> told = new ArrayList<>();
    byClock
        .members()
        .forEach((text, value) -> parseTime(text).ifPresent(t -> told.add(Map.entry(t, value))));
    List<Entry> out = inNight(told);
    if (out.size() < told.size()) {
      // The keys are not in order of the night; they may be sorted by time of day.
      told.sort(Comparator.comparing(e -> minutesSinceStart(e.getKey())));
      List<Entry> sorted = inNight(told);
      return sorted.size() > out.size() ? sorted : out;
    }
    return out;
  }

  private List<Entry> inNight(List<Map.Entry<LocalTime, LenientJson>> told) {
    LocalClock running = new LocalClock(clock.orElseThrow(), start.at());
    List<Entry> out = new ArrayList<>();
    for (Map.Entry<LocalTime, LenientJson> e : told) {
      Instant at = running.next(e.getKey()).at();
      if (!at.isAfter(end.at())) {
        // Times have a resolution of minutes, the start one of seconds.
        out.add(new Entry(at.isBefore(start.at()) ? start.at() : at, e.getValue()));
      }
    }
    return out;
  }

  private long minutesSinceStart(LocalTime time) {
    LocalTime begin =
        start.at().atZone(clock.orElseThrow()).toLocalTime().truncatedTo(ChronoUnit.MINUTES);
    return Math.floorMod(Duration.between(begin, time).toMinutes(), DAY_MINUTES);
  }

  private static Optional<LocalTime> parseTime(String text) {
    try {
      return Optional.of(LocalTime.parse(text));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
