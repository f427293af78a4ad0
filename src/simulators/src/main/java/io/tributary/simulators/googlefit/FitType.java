package io.tributary.simulators.googlefit;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Stream;

/** A type of data, the scope that shows it, and what its merged source is called. */
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

  /** All scopes of the consent page. */
  static String[] scopes() {
    return Stream.concat(
            Stream.of("openid", "email"), Arrays.stream(values()).map(FitType::scope).distinct())
        .toArray(String[]::new);
  }

  /** {@code com.google.…}. */
  String dataType() {
    return name;
  }

  String scope() {
    return scope;
  }

  /** The source that the vendor merges out of all others. */
  String merged() {
    return "derived:" + name + ":com.google.android.gms:" + stream;
  }

  String streamName() {
    return stream;
  }

  /** The one that measured. */
  String raw() {
    return "raw:" + name + ":com.example.tracker:" + device() + ":9f2c41aa:";
  }

  /** What kind of device measures it. */
  String device() {
    return switch (this) {
      case STEPS, DISTANCE, EXPENDED, BMR, WATER, HEIGHT -> "phone";
      case HEART, OXYGEN, TEMPERATURE, SEGMENT -> "watch";
      case WEIGHT, FAT -> "scale";
      case GLUCOSE, PRESSURE -> "unknown";
    };
  }

  /** Whether sums over buckets are played. */
  boolean sums() {
    return switch (this) {
      case STEPS, DISTANCE, EXPENDED, BMR, HEART -> true;
      default -> false;
    };
  }
}
