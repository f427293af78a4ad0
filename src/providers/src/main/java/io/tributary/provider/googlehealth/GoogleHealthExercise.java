package io.tributary.provider.googlehealth;

import io.tributary.model.NormalisedBatch;
import io.tributary.model.Units;
import io.tributary.model.WorkoutSummary;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.Duration;

/** A workout with the sums that the vendor made of it. */
final class GoogleHealthExercise {
  private GoogleHealthExercise() {}

  static void normalise(GoogleHealthPoint point, NormalisedBatch.Builder batch) {
    OffsetInstant start = point.start();
    LenientJson exercise = point.value();
    LenientJson sums = exercise.child("metricsSummary");
    batch.add(
        WorkoutSummary.of(key(point), start.date(), start.at(), point.end().at())
            .title(exercise.text("displayName"))
            .timezoneOffset(start.offsetSeconds())
            .sport(GoogleHealthSports.of(exercise.text("exerciseType")))
            .movingTime(seconds(exercise.duration("activeDuration")))
            .calories(sums.amount("caloriesKcal"))
            .distance(GoogleHealthNormaliser.meters(sums.amount("distanceMillimeters")))
            .steps(Units.round(sums.number("steps", 0, 1_000_000)))
            .averageSpeed(
                GoogleHealthNormaliser.meters(sums.amount("averageSpeedMillimetersPerSecond")))
            .averageHr(sums.integer("averageHeartRateBeatsPerMinute", 1, 400))
            .totalElevationGain(
                GoogleHealthNormaliser.meters(sums.amount("elevationGainMillimeters")))
            .build(),
        point.source());
  }

  /** The vendor's name of it, else its begin. */
  static String key(GoogleHealthPoint point) {
    String name = point.name();
    return name == null ? point.start().at().toString() : name;
  }

  /** Rounded; null for none and for what is longer than any workout. */
  private static Integer seconds(Duration length) {
    return length == null || length.compareTo(Duration.ofDays(7)) > 0
        ? null
        : Units.round(length.toMillis() / 1000.0);
  }
}
