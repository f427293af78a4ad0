package io.tributary.provider.fitbit;

import io.tributary.model.NormalizedBatch;
import io.tributary.model.Source;
import io.tributary.model.Sport;
import io.tributary.model.Sports;
import io.tributary.model.WorkoutSummary;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.Instant;
import java.util.Locale;
import java.util.Map;

/** Converts exercises, the only list whose times have an offset. */
final class FitbitExercises {
  private static final double WEEK_MILLIS = 7 * 86_400_000.0;
  private static final double METERS_PER_MILE = 1609.344;

  /** Sports by the English activity name in lower case; all others are {@code other}. */
  private static final Map<String, String> SPORTS =
      Map.ofEntries(
          Map.entry("aerobic workout", "aerobics"),
          Map.entry("aerobics", "aerobics"),
          Map.entry("basketball", "basketball"),
          Map.entry("bike", "cycling"),
          Map.entry("biking", "cycling"),
          Map.entry("bootcamp", "circuit_training"),
          Map.entry("boxing", "boxing"),
          Map.entry("circuit training", "circuit_training"),
          Map.entry("crossfit", "crossfit"),
          Map.entry("dancing", "dance"),
          Map.entry("elliptical", "elliptical"),
          Map.entry("golf", "golf"),
          Map.entry("hike", "hiking"),
          Map.entry("hiit", "high_intensity_interval_training"),
          Map.entry("hiking", "hiking"),
          Map.entry("interval workout", "high_intensity_interval_training"),
          Map.entry("kayaking", "kayaking"),
          Map.entry("kickboxing", "kickboxing"),
          Map.entry("martial arts", "martial_arts"),
          Map.entry("mountain biking", "mountain_biking"),
          Map.entry("outdoor bike", "cycling"),
          Map.entry("pilates", "pilates"),
          Map.entry("rock climbing", "rock_climbing"),
          Map.entry("rowing machine", "indoor_rowing"),
          Map.entry("run", "running"),
          Map.entry("running", "running"),
          Map.entry("skating", "skating"),
          Map.entry("skiing", "downhill_skiing"),
          Map.entry("snowboarding", "snowboarding"),
          Map.entry("soccer", "soccer"),
          Map.entry("spinning", "spinning"),
          Map.entry("stairclimber", "stair_climbing"),
          Map.entry("swim", "swimming"),
          Map.entry("swimming", "swimming"),
          Map.entry("tennis", "tennis"),
          Map.entry("treadmill", "treadmill_running"),
          Map.entry("volleyball", "volleyball"),
          Map.entry("walk", "walking"),
          Map.entry("walking", "walking"),
          Map.entry("weightlifting", "weightlifting"),
          Map.entry("weights", "strength_training"),
          Map.entry("yoga", "yoga"));

  private FitbitExercises() {}

  static void addExercise(LenientJson doc, AccountContext facts, NormalizedBatch.Builder batch) {
    OffsetInstant start = doc.requiredStamp("startTime", facts.zone());
    Instant end =
        start
            .at()
            .plusMillis(
                Math.round(
                    LenientJson.required("duration", doc.number("duration", 0, WEEK_MILLIS))));
    batch.add(
        WorkoutSummary.of(doc.requiredId("logId"), start.date(), start.at(), end)
            .title(doc.text("activityName"))
            .timezoneOffset(start.offsetSeconds())
            .sport(sport(doc.text("activityName")))
            .movingTime(doc.secondsOfMillis("activeDuration"))
            .calories(doc.nonNegative("calories"))
            .distance(meters(doc))
            .steps(doc.integer("steps", 0, 1_000_000))
            .averageHr(doc.integer("averageHeartRate", 1, 400))
            .totalElevationGain(doc.nonNegative("elevationGain"))
            .build(),
        source(doc));
  }

  static Sport sport(String name) {
    return name == null
        ? Sports.OTHER
        : Sports.of(SPORTS.get(name.strip().toLowerCase(Locale.ROOT)));
  }

  /**
   * Returns the distance, in kilometers unless the entry names a unit; null for an unknown unit.
   */
  private static Double meters(LenientJson doc) {
    Double told = doc.nonNegative("distance");
    if (told == null) {
      return null;
    }
    return switch (doc.text("distanceUnit")) {
      case "Kilometer" -> (Double) FitbitDays.meters(told);
      case "Mile" -> (Double) (told * METERS_PER_MILE);
      case null -> (Double) FitbitDays.meters(told);
      default -> null;
    };
  }

  /** Returns the app as source of anything that no tracker has recorded. */
  private static Source source(LenientJson doc) {
    return "tracker".equals(doc.child("source").text("type"))
        ? FitbitNormalizer.WATCH
        : FitbitNormalizer.APP;
  }
}
