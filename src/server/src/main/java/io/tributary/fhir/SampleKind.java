package io.tributary.fhir;

import io.tributary.model.Resource;
import java.util.List;

/**
 * Properties shared by all samples of a resource.
 *
 * @param loinc codes of every sample; the mapper adds those that depend on the reading
 */
record SampleKind(Category category, Unit unit, List<Coding> loinc) {
  private static SampleKind of(Category category, Unit unit, Coding... loinc) {
    return new SampleKind(category, unit, List.of(loinc));
  }

  /**
   * Returns the kind of a timeseries resource.
   *
   * @throws IllegalArgumentException if the resource has no samples
   */
  static SampleKind of(Resource resource) {
    return switch (resource) {
      case HEARTRATE -> of(Category.VITAL_SIGNS, Unit.PER_MINUTE, Loinc.HEART_RATE);
      case RESPIRATORY_RATE -> of(Category.VITAL_SIGNS, Unit.PER_MINUTE, Loinc.RESPIRATORY_RATE);
      case BLOOD_OXYGEN ->
          of(
              Category.VITAL_SIGNS,
              Unit.PERCENT,
              Loinc.OXYGEN_SATURATION,
              Loinc.OXYGEN_SATURATION_BY_PULSE);
      case BLOOD_PRESSURE -> of(Category.VITAL_SIGNS, Unit.MMHG, Loinc.BLOOD_PRESSURE);
      case BODY_TEMPERATURE, BASAL_BODY_TEMPERATURE ->
          of(Category.VITAL_SIGNS, Unit.CELSIUS, Loinc.BODY_TEMPERATURE);
      case WEIGHT -> of(Category.VITAL_SIGNS, Unit.KILOGRAM, Loinc.BODY_WEIGHT);
      case BODY_MASS_INDEX -> of(Category.VITAL_SIGNS, Unit.BMI, Loinc.BODY_MASS_INDEX);
      case HRV -> of(Category.VITAL_SIGNS, Unit.MILLISECOND);
      case BODY_TEMPERATURE_DELTA -> of(Category.VITAL_SIGNS, Unit.CELSIUS);
      case GLUCOSE, CHOLESTEROL -> of(Category.LABORATORY, Unit.MMOL_PER_LITRE);
      case IGE, IGG -> of(Category.LABORATORY, Unit.FSU);
      case FAT -> of(Category.EXAM, Unit.PERCENT);
      case LEAN_BODY_MASS -> of(Category.EXAM, Unit.KILOGRAM);
      case WAIST_CIRCUMFERENCE -> of(Category.EXAM, Unit.CENTIMETER);
      case FORCED_EXPIRATORY_VOLUME_1 -> of(Category.EXAM, Unit.LITRE);
      case FORCED_VITAL_CAPACITY -> of(Category.EXAM, Unit.LITRE);
      case PEAK_EXPIRATORY_FLOW_RATE -> of(Category.EXAM, Unit.LITRE_PER_MINUTE);
      case ELECTROCARDIOGRAM_VOLTAGE -> of(Category.EXAM, Unit.MILLIVOLT);
      case AFIB_BURDEN, STRESS_LEVEL -> of(Category.EXAM, Unit.PERCENT);
      case HEART_RATE_ALERT,
          HEART_RATE_RECOVERY_ONE_MINUTE,
          SLEEP_APNEA_ALERT,
          SLEEP_BREATHING_DISTURBANCE,
          FALL ->
          of(Category.EXAM, Unit.COUNT);
      case STEPS -> of(Category.ACTIVITY, Unit.STEPS);
      case CALORIES_ACTIVE -> of(Category.ACTIVITY, Unit.KILOCALORIE);
      case CALORIES_BASAL -> of(Category.ACTIVITY, Unit.KILOCALORIE);
      case DISTANCE, WORKOUT_DISTANCE -> of(Category.ACTIVITY, Unit.METER);
      case FLOORS_CLIMBED, STAND_HOUR, WHEELCHAIR_PUSH, WORKOUT_SWIMMING_STROKE ->
          of(Category.ACTIVITY, Unit.COUNT);
      case DAYLIGHT_EXPOSURE, MINDFULNESS_MINUTES, STAND_DURATION, WORKOUT_DURATION ->
          of(Category.ACTIVITY, Unit.MINUTE);
      case VO2_MAX -> of(Category.ACTIVITY, Unit.OXYGEN_UPTAKE);
      case UV_EXPOSURE -> of(Category.SOCIAL_HISTORY, Unit.INDEX);
      case CAFFEINE, CARBOHYDRATES -> of(Category.SOCIAL_HISTORY, Unit.GRAM);
      case WATER -> of(Category.SOCIAL_HISTORY, Unit.MILLILITRE);
      case HANDWASHING -> of(Category.SOCIAL_HISTORY, Unit.COUNT);
      case INHALER_USAGE -> of(Category.THERAPY, Unit.COUNT);
      case INSULIN_INJECTION -> of(Category.THERAPY, Unit.INSULIN);
      case NOTE -> of(Category.SURVEY, Unit.COUNT);
      case ACTIVITY,
          BODY,
          ELECTROCARDIOGRAM,
          MEAL,
          MENSTRUAL_CYCLE,
          PROFILE,
          SLEEP,
          SLEEP_CYCLE,
          WORKOUTS,
          WORKOUT_STREAM ->
          throw new IllegalArgumentException("no samples of " + resource.wire());
    };
  }
}
