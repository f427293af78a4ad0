package io.tributary.simulators.garmin;

import io.tributary.simulators.kit.SimDay;
import io.tributary.simulators.kit.SimWorkout;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Renders workouts in the vendor's format. A swim is reported as the only part of a multisport
 * event.
 */
final class GarminActivities {
  private static final double MILLIS_PER_SECOND = 1000;

  private GarminActivities() {}

  static List<JsonObject> summaries(SimDay day) {
    var out = new ArrayList<JsonObject>();
    for (SimWorkout workout : day.workouts()) {
      if (isMultisport(workout)) {
        out.add(summary(day, workout, true));
      }
      out.add(summary(day, workout, false));
    }
    return out;
  }

  static List<JsonObject> details(SimDay day) {
    var out = new ArrayList<JsonObject>();
    for (SimWorkout workout : day.workouts()) {
      JsonObject summary = summary(day, workout, false);
      out.add(
          new JsonObject()
              .put("summaryId", summary.getString("summaryId") + "-detail")
              .put("activityId", summary.getLong("activityId"))
              .put("summary", summary)
              .put("samples", samples(workout)));
    }
    return out;
  }

  private static boolean isMultisport(SimWorkout workout) {
    return workout.what().sport().equals("swimming");
  }

  private static JsonObject summary(SimDay day, SimWorkout workout, boolean parent) {
    long id = 10 * workout.start().getEpochSecond() + (parent ? 0 : 1);
    long seconds = Duration.between(workout.start(), workout.end()).toSeconds();
    double metres = workout.what().metres();
    var heart = workout.points().stream().mapToInt(SimWorkout.Point::bpm).summaryStatistics();
    JsonObject json =
        new JsonObject()
            .put("summaryId", Long.toString(id))
            .put("activityId", id)
            .put("activityName", "Simulated " + workout.what().sport())
            .put("activityType", parent ? "MULTI_SPORT" : type(workout))
            .put("startTimeInSeconds", workout.start().getEpochSecond())
            .put("startTimeOffsetInSeconds", GarminRecords.offset(day.person(), workout.start()))
            .put("durationInSeconds", seconds)
            .put("activeKilocalories", Math.round(workout.what().calories()))
            .put("averageHeartRateInBeatsPerMinute", Math.round(heart.getAverage()))
            .put("maxHeartRateInBeatsPerMinute", heart.getMax())
            .put("deviceName", "forerunner935")
            .put("manual", false);
    if (metres > 0) {
      json.put("distanceInMeters", metres)
          .put("averageSpeedInMetersPerSecond", metres / seconds)
          .put("maxSpeedInMetersPerSecond", 1.3 * metres / seconds);
    }
    if (workout.what().coversDistance()) {
      json.put("totalElevationGainInMeters", workout.climb());
    }
    if (isMultisport(workout) && !parent) {
      json.put("parentSummaryId", Long.toString(id - 1));
    }
    return json;
  }

  private static JsonArray samples(SimWorkout workout) {
    var out = new JsonArray();
    SimWorkout.Point before = null;
    for (SimWorkout.Point p : workout.points()) {
      JsonObject sample =
          new JsonObject()
              .put("startTimeInSeconds", p.at().getEpochSecond())
              .put("heartRate", p.bpm());
      if (workout.what().coversDistance()) {
        double speed =
            before == null
                ? 0
                : (p.metres() - before.metres())
                    * MILLIS_PER_SECOND
                    / Duration.between(before.at(), p.at()).toMillis();
        sample
            .put("latitudeInDegree", p.latitude())
            .put("longitudeInDegree", p.longitude())
            .put("elevationInMeters", p.altitude())
            .put("speedMetersPerSecond", speed);
      }
      if (p.watts() > 0) {
        sample.put("powerInWatts", p.watts());
      }
      out.add(sample);
      before = p;
    }
    return out;
  }

  private static String type(SimWorkout workout) {
    return switch (workout.what().sport()) {
      case "walking" -> "WALKING";
      case "running" -> "RUNNING";
      case "cycling" -> "CYCLING";
      case "strength_training" -> "STRENGTH_TRAINING";
      case "yoga" -> "YOGA";
      case "swimming" -> "LAP_SWIMMING";
      default -> "OTHER";
    };
  }
}
