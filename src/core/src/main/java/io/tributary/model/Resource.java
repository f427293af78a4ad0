package io.tributary.model;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Data types that have daily and historical events: nine summaries, the workout stream and fifty
 * timeseries.
 *
 * <p>The wire name is used in events and availability maps. The read path differs from it for two
 * resources ({@code fat}, {@code weight}). The deprecated hypnogram is not a resource: it is
 * derived from {@code sleep_cycle}.
 */
public enum Resource {
  ACTIVITY("activity", Kind.SUMMARY),
  AFIB_BURDEN("afib_burden", Kind.INTERVAL, "afib_burden", "%"),
  BASAL_BODY_TEMPERATURE("basal_body_temperature", Kind.INTERVAL, "basal_body_temperature", "°C"),
  BLOOD_OXYGEN("blood_oxygen", Kind.POINT, "blood_oxygen", "%"),
  BLOOD_PRESSURE("blood_pressure", Kind.POINT, "blood_pressure", "mmHg"),
  BODY("body", Kind.SUMMARY),
  BODY_MASS_INDEX("body_mass_index", Kind.INTERVAL, "body_mass_index", "index"),
  BODY_TEMPERATURE("body_temperature", Kind.INTERVAL, "body_temperature", "°C"),
  BODY_TEMPERATURE_DELTA("body_temperature_delta", Kind.INTERVAL, "body_temperature_delta", "°C"),
  CAFFEINE("caffeine", Kind.INTERVAL, "caffeine", "g"),
  CALORIES_ACTIVE("calories_active", Kind.INTERVAL, "calories_active", "kcal"),
  CALORIES_BASAL("calories_basal", Kind.POINT, "calories_basal", "kcal", Trait.MIXED),
  CARBOHYDRATES("carbohydrates", Kind.INTERVAL, "carbohydrates", "g"),
  CHOLESTEROL("cholesterol", Kind.POINT, "cholesterol", "mmol/L", Trait.TYPED),
  DAYLIGHT_EXPOSURE("daylight_exposure", Kind.INTERVAL, "daylight_exposure", "min"),
  DISTANCE("distance", Kind.INTERVAL, "distance", "m"),
  ELECTROCARDIOGRAM("electrocardiogram", Kind.SUMMARY),
  ELECTROCARDIOGRAM_VOLTAGE(
      "electrocardiogram_voltage", Kind.POINT, "electrocardiogram_voltage", "mV", Trait.TYPED),
  FALL("fall", Kind.INTERVAL, "fall", "count"),
  FAT("fat", Kind.POINT, "body_fat", "%"),
  FLOORS_CLIMBED("floors_climbed", Kind.POINT, "floors_climbed", "count", Trait.MIXED),
  FORCED_EXPIRATORY_VOLUME_1(
      "forced_expiratory_volume_1", Kind.INTERVAL, "forced_expiratory_volume_1", "L"),
  FORCED_VITAL_CAPACITY("forced_vital_capacity", Kind.INTERVAL, "forced_vital_capacity", "L"),
  GLUCOSE("glucose", Kind.POINT, "glucose", "mmol/L"),
  HANDWASHING("handwashing", Kind.INTERVAL, "handwashing", "count"),
  HEART_RATE_ALERT("heart_rate_alert", Kind.INTERVAL, "heart_rate_alert", "count", Trait.TYPED),
  HEART_RATE_RECOVERY_ONE_MINUTE(
      "heart_rate_recovery_one_minute", Kind.INTERVAL, "heart_rate_recovery_one_minute", "count"),
  HEARTRATE("heartrate", Kind.POINT, "heartrate", "bpm"),
  HRV("hrv", Kind.POINT, "hrv", "rmssd"),
  IGE("ige", Kind.POINT, "ige", "FSU", Trait.TYPED),
  IGG("igg", Kind.POINT, "igg", "FSU", Trait.TYPED),
  INHALER_USAGE("inhaler_usage", Kind.INTERVAL, "inhaler_usage", "count"),
  INSULIN_INJECTION("insulin_injection", Kind.INTERVAL, "insulin_injection", "unit", Trait.TYPED),
  LEAN_BODY_MASS("lean_body_mass", Kind.INTERVAL, "lean_body_mass", "kg"),
  MEAL("meal", Kind.SUMMARY),
  MENSTRUAL_CYCLE("menstrual_cycle", Kind.SUMMARY),
  MINDFULNESS_MINUTES("mindfulness_minutes", Kind.INTERVAL, "mindfulness_minutes", "min"),
  NOTE("note", Kind.INTERVAL, "note", "text", Trait.TYPED),
  PEAK_EXPIRATORY_FLOW_RATE(
      "peak_expiratory_flow_rate", Kind.INTERVAL, "peak_expiratory_flow_rate", "L/min"),
  PROFILE("profile", Kind.SUMMARY),
  RESPIRATORY_RATE("respiratory_rate", Kind.POINT, "respiratory_rate", "bpm"),
  SLEEP("sleep", Kind.SUMMARY),
  SLEEP_APNEA_ALERT("sleep_apnea_alert", Kind.INTERVAL, "sleep_apnea_alert", "count"),
  SLEEP_BREATHING_DISTURBANCE(
      "sleep_breathing_disturbance", Kind.INTERVAL, "sleep_breathing_disturbance", "count"),
  SLEEP_CYCLE("sleep_cycle", Kind.SUMMARY),
  STAND_DURATION("stand_duration", Kind.INTERVAL, "stand_duration", "min"),
  STAND_HOUR("stand_hour", Kind.INTERVAL, "stand_hour", "count"),
  STEPS("steps", Kind.INTERVAL, "steps", "count"),
  STRESS_LEVEL("stress_level", Kind.POINT, "stress_level", "%"),
  UV_EXPOSURE("uv_exposure", Kind.INTERVAL, "uv_exposure", "index"),
  VO2_MAX("vo2_max", Kind.INTERVAL, "vo2_max", "mL/kg/min"),
  WAIST_CIRCUMFERENCE("waist_circumference", Kind.INTERVAL, "waist_circumference", "cm"),
  WATER("water", Kind.POINT, "water", "ml", Trait.MIXED),
  WEIGHT("weight", Kind.POINT, "body_weight", "kg"),
  WHEELCHAIR_PUSH("wheelchair_push", Kind.INTERVAL, "wheelchair_push", "count"),
  WORKOUT_DISTANCE("workout_distance", Kind.INTERVAL, "workout_distance", "m"),
  WORKOUT_DURATION("workout_duration", Kind.INTERVAL, "workout_duration", "min"),
  WORKOUT_STREAM("workout_stream", Kind.SHALLOW),
  WORKOUT_SWIMMING_STROKE(
      "workout_swimming_stroke", Kind.INTERVAL, "workout_swimming_stroke", "count"),
  WORKOUTS("workouts", Kind.SUMMARY);

  /** Payload of the resource's events. */
  public enum Kind {
    /** One object with its own ID. */
    SUMMARY,
    /** Notification that names where to read the data. */
    SHALLOW,
    /** Samples at a single instant. */
    POINT,
    /** Samples over [start, end). */
    INTERVAL
  }

  private enum Trait {
    NONE,
    TYPED,
    MIXED
  }

  private static final Map<String, Resource> BY_WIRE = index(Resource::wire);
  private static final Map<String, Resource> BY_PATH = index(Resource::path);

  private final String wire;
  private final Kind kind;
  private final String path;
  private final String unit;
  private final Trait trait;

  Resource(String wire, Kind kind) {
    this(wire, kind, wire, "", Trait.NONE);
  }

  Resource(String wire, Kind kind, String path, String unit) {
    this(wire, kind, path, unit, Trait.NONE);
  }

  Resource(String wire, Kind kind, String path, String unit, Trait trait) {
    this.wire = wire;
    this.kind = kind;
    this.path = path;
    this.unit = unit;
    this.trait = trait;
  }

  /** Returns the name in event types and availability maps, such as {@code weight}. */
  public String wire() {
    return wire;
  }

  public Kind kind() {
    return kind;
  }

  /** Returns the name in read paths, such as {@code body_weight}. */
  public String path() {
    return path;
  }

  /** Returns the unit of a sample's value; empty for summaries and the workout stream. */
  public String unit() {
    return unit;
  }

  /** Returns true for the fifty resources that are stored as samples. */
  public boolean isTimeseries() {
    return kind == Kind.POINT || kind == Kind.INTERVAL;
  }

  public boolean isSummary() {
    return kind == Kind.SUMMARY;
  }

  /**
   * Returns whether the type of a reading (for a note: its text) is part of the sample's identity.
   * Without it, the four cholesterol readings of one instant would replace each other.
   */
  public boolean hasTypedIdentity() {
    return trait == Trait.TYPED;
  }

  /** Returns whether samples are points but also have {@code start} and {@code end}. */
  public boolean isPointWithInterval() {
    return trait == Trait.MIXED;
  }

  /** Returns whether a rendered sample contains {@code start} and {@code end}. */
  public boolean showsInterval() {
    return kind == Kind.INTERVAL || isPointWithInterval();
  }

  /** Returns the resource with this event name. */
  public static Optional<Resource> of(String wire) {
    return Optional.ofNullable(BY_WIRE.get(wire));
  }

  /** Returns the resource with this path name. */
  public static Optional<Resource> ofPath(String path) {
    return Optional.ofNullable(BY_PATH.get(path));
  }

  private static Map<String, Resource> index(Function<Resource, String> key) {
    return Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(key, r -> r));
  }
}
