package io.tributary.simulators.kit;

import io.tributary.simulators.kit.DaySchedule.Span;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.ArrayList;
import java.util.List;

/**
 * Movement of a person during five minutes. An activity day runs from 04:00 to 04:00 local time, so
 * that a night out belongs to one evening. Intervals are counted from its start, so the data of a
 * running day only grow.
 *
 * @param kind 0 not worn, 1 rest, 2 inactive, 3 low, 4 medium, 5 high
 * @param metTenths effort of each of the five minutes, in tenths of a MET
 * @param steps steps during the five minutes
 */
public record ActivityMinutes(int kind, int[] metTenths, int steps) {
  public static final int KINDS = 6;
  private static final LocalTime DAY_START = LocalTime.of(4, 0);
  private static final double[] MET = {0.1, 0.9, 1.2, 2.1, 4.2, 7.5};

  /** Returns the start of an activity day; it ends at the start of the next one. */
  public static Instant startOf(SimPerson person, LocalDate day) {
    return day.atTime(DAY_START).atZone(person.zone()).toInstant();
  }

  /**
   * Returns the five-minute intervals of the day that have ended by the given instant; none if the
   * device was not worn.
   */
  public static List<ActivityMinutes> of(SimPerson person, DaySchedule schedule, Instant until) {
    LocalDate day = schedule.day();
    Instant start = startOf(person, day);
    Instant end = startOf(person, day.plusDays(1));
    Instant stop = until.isBefore(end) ? until : end;
    int pieces =
        schedule.empty()
            ? 0
            : (int)
                Math.max(0, Duration.between(start, stop).toSeconds() / DaySchedule.STEP_SECONDS);
    List<Span> spans = new ArrayList<>(schedule.spans());
    spans.addAll(DaySchedule.of(person, day.plusDays(1)).spans());
    var motions = new ArrayList<ActivityMinutes>(pieces);
    for (int i = 0; i < pieces; i++) {
      motions.add(interval(person, day, spans, start, i));
    }
    return motions;
  }

  private static ActivityMinutes interval(
      SimPerson person, LocalDate day, List<Span> spans, Instant start, int i) {
    SeededRandom dice = SeededRandom.of(person.seed(), day.toEpochDay(), 500, i);
    Instant at = start.plusSeconds((long) i * DaySchedule.STEP_SECONDS);
    int kind = kindOf(person, dice, spans, at, at.atZone(person.zone()).getHour());
    int[] met = new int[5];
    for (int minute = 0; minute < 5; minute++) {
      met[minute] = (int) Math.round(10 * MET[kind] * dice.between(0.85, 1.15));
    }
    int steps =
        switch (kind) {
          case 2 -> dice.between(0, 14);
          case 3 -> dice.between(90, 330);
          case 4 -> dice.between(330, 560);
          case 5 -> dice.between(560, 820);
          default -> 0;
        };
    return new ActivityMinutes(kind, met, steps);
  }

  private static int kindOf(
      SimPerson person, SeededRandom dice, List<Span> spans, Instant at, int hour) {
    for (Span span : spans) {
      if (span.covers(at)) {
        return switch (span.act()) {
          case CHARGING -> 0;
          case NIGHT, SHORT_SLEEP, NAP, REST, SESSION -> 1;
          case WORKOUT -> dice.chance(0.35) ? 5 : 4;
        };
      }
    }
    double busy = (hour >= 7 && hour < 20 ? 0.24 : 0.08) * person.activityLevel();
    double roll = dice.nextUnit();
    return roll < busy * 0.12 ? 4 : roll < busy ? 3 : roll < 0.9 ? 2 : 1;
  }

  /** Returns the active kilocalories for a person of this weight in kilograms. */
  public double activeCalories(double weight) {
    double sum = 0;
    for (int tenths : metTenths) {
      sum += kind >= 3 ? (tenths / 10.0 - 1) * weight / 60 : 0;
    }
    return sum;
  }

  /**
   * Distributes the steps over the five minutes in proportion to the effort; the sum is preserved.
   */
  public int[] stepsByMinute() {
    int[] minutes = new int[5];
    int effort = 0;
    for (int tenths : metTenths) {
      effort += tenths;
    }
    int walked = 0;
    int spent = 0;
    for (int i = 0; i < 5; i++) {
      spent += metTenths[i];
      int until = effort == 0 ? 0 : Math.round((float) steps * spent / effort);
      minutes[i] = until - walked;
      walked = until;
    }
    return minutes;
  }
}
