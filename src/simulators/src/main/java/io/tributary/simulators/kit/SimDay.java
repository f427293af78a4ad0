package io.tributary.simulators.kit;

import io.tributary.simulators.kit.DaySchedule.ScheduledActivity;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Ground truth of a person's local day, independent of any vendor's format. Vendor responses and
 * the data derived from them are compared with it. A day runs from midnight to midnight by the
 * rules of the zone, so it has 23, 24 or 25 hours. A sleep belongs to the day on which it ends;
 * everything else belongs to the day on which it begins. A workout may reach into the next day.
 *
 * @param start local midnight
 * @param end next local midnight
 * @param revision how often the vendor revised the day
 * @param steps one number per minute from the start on; shorter than the day while it runs
 * @param activeCalories kilocalories above resting, one number per minute, as many as steps
 * @param heart about one point per five minutes, ascending in time
 * @param spots all events with a single timestamp, ascending in time
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

  /** Meters per step. */
  public static final double METERS_PER_STEP = 0.76;

  /** Number of minutes after noon to which each revision adds a step. */
  static final int MINUTES_PER_REVISION = 40;

  private static final HeartrateTrack TRACK = new HeartrateTrack(300);

  /**
   * Generates the whole day. The same arguments always give the same day. Days before the person's
   * first are empty.
   *
   * @param revision 0 for the original. Each revision adds forty steps after noon and five minutes
   *     awake to the night, and raises the weight by 0.1 kg
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
    // An activity day begins at 04:00, so the hours after midnight belong to the previous one.
    if (!day.equals(person.firstDay())) {
      addMovement(person, day.minusDays(1), start, steps, calories);
    }
    addMovement(person, day, start, steps, calories);
    for (int i = 0; i < MINUTES_PER_REVISION; i++) {
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
        PointEventGenerator.generate(person, day, start, end, revision));
  }

  /** Returns the part of the day that has happened by the given instant. */
  public SimDay truncatedAt(Instant now) {
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

  /** Returns the instant of an index into {@link #steps}. */
  public Instant instantOfMinute(int index) {
    return start.plusSeconds(60L * index);
  }

  /** Returns the events of one type. */
  public <T extends PointEvent> List<T> spots(Class<T> kind) {
    return spots.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  /** Returns the sleeps that are not naps. */
  public List<SimSleep> nights() {
    return sleeps.stream().filter(s -> !s.nap()).toList();
  }

  private static void addMovement(
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

  /** Returns whether a device was worn. Weights and meals may exist even if it was not. */
  public boolean isWorn() {
    return !DaySchedule.of(person, day).empty();
  }

  /** Returns the number of spans of this kind. */
  public long count(ScheduledActivity act) {
    return DaySchedule.of(person, day).all(act).size();
  }
}
