package io.tributary.simulators.kit;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.vertx.core.json.JsonObject;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class SimDayTest {
  private static final LocalDate FIRST = LocalDate.of(2026, 3, 1);
  private static final LocalDate SPRING = LocalDate.of(2026, 3, 29);
  private static final LocalDate AUTUMN = LocalDate.of(2026, 10, 25);

  private static SimPerson berliner(String name, PersonTrait... traits) {
    return new SimPerson(
        SimPerson.idOf(name), name, ZoneId.of("Europe/Berlin"), FIRST, Set.of(traits));
  }

  private static final List<SimPerson> PEOPLE =
      List.of(berliner("ann"), berliner("bob"), berliner("carl"), berliner("dora"));

  @Test
  void aDayIsAsLongAsItsZoneSays() {
    for (SimPerson person : PEOPLE) {
      assertEquals(23 * 60, SimDay.of(person, SPRING, 0).steps().length);
      assertEquals(25 * 60, SimDay.of(person, AUTUMN, 0).steps().length);
      assertEquals(24 * 60, SimDay.of(person, FIRST, 0).steps().length);
      assertEquals(23 * 12, SimDay.of(person, SPRING, 0).spots(PointEvent.Glucose.class).size());
      assertEquals(25 * 12, SimDay.of(person, AUTUMN, 0).spots(PointEvent.Glucose.class).size());
    }
  }

  @Test
  void nothingIsLostOrDoubledWhereTheClockChanges() {
    for (SimPerson person : PEOPLE) {
      for (LocalDate day : List.of(SPRING, AUTUMN)) {
        SimDay before = SimDay.of(person, day.minusDays(1), 0);
        SimDay changed = SimDay.of(person, day, 0);
        assertEquals(before.end(), changed.start());
        assertEquals(changed.end(), SimDay.of(person, day.plusDays(1), 0).start());
        var seconds = changed.heart().stream().map(HeartPoint::epochSecond).toList();
        assertEquals(seconds.size(), Set.copyOf(seconds).size());
      }
      // The step total is the same by the generator's own days, which run from 04:00 to 04:00.
      for (LocalDate day = SPRING.minusDays(2);
          day.isBefore(SPRING.plusDays(3));
          day = day.plusDays(1)) {
        int motion =
            ActivityMinutes.of(person, DaySchedule.of(person, day), Instant.MAX).stream()
                .mapToInt(ActivityMinutes::steps)
                .sum();
        assertEquals(motion, fromFourToFour(person, day), day.toString());
      }
    }
  }

  private static int fromFourToFour(SimPerson person, LocalDate day) {
    int sum = 0;
    for (LocalDate part : List.of(day, day.plusDays(1))) {
      SimDay whole = SimDay.of(person, part, 0);
      for (int i = 0; i < whole.steps().length; i++) {
        Instant at = whole.instantOfMinute(i);
        boolean inside =
            !at.isBefore(ActivityMinutes.startOf(person, day))
                && at.isBefore(ActivityMinutes.startOf(person, day.plusDays(1)));
        sum += inside ? whole.steps()[i] : 0;
      }
    }
    return sum;
  }

  @Test
  void theSameDayIsTheSameForEver() {
    SimDay once = SimDay.of(PEOPLE.getFirst(), SPRING, 0);
    SimDay twice = SimDay.of(berliner("ann"), SPRING, 0);
    assertArrayEquals(once.steps(), twice.steps());
    assertEquals(once.heart(), twice.heart());
    assertEquals(once.sleeps(), twice.sleeps());
    assertEquals(once.workouts(), twice.workouts());
    assertEquals(once.spots(), twice.spots());
    long fingerprint = 0;
    for (int i = 1; i < 15; i++) {
      JsonObject truth = DailyTotals.of(SimDay.of(once.person(), FIRST.plusDays(i), 0)).json();
      // Added later for the same days, so not part of the fingerprint.
      truth.remove("steps_from_four");
      fingerprint = 31 * fingerprint + truth.encode().hashCode();
    }
    // Stored expectations depend on exactly these days.
    assertEquals(2125149057679347301L, fingerprint);
  }

  @Test
  void stagesFillASleepWithoutGap() {
    int seen = 0;
    for (SimPerson person : PEOPLE) {
      for (int i = 0; i < 30; i++) {
        for (SimSleep sleep : SimDay.of(person, SPRING.plusDays(i), i % 3).sleeps()) {
          Instant at = sleep.start();
          for (SimSleep.Stage stage : sleep.stages()) {
            assertEquals(at, stage.start());
            assertTrue(stage.seconds() > 0 && stage.seconds() % 30 == 0);
            at = at.plusSeconds(stage.seconds());
          }
          assertEquals(sleep.end(), at);
          seen++;
        }
      }
    }
    assertTrue(seen > 100, "sleeps " + seen);
  }

  @Test
  void aRunningDayOnlyEverGrows() {
    SimPerson person = PEOPLE.getFirst();
    SimDay whole = SimDay.of(person, FIRST.plusDays(3), 0);
    SimDay noon = whole.truncatedAt(whole.start().plus(Duration.ofHours(12)));
    SimDay evening = whole.truncatedAt(whole.start().plus(Duration.ofHours(20)));
    assertEquals(720, noon.steps().length);
    assertArrayEquals(noon.steps(), Arrays.copyOf(evening.steps(), 720));
    assertTrue(evening.heart().size() > noon.heart().size());
    assertEquals(noon.heart(), evening.heart().subList(0, noon.heart().size()));
    assertEquals(0, whole.truncatedAt(whole.start()).steps().length);
    assertArrayEquals(
        whole.steps(), whole.truncatedAt(whole.end().plus(Duration.ofDays(1))).steps());
  }

  @Test
  void aRevisionChangesStepsNightAndWeight() {
    SimPerson person = PEOPLE.getFirst();
    for (int i = 2; i < 20; i++) {
      DailyTotals before = DailyTotals.of(SimDay.of(person, FIRST.plusDays(i), 0));
      SimDay after = SimDay.of(person, FIRST.plusDays(i), 1);
      assertEquals(before.steps() + 40, DailyTotals.of(after).steps());
      assertEquals(before.asleepSeconds(), DailyTotals.of(after).asleepSeconds());
      if (!after.nights().isEmpty()) {
        SimSleep night = SimDay.of(person, FIRST.plusDays(i), 0).nights().getFirst();
        assertEquals(night.end().plusSeconds(300), after.nights().getFirst().end());
      }
    }
  }

  @Test
  void somePeopleLiveAcrossMidnight() {
    SimPerson person = berliner("eve", PersonTrait.ACROSS_MIDNIGHT, PersonTrait.NAPPER);
    for (int i = 1; i < 60; i++) {
      SimDay day = SimDay.of(person, FIRST.plusDays(i), 0);
      if (day.isWorn()) {
        SimWorkout late = day.workouts().getLast();
        assertTrue(late.start().isBefore(day.end()) && late.end().isAfter(day.end()));
        assertTrue(day.sleeps().stream().anyMatch(SimSleep::nap));
        assertFalse(day.nights().getFirst().start().isBefore(day.start()));
      }
    }
  }

  @Test
  void aWorkoutsPointsLeadToItsEnd() {
    int seen = 0;
    for (SimPerson person : PEOPLE) {
      for (int i = 1; i < 30; i++) {
        for (SimWorkout workout : SimDay.of(person, FIRST.plusDays(i), 0).workouts()) {
          var points = workout.points();
          assertEquals(workout.start(), points.getFirst().at());
          assertEquals(workout.end(), points.getLast().at());
          assertEquals(workout.what().metres(), points.getLast().metres(), 0.1);
          seen++;
        }
      }
    }
    assertTrue(seen > 20, "workouts " + seen);
  }

  @Test
  void valuesStayWithinWhatHappensToPeople() {
    for (SimPerson person : PEOPLE) {
      for (int i = 1; i < 40; i++) {
        for (PointEvent spot : SimDay.of(person, FIRST.plusDays(i), 0).spots()) {
          switch (spot) {
            case PointEvent.Glucose g ->
                assertTrue(g.mmolPerLitre() > 3 && g.mmolPerLitre() < 16, g.toString());
            case PointEvent.Weight w -> assertTrue(w.kilograms() > 35 && w.kilograms() < 140);
            case PointEvent.BloodPressure b -> assertTrue(b.systolic() > b.diastolic());
            case PointEvent.Temperature t -> assertEquals(36.6, t.celsius(), 1);
            case PointEvent.Insulin n -> assertTrue(n.units() > 0 && n.units() < 20);
            case PointEvent.Meal m -> assertTrue(m.kilocalories() > 100);
            case PointEvent.Water w -> assertTrue(w.millilitres() >= 150);
            case PointEvent.Ecg e -> assertEquals(7500, e.millivolts().length);
          }
        }
      }
    }
  }

  @Test
  void nobodyHasDaysBeforeTheFirstOrAfterToday() {
    var clock = new SimClock(Clock.systemUTC());
    clock.setTo(Instant.parse("2026-06-15T10:00:00Z"));
    var people = new SimPeople(5, "person", clock, Set.of());
    SimPerson person = people.createAnonymous();
    assertEquals("person-1", person.name());
    LocalDate today = person.localDateAt(clock.now());
    assertEquals(6, people.days(person, today.minusDays(100), today.plusDays(100)).size());
    assertEquals(0, people.day(person, today.plusDays(1)).steps().length);
    assertEquals(person, people.find(person.numericId()).orElseThrow());
    assertEquals(1, people.revise(person, today.minusDays(1)));
    assertEquals(1, people.day(person, today.minusDays(1)).revision());
  }
}
