package io.tributary.provider.googlefit;

import io.tributary.model.Resource;
import java.util.List;

/** Description of the mapping of each resource. */
final class GoogleFitMapping {
  private GoogleFitMapping() {}

  static List<String> describe(Resource resource) {
    return switch (resource) {
      case ACTIVITY ->
          List.of(
              "one record per day in the user's fallback zone, otherwise UTC, from Google's totals:"
                  + " steps as shown in the Google Fit app, distance, calories expended",
              "active calories are the calories expended minus the resting calories of the same"
                  + " time");
      case STEPS -> List.of("steps per quarter of an hour, as shown in the Google Fit app");
      case DISTANCE -> List.of("meters per quarter of an hour");
      case CALORIES_ACTIVE ->
          List.of("calories expended per quarter of an hour, without resting calories");
      case HEARTRATE -> List.of("each point of heart_rate.bpm");
      case GLUCOSE -> List.of("each point of blood_glucose, mmol/L");
      case BLOOD_PRESSURE -> List.of("each point of blood_pressure with both values");
      case BLOOD_OXYGEN -> List.of("each point of oxygen_saturation");
      case BODY_TEMPERATURE -> List.of("each point of body.temperature");
      case WATER -> List.of("liters of each point of hydration x 1000");
      case WEIGHT -> List.of("each point of weight, kg");
      case FAT -> List.of("each point of body.fat.percentage");
      case BODY ->
          List.of("weight and body fat at the same time, or whichever of them is reported");
      case PROFILE -> List.of("the latest height in m x 100");
      case SLEEP ->
          List.of(
              "one record per session of activity 72, on the date of its end in the user's fallback"
                  + " zone, otherwise UTC; stages are summed from its segments");
      case SLEEP_CYCLE -> List.of("the segments within a sleep session");
      case WORKOUTS ->
          List.of(
              "one record per other session; distance, calories and heart rate are Google's"
                  + " aggregates from its start to its end");
      default -> List.of();
    };
  }
}
