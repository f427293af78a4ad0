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
              "one record per day of the user's fallback zone, else of UTC, of the vendor's sums:"
                  + " steps as its app shows them, distance, expended calories",
              "active calories are those expended without those at rest over the same time");
      case STEPS -> List.of("steps of each quarter of an hour, as the vendor's app shows them");
      case DISTANCE -> List.of("metres of each quarter of an hour");
      case CALORIES_ACTIVE ->
          List.of("calories expended in each quarter of an hour, without those at rest");
      case HEARTRATE -> List.of("each point of heart_rate.bpm");
      case GLUCOSE -> List.of("each point of blood_glucose, mmol/L");
      case BLOOD_PRESSURE -> List.of("each point of blood_pressure that tells both figures");
      case BLOOD_OXYGEN -> List.of("each point of oxygen_saturation");
      case BODY_TEMPERATURE -> List.of("each point of body.temperature");
      case WATER -> List.of("litres of each point of hydration x 1000");
      case WEIGHT -> List.of("each point of weight, kg");
      case FAT -> List.of("each point of body.fat.percentage");
      case BODY -> List.of("weight and body fat of one moment, or the one that was told");
      case PROFILE -> List.of("the latest height in m x 100");
      case SLEEP ->
          List.of(
              "one record per session of activity 72, on the day of its end in the user's fallback"
                  + " zone, else in UTC; stages are counted from its segments");
      case SLEEP_CYCLE -> List.of("the segments within a session of sleep");
      case WORKOUTS ->
          List.of(
              "one record per other session; distance, calories and heart rate are the vendor's"
                  + " sums from its begin to its end");
      default -> List.of();
    };
  }
}
