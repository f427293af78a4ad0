package io.tributary.provider.apple;

import io.tributary.kernel.Json;
import io.tributary.model.HrZones;
import io.tributary.model.Sample;
import io.tributary.model.Sports;
import io.tributary.model.Units;
import io.tributary.model.WorkoutSummary;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;

/**
 * What the file tells of a workout; heart-rate zones come from the samples, once all are stored.
 * Any field may be null.
 *
 * @param seconds without pauses
 * @param distance m
 * @param calories kcal
 * @param gain m
 * @param route path of a GPX file beside the XML
 */
record WorkoutDraft(
    String sport,
    Double seconds,
    Double distance,
    Double calories,
    Double steps,
    Double heartAverage,
    Double heartMax,
    Double powerAverage,
    Double powerMax,
    Double gain,
    String route) {
  /** A pause between two heart rates counts for no longer than this. */
  private static final int LONGEST_GAP = 60;

  static WorkoutDraft empty() {
    return new WorkoutDraft(null, null, null, null, null, null, null, null, null, null, null);
  }

  static WorkoutDraft of(Fact fact) {
    return Json.read(Json.parse(fact.detail()), WorkoutDraft.class);
  }

  private static <T> T or(T value, T old) {
    return value == null ? old : value;
  }

  WorkoutDraft withSport(String v) {
    return new WorkoutDraft(
        v,
        seconds,
        distance,
        calories,
        steps,
        heartAverage,
        heartMax,
        powerAverage,
        powerMax,
        gain,
        route);
  }

  WorkoutDraft withSeconds(Double v) {
    return new WorkoutDraft(
        sport,
        v,
        distance,
        calories,
        steps,
        heartAverage,
        heartMax,
        powerAverage,
        powerMax,
        gain,
        route);
  }

  WorkoutDraft withDistance(Double v) {
    return new WorkoutDraft(
        sport,
        seconds,
        or(v, distance),
        calories,
        steps,
        heartAverage,
        heartMax,
        powerAverage,
        powerMax,
        gain,
        route);
  }

  WorkoutDraft withCalories(Double v) {
    return new WorkoutDraft(
        sport,
        seconds,
        distance,
        or(v, calories),
        steps,
        heartAverage,
        heartMax,
        powerAverage,
        powerMax,
        gain,
        route);
  }

  WorkoutDraft withSteps(Double v) {
    return new WorkoutDraft(
        sport,
        seconds,
        distance,
        calories,
        v,
        heartAverage,
        heartMax,
        powerAverage,
        powerMax,
        gain,
        route);
  }

  WorkoutDraft withHeart(Double average, Double max) {
    return new WorkoutDraft(
        sport,
        seconds,
        distance,
        calories,
        steps,
        average,
        max,
        powerAverage,
        powerMax,
        gain,
        route);
  }

  WorkoutDraft withPower(Double average, Double max) {
    return new WorkoutDraft(
        sport,
        seconds,
        distance,
        calories,
        steps,
        heartAverage,
        heartMax,
        average,
        max,
        gain,
        route);
  }

  WorkoutDraft withGain(Double v) {
    return new WorkoutDraft(
        sport,
        seconds,
        distance,
        calories,
        steps,
        heartAverage,
        heartMax,
        powerAverage,
        powerMax,
        v,
        route);
  }

  WorkoutDraft withRoute(String v) {
    return new WorkoutDraft(
        sport,
        seconds,
        distance,
        calories,
        steps,
        heartAverage,
        heartMax,
        powerAverage,
        powerMax,
        gain,
        or(route, v));
  }

  /**
   * The workout.
   *
   * @param heart heart rates within it, in time order
   * @param birthDate null when unknown
   */
  WorkoutSummary summary(Fact fact, List<Sample> heart, LocalDate birthDate) {
    Integer moving = Units.round(seconds);
    WorkoutSummary.Builder workout =
        WorkoutSummary.of(fact.name(), fact.day(), fact.at(), fact.until())
            .timezoneOffset(fact.offsetSeconds())
            .sport(Sports.of(sport))
            .distance(distance)
            .movingTime(moving)
            .steps(Units.round(steps))
            .calories(calories)
            .totalElevationGain(gain)
            .averageWatts(powerAverage)
            .maxWatts(powerMax);
    if (distance != null && seconds != null && seconds > 0) {
      workout.averageSpeed(distance / seconds);
    }
    double sum = 0;
    double max = 0;
    for (Sample s : heart) {
      sum += s.value();
      max = Math.max(max, s.value());
    }
    Double average = heart.isEmpty() ? heartAverage : or(heartAverage, sum / heart.size());
    Double highest = heart.isEmpty() ? heartMax : or(heartMax, max);
    workout.averageHr(Units.round(average)).maxHr(Units.round(highest));
    if (!heart.isEmpty()) {
      workout.hrZones(zones(fact, heart, birthDate));
    }
    return workout.build();
  }

  private static List<Integer> zones(Fact fact, List<Sample> heart, LocalDate birthDate) {
    HrZones zones = HrZones.at(birthDate, fact.day());
    for (int i = 0; i < heart.size(); i++) {
      Sample s = heart.get(i);
      var next = i + 1 < heart.size() ? heart.get(i + 1).at() : fact.until();
      long gap = Math.max(0, Duration.between(s.at(), next).toSeconds());
      if (s.value() > 0) {
        zones.add(s.value(), (int) Math.min(LONGEST_GAP, gap));
      }
    }
    return zones.seconds();
  }
}
