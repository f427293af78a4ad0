package io.tributary.provider.googlehealth;

import io.tributary.model.Batch;
import io.tributary.model.Units;
import io.tributary.model.WorkoutSummary;
import io.tributary.provider.doc.Doc;
import io.tributary.provider.doc.Stamp;
import java.time.Duration;

/** A workout with the sums that the vendor made of it. */
final class GoogleExercise {
  private GoogleExercise() {}

  static void normalise(GooglePoint point, Batch.Builder batch) {
    Stamp start = point.start();
    Doc exercise = point.value();
    Doc sums = exercise.child("metricsSummary");
    batch.add(
        WorkoutSummary.of(key(point), start.date(), start.at(), point.end().at())
            .title(exercise.text("displayName"))
            .timezoneOffset(start.offsetSeconds())
            .sport(GoogleSports.of(exercise.text("exerciseType")))
            .movingTime(seconds(exercise.duration("activeDuration")))
            .calories(sums.amount("caloriesKcal"))
            .distance(GoogleNormaliser.meters(sums.amount("distanceMillimeters")))
            .steps(Units.round(sums.number("steps", 0, 1_000_000)))
            .averageSpeed(GoogleNormaliser.meters(sums.amount("averageSpeedMillimetersPerSecond")))
            .averageHr(sums.integer("averageHeartRateBeatsPerMinute", 1, 400))
            .totalElevationGain(GoogleNormaliser.meters(sums.amount("elevationGainMillimeters")))
            .build(),
        point.source());
  }

  /** The vendor's name of it, else its begin. */
  static String key(GooglePoint point) {
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
