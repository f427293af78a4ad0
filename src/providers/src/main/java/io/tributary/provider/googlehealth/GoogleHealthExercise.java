package io.tributary.provider.googlehealth;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.Units;
import io.tributary.model.WorkoutSummary;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.Duration;

/** Converts a workout with the sums that Google computed for it. */
final class GoogleHealthExercise {
  private GoogleHealthExercise() {}

  static void normalise(GoogleHealthPoint point, NormalizedBatch.Builder batch) {
    OffsetInstant start = point.start();
    LenientJson exercise = point.value();
    LenientJson sums = exercise.child("metricsSummary");
    batch.add(
        WorkoutSummary.of(key(point), start.date(), start.at(), point.end().at())
            .title(exercise.text("displayName"))
            .timezoneOffset(start.offsetSeconds())
            .sport(GoogleHealthSports.of(exercise.text("exerciseType")))
            .movingTime(seconds(exercise.duration("activeDuration")))
            .calories(sums.nonNegative("caloriesKcal"))
            .distance(GoogleHealthNormalizer.meters(sums.nonNegative("distanceMillimeters")))
            .steps(Units.round(sums.number("steps", 0, 1_000_000)))
            .averageSpeed(
                GoogleHealthNormalizer.meters(sums.nonNegative("averageSpeedMillimetersPerSecond")))
            .averageHr(sums.integer("averageHeartRateBeatsPerMinute", 1, 400))
            .totalElevationGain(
                GoogleHealthNormalizer.meters(sums.nonNegative("elevationGainMillimeters")))
            .build(),
        point.source());
  }

  /** Returns Google's name of the workout, otherwise its start. */
  static String key(GoogleHealthPoint point) {
    String name = point.name();
    return name == null ? point.start().at().toString() : name;
  }

  /** Rounds to seconds; returns null for null and for implausibly long durations. */
  private static Integer seconds(Duration length) {
    return length == null || length.compareTo(Duration.ofDays(7)) > 0
        ? null
        : Units.round(length.toMillis() / 1000.0);
  }
}
