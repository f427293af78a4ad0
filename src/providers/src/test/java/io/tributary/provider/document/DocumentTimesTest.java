package io.tributary.provider.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tributary.core.Json;
import io.tributary.provider.Puller.Window;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Local times across both clock changes, series, offsets and windows. */
class DocumentTimesTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  private static String told(OffsetInstant stamp) {
    return stamp.at() + " " + stamp.offsetSeconds();
  }

  @Test
  void aWallClockIsOfTheZoneThatIsKnown() {
    LocalDateTime winter = LocalDateTime.parse("2026-03-28T23:00:00");
    assertEquals(
        "2026-03-28T22:00:00Z 3600",
        told(OffsetInstant.local(winter, OffsetInstant.zone(Optional.of(BERLIN)))));
    assertEquals(
        "2026-03-28T17:30:00Z 19800",
        told(
            OffsetInstant.local(
                winter, OffsetInstant.zone(ZoneId.of("Asia/Kolkata"), Optional.of(BERLIN)))));
    assertEquals(
        new OffsetInstant(Instant.parse("2026-03-28T23:00:00Z"), null),
        OffsetInstant.local(winter, OffsetInstant.zone(Optional.empty())));
  }

  @Test
  void aTimeThatTheClockSkippedIsAsMuchLater() {
    assertEquals(
        "2026-03-29T01:30:00Z 7200",
        told(
            OffsetInstant.local(
                LocalDateTime.parse("2026-03-29T02:30:00"),
                OffsetInstant.zone(Optional.of(BERLIN)))));
  }

  @Test
  void readingsOfTheHourThatIsShownTwiceAreToldApartByTheirOrder() {
    LocalClock clock = new LocalClock(BERLIN);
    List<String> out = new ArrayList<>();
    for (String wall : List.of("01:50", "02:10", "02:50", "02:10", "02:50", "03:10")) {
      out.add(told(clock.next(LocalDate.parse("2026-10-25").atTime(LocalTime.parse(wall)))));
    }
    assertEquals(
        List.of(
            "2026-10-24T23:50:00Z 7200",
            "2026-10-25T00:10:00Z 7200",
            "2026-10-25T00:50:00Z 7200",
            "2026-10-25T01:10:00Z 3600",
            "2026-10-25T01:50:00Z 3600",
            "2026-10-25T02:10:00Z 3600"),
        out);
  }

  @Test
  void timesOfANightWithoutDaysGoOnIntoTheNextDayAndNotThroughTheRepeatedHour() {
    LocalClock clock = new LocalClock(BERLIN, Instant.parse("2026-10-24T21:40:30Z"));
    List<String> out = new ArrayList<>();
    for (String time : List.of("23:40", "00:20", "02:40", "02:05", "03:00")) {
      out.add(told(clock.next(LocalTime.parse(time))));
    }
    assertEquals(
        List.of(
            "2026-10-24T21:40:00Z 7200",
            "2026-10-24T22:20:00Z 7200",
            "2026-10-25T00:40:00Z 7200",
            "2026-10-25T01:05:00Z 3600",
            "2026-10-25T02:00:00Z 3600"),
        out);
    assertThrows(
        IllegalStateException.class, () -> new LocalClock(BERLIN).next(LocalTime.of(1, 0)));
  }

  @Test
  void aListThatIsNotSortedIsReadAsItSays() {
    LocalClock clock = new LocalClock(BERLIN);
    clock.next(LocalDateTime.parse("2026-03-02T08:00:00"));
    assertEquals(
        "2026-03-02T06:00:00Z 3600", told(clock.next(LocalDateTime.parse("2026-03-02T07:00:00"))));
  }

  @Test
  void daysOverTheChangesHave23And25Hours() {
    Instant now = Instant.parse("2026-11-01T00:00:00Z");
    for (String[] c : new String[][] {{"2026-03-29", "PT23H"}, {"2026-10-25", "PT25H"}}) {
      LocalDate day = LocalDate.parse(c[0]);
      DayWindows.InstantRange span = DayWindows.inZone(BERLIN, new Window(day, day, now));
      assertEquals(Duration.parse(c[1]), Duration.between(span.from(), span.to()));
    }
    assertEquals(
        Duration.ofHours(3),
        LocalClock.sinceMidnight(LocalDateTime.parse("2026-03-29T04:00:00"), BERLIN));
  }

  @Test
  void windowsAreCutWithoutGapsAndTwice() {
    Window window =
        new Window(LocalDate.parse("2026-01-01"), LocalDate.parse("2026-01-31"), Instant.EPOCH);
    List<LocalDate> days = new ArrayList<>();
    DayWindows.split(window, 9).forEach(w -> days.addAll(DayWindows.days(w)));
    assertEquals(DayWindows.days(window), days);
    assertEquals(31, days.size());
    assertEquals(4, DayWindows.split(window, 9).size());
    List<DayWindows.InstantRange> spans = DayWindows.inAnyZone(window).split(Duration.ofHours(24));
    assertEquals(Instant.parse("2025-12-31T10:00:00Z"), spans.getFirst().from());
    assertEquals(Instant.parse("2026-02-01T12:00:00Z"), spans.getLast().to());
    for (int i = 1; i < spans.size(); i++) {
      assertEquals(spans.get(i - 1).to(), spans.get(i).from());
    }
  }

  @Test
  void whatIsNoFigureInASeriesIsAGap() {
    Instant begin = Instant.parse("2026-03-02T00:00:00Z");
    List<String> out = new ArrayList<>();
    SampledSeries.regular(
        begin, Duration.ofSeconds(5), "61,62,,64", (at, v) -> out.add(at + " " + v));
    assertEquals(
        List.of(
            "2026-03-02T00:00:00Z 61.0", "2026-03-02T00:00:05Z 62.0", "2026-03-02T00:00:15Z 64.0"),
        out);
    out.clear();
    SampledSeries.regular(
        begin,
        Duration.ofMinutes(5),
        LenientJson.of(Json.parse("[61,null,\"x\",64]")),
        (at, v) -> out.add(at + " " + v));
    assertEquals(List.of("2026-03-02T00:00:00Z 61.0", "2026-03-02T00:15:00Z 64.0"), out);
    out.clear();
    SampledSeries.keyedByTime(
        begin,
        ChronoUnit.SECONDS,
        LenientJson.of(Json.parse("{\"15\":61,\"x\":62,\"900\":null,\"-5\":60,\"1e300\":1}")),
        (at, v) -> out.add(at + " " + v));
    assertEquals(List.of("2026-03-02T00:00:15Z 61.0", "2026-03-01T23:59:55Z 60.0"), out);
  }

  @Test
  void theNearestKnownOffsetIsTheLastOneBefore() {
    OffsetHistory known =
        new OffsetHistory()
            .addInstant(Instant.parse("2026-03-02T00:00:00Z"), 3600)
            .addInstant(Instant.parse("2026-03-05T00:00:00Z"), 7200)
            .addInstant(Instant.parse("2026-03-06T00:00:00Z"), null);
    assertEquals(3600, known.nearestOffset(Instant.parse("2026-03-04T23:00:00Z")));
    assertEquals(7200, known.nearestOffset(Instant.parse("2026-03-07T00:00:00Z")));
    assertEquals(3600, known.nearestOffset(Instant.parse("2026-03-01T00:00:00Z")));
    assertNull(new OffsetHistory().nearestOffset(Instant.EPOCH));
  }

  @Test
  void noTimeIsBeyondTheCalendars() {
    assertThrows(
        IllegalArgumentException.class,
        () -> OffsetInstant.parse("t", "+12026-03-02T00:00:00Z", Optional.empty()));
  }
}
