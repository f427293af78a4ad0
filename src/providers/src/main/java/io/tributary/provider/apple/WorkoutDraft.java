package io.tributary.provider.apple;

import io.tributary.core.Json;
import io.tributary.model.HeartRateZoneTimes;
import io.tributary.model.Sample;
import io.tributary.model.Sports;
import io.tributary.model.Units;
import io.tributary.model.WorkoutSummary;
import java.time.Duration;
import java.time.LocalDate;
import java.util.List;
import java.util.function.Consumer;

/**
 * Workout as described in the export; any component may be null. Heart-rate zones are computed from
 * the samples once all of them are stored.
 *
 * @param seconds duration without pauses
 * @param distance in m
 * @param calories in kcal
 * @param gain elevation gain in m
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
  /** Maximum number of seconds that count for one heart rate. */
  private static final int MAX_GAP_SECONDS = 60;

  static WorkoutDraft empty() {
    return new WorkoutDraft(null, null, null, null, null, null, null, null, null, null, null);
  }

  static WorkoutDraft of(PendingRecord fact) {
    return Json.read(Json.parse(fact.detail()), WorkoutDraft.class);
  }

  private static <T> T firstNonNull(T value, T old) {
    return value == null ? old : value;
  }

  /** Mutable copy of the components. */
  private static final class MutableWorkoutDraft {
    String sport;
    Double seconds;
    Double distance;
    Double calories;
    Double steps;
    Double heartAverage;
    Double heartMax;
    Double powerAverage;
    Double powerMax;
    Double gain;
    String route;
  }

  private WorkoutDraft with(Consumer<MutableWorkoutDraft> change) {
    MutableWorkoutDraft f = new MutableWorkoutDraft();
    f.sport = sport;
    f.seconds = seconds;
    f.distance = distance;
    f.calories = calories;
    f.steps = steps;
    f.heartAverage = heartAverage;
    f.heartMax = heartMax;
    f.powerAverage = powerAverage;
    f.powerMax = powerMax;
    f.gain = gain;
    f.route = route;
    change.accept(f);
    return new WorkoutDraft(
        f.sport,
        f.seconds,
        f.distance,
        f.calories,
        f.steps,
        f.heartAverage,
        f.heartMax,
        f.powerAverage,
        f.powerMax,
        f.gain,
        f.route);
  }

  WorkoutDraft withSport(String v) {
    return with(f -> f.sport = v);
  }

  WorkoutDraft withSeconds(Double v) {
    return with(f -> f.seconds = v);
  }

  WorkoutDraft withDistance(Double v) {
    return with(f -> f.distance = firstNonNull(v, distance));
  }

  WorkoutDraft withCalories(Double v) {
    return with(f -> f.calories = firstNonNull(v, calories));
  }

  WorkoutDraft withSteps(Double v) {
    return with(f -> f.steps = v);
  }

  WorkoutDraft withHeart(Double average, Double max) {
    return with(
        f -> {
          f.heartAverage = average;
          f.heartMax = max;
        });
  }

  WorkoutDraft withPower(Double average, Double max) {
    return with(
        f -> {
          f.powerAverage = average;
          f.powerMax = max;
        });
  }

  WorkoutDraft withGain(Double v) {
    return with(f -> f.gain = v);
  }

  WorkoutDraft withRoute(String v) {
    return with(f -> f.route = firstNonNull(route, v));
  }

  /**
   * Builds the workout.
   *
   * @param heart heart rates during the workout, in time order
   * @param birthDate null if unknown
   */
  WorkoutSummary summary(PendingRecord fact, List<Sample> heart, LocalDate birthDate) {
    Integer moving = Units.round(seconds);
    WorkoutSummary.Builder workout =
        WorkoutSummary.of(fact.name(), fact.day(), fact.at(), fact.end())
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
    Double average =
        heart.isEmpty() ? heartAverage : firstNonNull(heartAverage, sum / heart.size());
    Double highest = heart.isEmpty() ? heartMax : firstNonNull(heartMax, max);
    workout.averageHr(Units.round(average)).maxHr(Units.round(highest));
    if (!heart.isEmpty()) {
      workout.hrZones(zones(fact, heart, birthDate));
    }
    return workout.build();
  }

  private static List<Integer> zones(PendingRecord fact, List<Sample> heart, LocalDate birthDate) {
    HeartRateZoneTimes zones = HeartRateZoneTimes.forUser(birthDate, fact.day());
    for (int i = 0; i < heart.size(); i++) {
      Sample s = heart.get(i);
      var next = i + 1 < heart.size() ? heart.get(i + 1).at() : fact.end();
      long gap = Math.max(0, Duration.between(s.at(), next).toSeconds());
      if (s.value() > 0) {
        zones.add(s.value(), (int) Math.min(MAX_GAP_SECONDS, gap));
      }
    }
    return zones.seconds();
  }
}
