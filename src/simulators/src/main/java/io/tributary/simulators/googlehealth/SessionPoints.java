package io.tributary.simulators.googlehealth;

import io.tributary.simulators.kit.JsonText;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimSleep;
import io.tributary.simulators.kit.SimSleep.SleepStageKind;
import io.tributary.simulators.kit.SimWorkout;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Locale;

/** Renders sleeps and workouts as data points. */
final class SessionPoints {
  private SessionPoints() {}

  static DataPoint sleep(SimDay day, SimSleep sleep) {
    var stages = new JsonArray();
    for (SimSleep.Stage stage : sleep.stages()) {
      stages.add(
          new JsonObject()
              .put("type", stage.kind().name())
              .put("startTime", stage.start().toString())
              .put("endTime", stage.start().plusSeconds(stage.seconds()).toString()));
    }
    var sums = new JsonArray();
    for (SleepStageKind kind : SleepStageKind.values()) {
      sums.add(
          new JsonObject().put("type", kind.name()).put("minutes", minutes(sleep.seconds(kind))));
    }
    long length = Duration.between(sleep.start(), sleep.end()).toSeconds();
    JsonObject value =
        new JsonObject()
            .put("interval", DataPoints.interval(day, sleep.start(), sleep.end()))
            .put("type", "STAGES")
            .put("stages", stages)
            .put(
                "summary",
                new JsonObject()
                    .put("minutesInSleepPeriod", minutes(length))
                    .put("minutesAsleep", minutes(sleep.asleepSeconds()))
                    .put("minutesAwake", minutes(sleep.seconds(SleepStageKind.AWAKE)))
                    .put("stagesSummary", sums))
            .put(
                "metadata",
                new JsonObject()
                    .put("nap", sleep.nap())
                    .put("externalId", Long.toString(sleep.start().getEpochSecond())));
    // A sleep is filtered by its end but named by its start, which stays the same when the night is
    // revised.
    DataPoint named = DataPoints.point(DataType.SLEEP, day, sleep.start(), value);
    return new DataPoint(sleep.end(), named.offset(), named.json());
  }

  static DataPoint exercise(SimDay day, SimWorkout workout) {
    var pulse = workout.points().stream().mapToInt(SimWorkout.Point::bpm).summaryStatistics();
    double metres = workout.what().metres();
    long seconds = Duration.between(workout.start(), workout.end()).toSeconds();
    var metrics =
        new JsonObject()
            .put("caloriesKcal", workout.what().calories())
            .put("averageHeartRateBeatsPerMinute", Long.toString(Math.round(pulse.getAverage())));
    if (metres > 0) {
      metrics
          .put("distanceMillimeters", JsonText.round(metres * 1000, 0))
          .put("averageSpeedMillimetersPerSecond", JsonText.round(metres * 1000 / seconds, 2));
    }
    if (workout.what().coversDistance()) {
      metrics.put("elevationGainMillimeters", JsonText.round(workout.climb() * 1000, 0));
    }
    JsonObject value =
        new JsonObject()
            .put("interval", DataPoints.interval(day, workout.start(), workout.end()))
            .put("exerciseType", type(workout))
            .put("displayName", workout.what().sport().replace('_', ' '))
            .put("activeDuration", seconds + "s")
            .put("metricsSummary", metrics);
    return DataPoints.point(DataType.EXERCISE, day, workout.start(), value);
  }

  private static String type(SimWorkout workout) {
    return switch (workout.what().sport()) {
      case "cycling" -> "BIKING";
      case "house_work" -> "WORKOUT";
      default -> workout.what().sport().toUpperCase(Locale.ROOT);
    };
  }

  /** Returns whole minutes as a string. */
  private static String minutes(long seconds) {
    return Long.toString(seconds / 60);
  }
}
