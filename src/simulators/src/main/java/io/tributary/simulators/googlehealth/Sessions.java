package io.tributary.simulators.googlehealth;

import io.tributary.simulators.kit.JsonText;
import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimSleep;
import io.tributary.simulators.kit.SimSleep.Kind;
import io.tributary.simulators.kit.SimWorkout;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.Locale;

/** Sleeps and workouts as data points. */
final class Sessions {
  private Sessions() {}

  static Point sleep(SimDay day, SimSleep sleep) {
    var stages = new JsonArray();
    for (SimSleep.Stage stage : sleep.stages()) {
      stages.add(
          new JsonObject()
              .put("type", stage.kind().name())
              .put("startTime", stage.start().toString())
              .put("endTime", stage.start().plusSeconds(stage.seconds()).toString()));
    }
    var sums = new JsonArray();
    for (Kind kind : Kind.values()) {
      sums.add(
          new JsonObject().put("type", kind.name()).put("minutes", minutes(sleep.seconds(kind))));
    }
    long length = Duration.between(sleep.start(), sleep.end()).toSeconds();
    JsonObject value =
        new JsonObject()
            .put("interval", Points.interval(day, sleep.start(), sleep.end()))
            .put("type", "STAGES")
            .put("stages", stages)
            .put(
                "summary",
                new JsonObject()
                    .put("minutesInSleepPeriod", minutes(length))
                    .put("minutesAsleep", minutes(sleep.asleepSeconds()))
                    .put("minutesAwake", minutes(sleep.seconds(Kind.AWAKE)))
                    .put("stagesSummary", sums))
            .put(
                "metadata",
                new JsonObject()
                    .put("nap", sleep.nap())
                    .put("externalId", Long.toString(sleep.start().getEpochSecond())));
    // Found by its end, named by its begin: that stays when the night is thought over.
    Point named = Points.point(DataType.SLEEP, day, sleep.start(), value);
    return new Point(sleep.end(), named.offset(), named.json());
  }

  static Point exercise(SimDay day, SimWorkout workout) {
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
    if (workout.what().outdoors()) {
      metrics.put("elevationGainMillimeters", JsonText.round(workout.climb() * 1000, 0));
    }
    JsonObject value =
        new JsonObject()
            .put("interval", Points.interval(day, workout.start(), workout.end()))
            .put("exerciseType", type(workout))
            .put("displayName", workout.what().sport().replace('_', ' '))
            .put("activeDuration", seconds + "s")
            .put("metricsSummary", metrics);
    return Points.point(DataType.EXERCISE, day, workout.start(), value);
  }

  private static String type(SimWorkout workout) {
    return switch (workout.what().sport()) {
      case "cycling" -> "BIKING";
      case "house_work" -> "WORKOUT";
      default -> workout.what().sport().toUpperCase(Locale.ROOT);
    };
  }

  /** Whole minutes as a text. */
  private static String minutes(long seconds) {
    return Long.toString(seconds / 60);
  }
}
