package io.tributary.simulators.kit;

import io.tributary.simulators.kit.DaySchedule.Act;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What truly happened to a person on one local day, in no vendor's words: the measure that a
 * vendor's answers, and what was made of them, are held against. From midnight to midnight by the
 * zone's rules, so 23, 24 or 25 hours. Sleeps belong to the day they end on, all else to the day it
 * begins on; a workout may reach into the next day.
 *
 * @param start local midnight
 * @param end the next local midnight
 * @param revision how often the vendor thought again about this day
 * @param steps one number per minute from start on; shorter than the day while it runs
 * @param activeCalories kilocalories above resting, one number per minute, as long as steps
 * @param heart about one point per five minutes, rising in time
 * @param spots everything measured or eaten at a moment, rising in time
 */
public record SimDay(
    SimPerson person,
    LocalDate day,
    Instant start,
    Instant end,
    int revision,
    int[] steps,
    double[] activeCalories,
    List<HeartPoint> heart,
    List<SimSleep> sleeps,
    List<SimWorkout> workouts,
    List<PointEvent> spots) {

  /** Metres a step takes. */
  public static final double STRIDE = 0.76;

  /** Minutes after noon to which each revision adds a step. */
  static final int REVISED_MINUTES = 40;

  private static final HeartrateTrack TRACK = new HeartrateTrack(300);

  /**
   * The whole day; the same arguments always give the same day. Days before the first have nothing.
   *
   * @param revision 0: as first seen. Each further one adds forty steps after noon and five minutes
   *     awake to the night, and puts the weight up by 0.1 kg
   */
  public static SimDay of(SimPerson person, LocalDate day, int revision) {
    Instant start = day.atStartOfDay(person.zone()).toInstant();
    Instant end = day.plusDays(1).atStartOfDay(person.zone()).toInstant();
    int minutes = (int) Duration.between(start, end).toMinutes();
    int[] steps = new int[minutes];
    double[] calories = new double[minutes];
    if (day.isBefore(person.firstDay())) {
      return new SimDay(
          person, day, start, end, revision, steps, calories, List.of(), List.of(), List.of(),
          List.of());
    }
    // A day of motion begins at four: the small hours belong to the evening before.
    if (!day.equals(person.firstDay())) {
      move(person, day.minusDays(1), start, steps, calories);
    }
    move(person, day, start, steps, calories);
    for (int i = 0; i < REVISED_MINUTES; i++) {
      steps[720 + i] += revision;
    }
    DaySchedule schedule = DaySchedule.of(person, day);
    var sleeps = new ArrayList<SimSleep>();
    var workouts = new ArrayList<SimWorkout>();
    for (DaySchedule.Span span : schedule.spans()) {
      switch (span.act()) {
        case NIGHT -> sleeps.add(SimSleep.of(person, span, revision));
        case SHORT_SLEEP, NAP -> sleeps.add(SimSleep.of(person, span, 0));
        case WORKOUT -> workouts.add(SimWorkout.of(person, span));
        case REST, SESSION, CHARGING -> {}
      }
    }
    return new SimDay(
        person,
        day,
        start,
        end,
        revision,
        steps,
        calories,
        List.copyOf(TRACK.points(person, start, end.minusSeconds(1), Integer.MAX_VALUE)),
        List.copyOf(sleeps),
        List.copyOf(workouts),
        PointEventGenerator.of(person, day, start, end, revision));
  }

  /** The day as far as it is known at the moment: nothing comes from the future. */
  public SimDay until(Instant now) {
    if (!now.isBefore(end.plus(Duration.ofHours(1)))) {
      return this;
    }
    int minutes = (int) Math.clamp(Duration.between(start, now).toMinutes(), 0, steps.length);
    long second = now.getEpochSecond();
    return new SimDay(
        person,
        day,
        start,
        end,
        revision,
        Arrays.copyOf(steps, minutes),
        Arrays.copyOf(activeCalories, minutes),
        heart.stream().filter(p -> p.epochSecond() <= second).toList(),
        sleeps.stream().filter(s -> !s.end().isAfter(now)).toList(),
        workouts.stream().filter(w -> !w.end().isAfter(now)).toList(),
        spots.stream().filter(s -> !s.at().isAfter(now)).toList());
  }

  /** The moment of a minute of {@link #steps}. */
  public Instant minute(int index) {
    return start.plusSeconds(60L * index);
  }

  /** Those of one kind. */
  public <T extends PointEvent> List<T> spots(Class<T> kind) {
    return spots.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** The sleep of the night, if there was one. */
  public List<SimSleep> nights() {
    return sleeps.stream().filter(s -> !s.nap()).toList();
  }

  private static void move(
      SimPerson person, LocalDate day, Instant start, int[] steps, double[] calories) {
    DaySchedule schedule = DaySchedule.of(person, day);
    Instant from = ActivityMinutes.startOf(person, day);
    double weight = person.weight();
    int piece = 0;
    for (ActivityMinutes motion : ActivityMinutes.of(person, schedule, Instant.MAX)) {
      int first = (int) Duration.between(start, from).toMinutes() + 5 * piece++;
      int[] split = motion.stepsByMinute();
      for (int i = 0; i < 5; i++) {
        int at = first + i;
        if (at >= 0 && at < steps.length) {
          steps[at] += split[i];
          calories[at] += motion.activeCalories(weight) / 5;
        }
      }
    }
  }

  /** Whether a device was worn at all; weights and meals may be there without. */
  public boolean worn() {
    return !DaySchedule.of(person, day).empty();
  }

  /** How many spans of this kind the day had. */
  public long count(Act act) {
    return DaySchedule.of(person, day).all(act).size();
  }
}
