package io.tributary.fhir;

import io.tributary.model.Resource;
import java.util.List;

/** The numbers of summaries: their fields, codes and units (wearables-data.md §2). */
final class Figures {
  private Figures() {}

  static final List<Figure> ACTIVITY =
      List.of(
          Figure.of("/steps", Own.DAILY_STEPS, Unit.STEPS),
          Figure.of("/distance", Own.DAILY_DISTANCE, Unit.METER),
          Figure.of("/daily_movement", Own.DAILY_MOVEMENT, Unit.METER),
          Figure.of("/calories_total", Own.DAILY_CALORIES_TOTAL, Unit.KILOCALORIE),
          Figure.of("/calories_active", Own.DAILY_CALORIES_ACTIVE, Unit.KILOCALORIE),
          Figure.of("/floors_climbed", Own.DAILY_FLOORS_CLIMBED, Unit.COUNT),
          Figure.of("/wheelchair_push", Own.DAILY_WHEELCHAIR_PUSH, Unit.COUNT),
          Figure.of("/low", Own.DAILY_LOW_INTENSITY, Unit.MINUTE),
          Figure.of("/medium", Own.DAILY_MEDIUM_INTENSITY, Unit.MINUTE),
          Figure.of("/high", Own.DAILY_HIGH_INTENSITY, Unit.MINUTE));

  static final List<Figure> HEART_RATE_OF_A_DAY =
      List.of(
          Figure.of("/heart_rate/avg_bpm", Own.DAILY_HEART_RATE_AVERAGE, Unit.PER_MINUTE),
          Figure.of("/heart_rate/min_bpm", Own.DAILY_HEART_RATE_LOWEST, Unit.PER_MINUTE),
          Figure.of("/heart_rate/max_bpm", Own.DAILY_HEART_RATE_HIGHEST, Unit.PER_MINUTE),
          Figure.of("/heart_rate/resting_bpm", Own.DAILY_HEART_RATE_RESTING, Unit.PER_MINUTE),
          Figure.of("/heart_rate/avg_walking_bpm", Own.DAILY_HEART_RATE_WALKING, Unit.PER_MINUTE));

  /** Vital signs of a weigh-in; they share their codes with the timeseries. */
  static final List<Figure> BODY_VITAL =
      List.of(
          Figure.of("/weight", Loinc.BODY_WEIGHT, Coding.of(Resource.WEIGHT), Unit.KILOGRAM),
          Figure.of(
              "/body_mass_index",
              Loinc.BODY_MASS_INDEX,
              Coding.of(Resource.BODY_MASS_INDEX),
              Unit.BMI));

  static final List<Figure> BODY =
      List.of(
          new Figure("/fat", List.of(Coding.of(Resource.FAT)), Unit.PERCENT),
          Figure.of("/water_percentage", Own.BODY_WATER, Unit.PERCENT),
          Figure.of("/muscle_mass_percentage", Own.MUSCLE_MASS, Unit.PERCENT),
          Figure.of("/bone_mass_percentage", Own.BONE_MASS, Unit.PERCENT),
          Figure.of("/visceral_fat_index", Own.VISCERAL_FAT_INDEX, Unit.INDEX),
          new Figure(
              "/lean_body_mass_kilogram",
              List.of(Coding.of(Resource.LEAN_BODY_MASS)),
              Unit.KILOGRAM),
          new Figure(
              "/waist_circumference_centimeter",
              List.of(Coding.of(Resource.WAIST_CIRCUMFERENCE)),
              Unit.CENTIMETER));

  /** Where a provider has no stages, they are all 0. */
  static final List<Figure> STAGES =
      List.of(
          Figure.of("/light", Own.SLEEP_LIGHT, Unit.SECOND),
          Figure.of("/rem", Own.SLEEP_REM, Unit.SECOND),
          Figure.of("/deep", Own.SLEEP_DEEP, Unit.SECOND),
          Figure.of("/awake", Own.SLEEP_AWAKE, Unit.SECOND));

  static final List<Figure> SLEEP =
      List.of(
          Figure.of("/duration", Own.TIME_IN_BED, Unit.SECOND),
          Figure.of("/score", Own.SLEEP_SCORE, Unit.SCORE),
          Figure.of("/recovery_readiness_score", Own.RECOVERY_READINESS_SCORE, Unit.SCORE),
          Figure.of("/efficiency", Own.SLEEP_EFFICIENCY, Unit.PERCENT),
          Figure.of("/latency", Own.SLEEP_LATENCY, Unit.SECOND),
          Figure.of("/hr_lowest", Own.SLEEP_HEART_RATE_LOWEST, Unit.PER_MINUTE),
          Figure.of("/hr_average", Own.SLEEP_HEART_RATE_AVERAGE, Unit.PER_MINUTE),
          Figure.of("/hr_resting", Own.SLEEP_HEART_RATE_RESTING, Unit.PER_MINUTE),
          Figure.of("/hr_dip", Own.SLEEP_HEART_RATE_DIP, Unit.PERCENT),
          Figure.of("/average_hrv", Own.SLEEP_HRV_AVERAGE, Unit.MILLISECOND),
          Figure.of("/respiratory_rate", Own.SLEEP_RESPIRATORY_RATE, Unit.PER_MINUTE),
          Figure.of("/temperature_delta", Own.SLEEP_TEMPERATURE_DELTA, Unit.CELSIUS),
          Figure.of("/skin_temperature", Own.SLEEP_SKIN_TEMPERATURE, Unit.CELSIUS));

  static final List<Figure> WORKOUT =
      List.of(
          Figure.of("/moving_time", Own.WORKOUT_MOVING_TIME, Unit.SECOND),
          Figure.of("/distance", Own.WORKOUT_TOTAL_DISTANCE, Unit.METER),
          Figure.of("/steps", Own.WORKOUT_STEPS, Unit.STEPS),
          Figure.of("/calories", Own.WORKOUT_CALORIES, Unit.KILOCALORIE),
          Figure.of("/average_hr", Own.WORKOUT_HEART_RATE_AVERAGE, Unit.PER_MINUTE),
          Figure.of("/max_hr", Own.WORKOUT_HEART_RATE_HIGHEST, Unit.PER_MINUTE),
          Figure.of("/total_elevation_gain", Own.WORKOUT_ELEVATION_GAIN, Unit.METER),
          Figure.of("/elev_high", Own.WORKOUT_ELEVATION_HIGHEST, Unit.METER),
          Figure.of("/elev_low", Own.WORKOUT_ELEVATION_LOWEST, Unit.METER),
          Figure.of("/average_speed", Own.WORKOUT_SPEED_AVERAGE, Unit.METER_PER_SECOND),
          Figure.of("/max_speed", Own.WORKOUT_SPEED_HIGHEST, Unit.METER_PER_SECOND),
          Figure.of("/average_watts", Own.WORKOUT_POWER_AVERAGE, Unit.WATT),
          Figure.of("/max_watts", Own.WORKOUT_POWER_HIGHEST, Unit.WATT),
          Figure.of("/weighted_average_watts", Own.WORKOUT_POWER_WEIGHTED, Unit.WATT),
          Figure.of("/device_watts", Own.WORKOUT_POWER_DEVICE, Unit.WATT),
          Figure.of("/hr_zones/0", Own.WORKOUT_ZONE_1, Unit.SECOND),
          Figure.of("/hr_zones/1", Own.WORKOUT_ZONE_2, Unit.SECOND),
          Figure.of("/hr_zones/2", Own.WORKOUT_ZONE_3, Unit.SECOND),
          Figure.of("/hr_zones/3", Own.WORKOUT_ZONE_4, Unit.SECOND),
          Figure.of("/hr_zones/4", Own.WORKOUT_ZONE_5, Unit.SECOND),
          Figure.of("/hr_zones/5", Own.WORKOUT_ZONE_6, Unit.SECOND));

  static final List<Figure> MEAL =
      List.of(
          Figure.of("/macros/carbs", Own.MEAL_CARBOHYDRATES, Unit.GRAM),
          Figure.of("/macros/protein", Own.MEAL_PROTEIN, Unit.GRAM),
          Figure.of("/macros/alcohol", Own.MEAL_ALCOHOL, Unit.GRAM),
          Figure.of("/macros/water", Own.MEAL_WATER, Unit.GRAM),
          Figure.of("/macros/fibre", Own.MEAL_FIBRE, Unit.GRAM),
          Figure.of("/macros/sugar", Own.MEAL_SUGAR, Unit.GRAM),
          Figure.of("/macros/cholesterol", Own.MEAL_CHOLESTEROL, Unit.GRAM),
          Figure.of("/macros/fats/total", Own.MEAL_FAT, Unit.GRAM),
          Figure.of("/macros/fats/saturated", Own.MEAL_FAT_SATURATED, Unit.GRAM),
          Figure.of("/macros/fats/monounsaturated", Own.MEAL_FAT_MONOUNSATURATED, Unit.GRAM),
          Figure.of("/macros/fats/polyunsaturated", Own.MEAL_FAT_POLYUNSATURATED, Unit.GRAM),
          Figure.of("/macros/fats/omega3", Own.MEAL_FAT_OMEGA3, Unit.GRAM),
          Figure.of("/macros/fats/omega6", Own.MEAL_FAT_OMEGA6, Unit.GRAM));

  static final List<Figure> ELECTROCARDIOGRAM =
      List.of(
          Figure.of("/heart_rate_mean", Own.ECG_HEART_RATE, Unit.PER_MINUTE),
          Figure.of("/voltage_sample_count", Own.ECG_SAMPLE_COUNT, Unit.COUNT),
          Figure.of("/sampling_frequency_hz", Own.ECG_SAMPLING_FREQUENCY, Unit.HERTZ));
}
