package io.tributary.provider.googlehealth;

import io.tributary.model.Resource;
import java.util.List;

/** Description of the mapping of each resource. */
final class GoogleHealthMapping {
  private GoogleHealthMapping() {}

  static List<String> describe(Resource resource) {
    return switch (resource) {
      case ACTIVITY ->
          List.of(
              "one record per calendar day of the user, from Google's daily totals: steps,"
                  + " distance in mm / 1000, floors, total calories and active energy",
              "the resting heart rate is daily-resting-heart-rate of the same date");
      case STEPS -> List.of("count of each interval, reconciled over all sources");
      case DISTANCE -> List.of("millimeters of each interval / 1000");
      case FLOORS_CLIMBED -> List.of("count of each interval");
      case CALORIES_ACTIVE ->
          List.of("kcalSum of active-energy-burned over each quarter of an hour");
      case HEARTRATE -> List.of("beatsPerMinute of each heart-rate sample");
      case HRV ->
          List.of(
              "the root mean square of successive differences (RMSSD) of each sample; the standard"
                  + " deviation next to it is not used");
      case BLOOD_OXYGEN -> List.of("percentage of each oxygen-saturation sample");
      case RESPIRATORY_RATE ->
          List.of("breathsPerMinute of each night, at the start of the date it is reported for");
      case VO2_MAX -> List.of("runVo2Max of each run-vo2-max sample");
      case BODY_TEMPERATURE -> List.of("celsius of each core-body-temperature sample");
      case GLUCOSE -> List.of("mg/dL of each blood-glucose sample / 18.018");
      case WATER -> List.of("milliliters of each hydration-log entry");
      case WEIGHT -> List.of("weightGrams / 1000 of each weight sample");
      case FAT -> List.of("percentage of each body-fat sample");
      case BODY ->
          List.of("weight and body fat at the same time, or whichever of them is reported");
      case PROFILE -> List.of("height of the latest height sample in cm");
      case SLEEP ->
          List.of(
              "one record per sleep, on the local date of its end; a nap is what Google classifies"
                  + " as one, others are long or short by the time asleep",
              "stages are summed from the hypnogram, or without one taken from Google's whole"
                  + " minutes; sleep of unknown depth is light");
      case SLEEP_CYCLE -> List.of("the stages of a sleep with their times");
      case WORKOUTS ->
          List.of(
              "one record per exercise; distance, climb and speed are millimeters / 1000, moving"
                  + " time is activeDuration");
      default -> List.of();
    };
  }
}
