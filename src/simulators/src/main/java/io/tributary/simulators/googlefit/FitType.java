package io.tributary.simulators.googlefit;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/** Data type with its scope and the name of its merged stream. */
enum FitType {
  STEPS("step_count.delta", "activity", "estimated_steps"),
  DISTANCE("distance.delta", "location", "merge_distance_delta"),
  EXPENDED("calories.expended", "activity", "merge_calories_expended"),
  BMR("calories.bmr", "activity", "merged"),
  HEART("heart_rate.bpm", "heart_rate", "merge_heart_rate_bpm"),
  WEIGHT("weight", "body", "merge_weight"),
  HEIGHT("height", "body", "merge_height"),
  FAT("body.fat.percentage", "body", "merge_body_fat_percentage"),
  GLUCOSE("blood_glucose", "blood_glucose", "merged"),
  PRESSURE("blood_pressure", "blood_pressure", "merged"),
  OXYGEN("oxygen_saturation", "oxygen_saturation", "merged"),
  TEMPERATURE("body.temperature", "body_temperature", "merged"),
  SEGMENT("sleep.segment", "sleep", "merged"),
  WATER("hydration", "nutrition", "merged");

  private static final String SCOPE = "https://www.googleapis.com/auth/fitness.";

  private final String name;
  private final String scope;
  private final String stream;

  FitType(String name, String scope, String stream) {
    this.name = "com.google." + name;
    this.scope = SCOPE + scope + ".read";
    this.stream = stream;
  }

  static Optional<FitType> of(String name) {
    return Arrays.stream(values()).filter(t -> t.name.equals(name)).findFirst();
  }

  /** Returns all scopes of the consent page. */
  static String[] scopes() {
    return Stream.concat(
            Stream.of("openid", "email"), Arrays.stream(values()).map(FitType::scope).distinct())
        .toArray(String[]::new);
  }

  /** Returns the name, {@code com.google.…}. */
  String dataType() {
    return name;
  }

  String scope() {
    return scope;
  }

  /** Returns the ID of the source that the vendor merges from all others. */
  String mergedSource() {
    return "derived:" + name + ":com.google.android.gms:" + stream;
  }

  String streamName() {
    return stream;
  }

  /** Returns the ID of the source that measured the data. */
  String rawSource() {
    return "raw:" + name + ":com.example.tracker:" + deviceType() + ":9f2c41aa:";
  }

  /** Returns the type of the device that measures the data. */
  String deviceType() {
    return switch (this) {
      case STEPS, DISTANCE, EXPENDED, BMR, WATER, HEIGHT -> "phone";
      case HEART, OXYGEN, TEMPERATURE, SEGMENT -> "watch";
      case WEIGHT, FAT -> "scale";
      case GLUCOSE, PRESSURE -> "unknown";
    };
  }

  /** Returns whether the simulator supports aggregation of this type. */
  boolean canAggregate() {
    return switch (this) {
      case STEPS, DISTANCE, EXPENDED, BMR, HEART -> true;
      default -> false;
    };
  }
}
