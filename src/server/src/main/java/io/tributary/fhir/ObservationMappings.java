package io.tributary.fhir;

import io.tributary.model.Resource;
import java.util.List;

/** Numeric fields of summaries with their codes and units. */
final class ObservationMappings {
  private ObservationMappings() {}

  static final List<ObservationMapping> ACTIVITY =
      List.of(
          ObservationMapping.of("/steps", TributaryCode.DAILY_STEPS, Unit.STEPS),
          ObservationMapping.of("/distance", TributaryCode.DAILY_DISTANCE, Unit.METER),
          ObservationMapping.of("/daily_movement", TributaryCode.DAILY_MOVEMENT, Unit.METER),
          ObservationMapping.of(
              "/calories_total", TributaryCode.DAILY_CALORIES_TOTAL, Unit.KILOCALORIE),
          ObservationMapping.of(
              "/calories_active", TributaryCode.DAILY_CALORIES_ACTIVE, Unit.KILOCALORIE),
          ObservationMapping.of("/floors_climbed", TributaryCode.DAILY_FLOORS_CLIMBED, Unit.COUNT),
          ObservationMapping.of(
              "/wheelchair_push", TributaryCode.DAILY_WHEELCHAIR_PUSH, Unit.COUNT),
          ObservationMapping.of("/low", TributaryCode.DAILY_LOW_INTENSITY, Unit.MINUTE),
          ObservationMapping.of("/medium", TributaryCode.DAILY_MEDIUM_INTENSITY, Unit.MINUTE),
          ObservationMapping.of("/high", TributaryCode.DAILY_HIGH_INTENSITY, Unit.MINUTE));

  static final List<ObservationMapping> DAILY_HEART_RATE =
      List.of(
          ObservationMapping.of(
              "/heart_rate/avg_bpm", TributaryCode.DAILY_HEART_RATE_AVERAGE, Unit.PER_MINUTE),
          ObservationMapping.of(
              "/heart_rate/min_bpm", TributaryCode.DAILY_HEART_RATE_LOWEST, Unit.PER_MINUTE),
          ObservationMapping.of(
              "/heart_rate/max_bpm", TributaryCode.DAILY_HEART_RATE_HIGHEST, Unit.PER_MINUTE),
          ObservationMapping.of(
              "/heart_rate/resting_bpm", TributaryCode.DAILY_HEART_RATE_RESTING, Unit.PER_MINUTE),
          ObservationMapping.of(
              "/heart_rate/avg_walking_bpm",
              TributaryCode.DAILY_HEART_RATE_WALKING,
              Unit.PER_MINUTE));

  /** Vital signs of a weigh-in; they share their codes with the timeseries. */
  static final List<ObservationMapping> BODY_VITAL_SIGNS =
      List.of(
          ObservationMapping.of(
              "/weight", Loinc.BODY_WEIGHT, Coding.of(Resource.WEIGHT), Unit.KILOGRAM),
          ObservationMapping.of(
              "/body_mass_index",
              Loinc.BODY_MASS_INDEX,
              Coding.of(Resource.BODY_MASS_INDEX),
              Unit.BMI));

  static final List<ObservationMapping> BODY =
      List.of(
          new ObservationMapping("/fat", List.of(Coding.of(Resource.FAT)), Unit.PERCENT),
          ObservationMapping.of("/water_percentage", TributaryCode.BODY_WATER, Unit.PERCENT),
          ObservationMapping.of("/muscle_mass_percentage", TributaryCode.MUSCLE_MASS, Unit.PERCENT),
          ObservationMapping.of("/bone_mass_percentage", TributaryCode.BONE_MASS, Unit.PERCENT),
          ObservationMapping.of(
              "/visceral_fat_index", TributaryCode.VISCERAL_FAT_INDEX, Unit.INDEX),
          new ObservationMapping(
              "/lean_body_mass_kilogram",
              List.of(Coding.of(Resource.LEAN_BODY_MASS)),
              Unit.KILOGRAM),
          new ObservationMapping(
              "/waist_circumference_centimeter",
              List.of(Coding.of(Resource.WAIST_CIRCUMFERENCE)),
              Unit.CENTIMETER));

  /** All stages are 0 if the provider does not report stages. */
  static final List<ObservationMapping> STAGES =
      List.of(
          ObservationMapping.of("/light", TributaryCode.SLEEP_LIGHT, Unit.SECOND),
          ObservationMapping.of("/rem", TributaryCode.SLEEP_REM, Unit.SECOND),
          ObservationMapping.of("/deep", TributaryCode.SLEEP_DEEP, Unit.SECOND),
          ObservationMapping.of("/awake", TributaryCode.SLEEP_AWAKE, Unit.SECOND));

  static final List<ObservationMapping> SLEEP =
      List.of(
          ObservationMapping.of("/duration", TributaryCode.TIME_IN_BED, Unit.SECOND),
          ObservationMapping.of("/score", TributaryCode.SLEEP_SCORE, Unit.SCORE),
          ObservationMapping.of(
              "/recovery_readiness_score", TributaryCode.RECOVERY_READINESS_SCORE, Unit.SCORE),
          ObservationMapping.of("/efficiency", TributaryCode.SLEEP_EFFICIENCY, Unit.PERCENT),
          ObservationMapping.of("/latency", TributaryCode.SLEEP_LATENCY, Unit.SECOND),
          ObservationMapping.of(
              "/hr_lowest", TributaryCode.SLEEP_HEART_RATE_LOWEST, Unit.PER_MINUTE),
          ObservationMapping.of(
              "/hr_average", TributaryCode.SLEEP_HEART_RATE_AVERAGE, Unit.PER_MINUTE),
          ObservationMapping.of(
              "/hr_resting", TributaryCode.SLEEP_HEART_RATE_RESTING, Unit.PER_MINUTE),
          ObservationMapping.of("/hr_dip", TributaryCode.SLEEP_HEART_RATE_DIP, Unit.PERCENT),
          ObservationMapping.of("/average_hrv", TributaryCode.SLEEP_HRV_AVERAGE, Unit.MILLISECOND),
          ObservationMapping.of(
              "/respiratory_rate", TributaryCode.SLEEP_RESPIRATORY_RATE, Unit.PER_MINUTE),
          ObservationMapping.of(
              "/temperature_delta", TributaryCode.SLEEP_TEMPERATURE_DELTA, Unit.CELSIUS),
          ObservationMapping.of(
              "/skin_temperature", TributaryCode.SLEEP_SKIN_TEMPERATURE, Unit.CELSIUS));

  static final List<ObservationMapping> WORKOUT =
      List.of(
          ObservationMapping.of("/moving_time", TributaryCode.WORKOUT_MOVING_TIME, Unit.SECOND),
          ObservationMapping.of("/distance", TributaryCode.WORKOUT_TOTAL_DISTANCE, Unit.METER),
          ObservationMapping.of("/steps", TributaryCode.WORKOUT_STEPS, Unit.STEPS),
          ObservationMapping.of("/calories", TributaryCode.WORKOUT_CALORIES, Unit.KILOCALORIE),
          ObservationMapping.of(
              "/average_hr", TributaryCode.WORKOUT_HEART_RATE_AVERAGE, Unit.PER_MINUTE),
          ObservationMapping.of(
              "/max_hr", TributaryCode.WORKOUT_HEART_RATE_HIGHEST, Unit.PER_MINUTE),
          ObservationMapping.of(
              "/total_elevation_gain", TributaryCode.WORKOUT_ELEVATION_GAIN, Unit.METER),
          ObservationMapping.of("/elev_high", TributaryCode.WORKOUT_ELEVATION_HIGHEST, Unit.METER),
          ObservationMapping.of("/elev_low", TributaryCode.WORKOUT_ELEVATION_LOWEST, Unit.METER),
          ObservationMapping.of(
              "/average_speed", TributaryCode.WORKOUT_SPEED_AVERAGE, Unit.METER_PER_SECOND),
          ObservationMapping.of(
              "/max_speed", TributaryCode.WORKOUT_SPEED_HIGHEST, Unit.METER_PER_SECOND),
          ObservationMapping.of("/average_watts", TributaryCode.WORKOUT_POWER_AVERAGE, Unit.WATT),
          ObservationMapping.of("/max_watts", TributaryCode.WORKOUT_POWER_HIGHEST, Unit.WATT),
          ObservationMapping.of(
              "/weighted_average_watts", TributaryCode.WORKOUT_POWER_WEIGHTED, Unit.WATT),
          ObservationMapping.of("/device_watts", TributaryCode.WORKOUT_POWER_DEVICE, Unit.WATT),
          ObservationMapping.of("/hr_zones/0", TributaryCode.WORKOUT_ZONE_1, Unit.SECOND),
          ObservationMapping.of("/hr_zones/1", TributaryCode.WORKOUT_ZONE_2, Unit.SECOND),
          ObservationMapping.of("/hr_zones/2", TributaryCode.WORKOUT_ZONE_3, Unit.SECOND),
          ObservationMapping.of("/hr_zones/3", TributaryCode.WORKOUT_ZONE_4, Unit.SECOND),
          ObservationMapping.of("/hr_zones/4", TributaryCode.WORKOUT_ZONE_5, Unit.SECOND),
          ObservationMapping.of("/hr_zones/5", TributaryCode.WORKOUT_ZONE_6, Unit.SECOND));

  static final List<ObservationMapping> MEAL =
      List.of(
          ObservationMapping.of("/macros/carbs", TributaryCode.MEAL_CARBOHYDRATES, Unit.GRAM),
          ObservationMapping.of("/macros/protein", TributaryCode.MEAL_PROTEIN, Unit.GRAM),
          ObservationMapping.of("/macros/alcohol", TributaryCode.MEAL_ALCOHOL, Unit.GRAM),
          ObservationMapping.of("/macros/water", TributaryCode.MEAL_WATER, Unit.GRAM),
          ObservationMapping.of("/macros/fibre", TributaryCode.MEAL_FIBRE, Unit.GRAM),
          ObservationMapping.of("/macros/sugar", TributaryCode.MEAL_SUGAR, Unit.GRAM),
          ObservationMapping.of("/macros/cholesterol", TributaryCode.MEAL_CHOLESTEROL, Unit.GRAM),
          ObservationMapping.of("/macros/fats/total", TributaryCode.MEAL_FAT, Unit.GRAM),
          ObservationMapping.of(
              "/macros/fats/saturated", TributaryCode.MEAL_FAT_SATURATED, Unit.GRAM),
          ObservationMapping.of(
              "/macros/fats/monounsaturated", TributaryCode.MEAL_FAT_MONOUNSATURATED, Unit.GRAM),
          ObservationMapping.of(
              "/macros/fats/polyunsaturated", TributaryCode.MEAL_FAT_POLYUNSATURATED, Unit.GRAM),
          ObservationMapping.of("/macros/fats/omega3", TributaryCode.MEAL_FAT_OMEGA3, Unit.GRAM),
          ObservationMapping.of("/macros/fats/omega6", TributaryCode.MEAL_FAT_OMEGA6, Unit.GRAM));

  static final List<ObservationMapping> ELECTROCARDIOGRAM =
      List.of(
          ObservationMapping.of("/heart_rate_mean", TributaryCode.ECG_HEART_RATE, Unit.PER_MINUTE),
          ObservationMapping.of(
              "/voltage_sample_count", TributaryCode.ECG_SAMPLE_COUNT, Unit.COUNT),
          ObservationMapping.of(
              "/sampling_frequency_hz", TributaryCode.ECG_SAMPLING_FREQUENCY, Unit.HERTZ));
}
