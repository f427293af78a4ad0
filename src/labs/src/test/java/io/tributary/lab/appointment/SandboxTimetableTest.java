package io.tributary.lab.appointment;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Appointment times of the sandbox, including days with clock changes. */
class SandboxTimetableTest {
  private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");
  private static final SandboxTimetable SITE = SandboxTimetable.AT_SITE;

  /** A timetable around the hours in which clocks change. */
  private static final SandboxTimetable NIGHT =
      new SandboxTimetable(
          Duration.ofMinutes(30),
          LocalTime.of(1, 0),
          LocalTime.of(4, 0),
          LocalTime.of(4, 0),
          LocalTime.of(4, 0),
          Duration.ZERO,
          1);

  private static Instant local(String time) {
    return java.time.LocalDateTime.parse(time).atZone(NEW_YORK).toInstant();
  }

  private static List<Slot> day(SandboxTimetable t, String day, String now) {
    return t.slots(LocalDate.parse(day), NEW_YORK, local(now));
  }

  @Test
  void todayIsOpenFromTheNextHourUntilFive() {
    List<Slot> s = day(SITE, "2026-06-10", "2026-06-10T09:30");
    assertEquals(local("2026-06-10T10:00"), s.getFirst().start());
    assertEquals(local("2026-06-10T17:00"), s.getLast().end());
    assertEquals(21, s.size());
    assertEquals(3, day(SITE, "2026-06-10", "2026-06-10T15:59").size());
    assertEquals(List.of(), day(SITE, "2026-06-10", "2026-06-10T16:00"));
    assertEquals(
        local("2026-06-10T07:00"), day(SITE, "2026-06-10", "2026-06-10T02:10").getFirst().start());
  }

  @Test
  void laterDaysAreOpenInTheMorning() {
    List<Slot> s = day(SITE, "2026-06-11", "2026-06-10T23:30");
    assertEquals(15, s.size());
    assertEquals(local("2026-06-11T07:00"), s.getFirst().start());
    assertEquals(local("2026-06-11T12:00"), s.getLast().end());
    assertEquals(List.of(), day(SITE, "2026-06-09", "2026-06-10T09:30"));
  }

  @Test
  void whichDayIsTodayIsDecidedByTheClocksOfThePlace() {
    // 01:00 UTC on the 11th is 21:00 on the 10th in New York.
    Instant now = Instant.parse("2026-06-11T01:00:00Z");
    assertEquals(List.of(), SITE.slots(LocalDate.parse("2026-06-10"), NEW_YORK, now));
    assertEquals(15, SITE.slots(LocalDate.parse("2026-06-11"), NEW_YORK, now).size());
  }

  @Test
  void whenClocksAreChangedTheMorningStaysTheMorning() {
    String now = "2026-03-06T20:00";
    assertEquals(
        Instant.parse("2026-03-07T12:00:00Z"), day(SITE, "2026-03-07", now).getFirst().start());
    assertEquals(
        Instant.parse("2026-03-08T11:00:00Z"), day(SITE, "2026-03-08", now).getFirst().start());
    assertEquals(15, day(SITE, "2026-03-08", now).size());
  }

  @Test
  void timesThatAClockSkipsAreNotOffered() {
    List<Slot> s = day(NIGHT, "2026-03-08", "2026-03-06T20:00");
    assertEquals(
        List.of(
            Instant.parse("2026-03-08T06:00:00Z"),
            Instant.parse("2026-03-08T06:30:00Z"),
            Instant.parse("2026-03-08T07:00:00Z"),
            Instant.parse("2026-03-08T07:30:00Z")),
        s.stream().map(Slot::start).toList());
  }

  @Test
  void timesThatAClockHasTwiceAreOfferedOnce() {
    List<Slot> s = day(NIGHT, "2026-11-01", "2026-10-30T20:00");
    assertEquals(6, s.size());
    assertEquals(Instant.parse("2026-11-01T05:00:00Z"), s.getFirst().start());
    assertEquals(6, s.stream().map(Slot::start).distinct().count());
    s.forEach(x -> assertEquals(Duration.ofMinutes(30), Duration.between(x.start(), x.end())));
  }

  @Test
  void aVisitOfTodayIsHoursAhead() {
    Instant now = local("2026-06-10T09:30");
    List<Slot> s = SandboxTimetable.AT_HOME.slots(LocalDate.parse("2026-06-10"), NEW_YORK, now);
    assertTrue(s.getFirst().start().isAfter(now.plus(Duration.ofHours(2))));
    assertEquals(local("2026-06-10T12:00"), s.getFirst().start());
    assertEquals(3, s.size());
    assertEquals(
        5, SandboxTimetable.AT_HOME.slots(LocalDate.parse("2026-06-11"), NEW_YORK, now).size());
  }

  @Test
  void distancesAreThoseOfTheEarth() {
    assertEquals(0, Geo.miles(40, -70, 40, -70), 0.001);
    assertEquals(2446, Geo.miles(40.7128, -74.0060, 34.0522, -118.2437), 5);
  }
}
