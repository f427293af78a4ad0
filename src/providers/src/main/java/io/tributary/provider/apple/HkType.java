package io.tributary.provider.apple;

import io.tributary.model.Resource;
import java.util.HashMap;
import java.util.Map;

/**
 * Mapping of one HealthKit record type.
 *
 * @param use how a record is converted
 * @param resource resource of the samples; null if there are none
 * @param measure unit of a quantity; null for a category, whose value is a name
 * @param name name of the pending record; for an alert, the type of the sample
 */
record HkType(HkConversion use, Resource resource, QuantityUnit measure, String name) {
  /** Kinds of conversion. */
  enum HkConversion {
    /** One sample. */
    SAMPLE,
    /** A sample, and a value of a body summary. */
    BODY,
    /** A sample, and a nutrient of a meal. */
    MEAL_SAMPLE,
    MEAL,
    PRESSURE,
    /** A value of the daily activity. */
    DAILY_VALUE,
    PERSON,
    /** Nightly wrist temperature: a sample, and a value of the sleep. */
    WRIST,
    SLEEP,
    /** A sample whose value is the duration of the record in minutes. */
    DURATION,
    /** A sample with value 1. */
    EVENT,
    STAND_HOUR,
    INSULIN,
    TEMPERATURE,
    /** Distance covered in a wheelchair. */
    WHEELCHAIR,
    CYCLE,
    /** A sample, and a temperature of the menstrual cycle. */
    CYCLE_SAMPLE
  }

  private static final Map<String, HkType> TYPES = new HashMap<>();

  /** Mappings by the full HealthKit identifier. */
  static final ByteKeyTable<HkType> KNOWN;

  static {
    sample("HeartRate", Resource.HEARTRATE, QuantityUnit.RATE);
    quantity("RestingHeartRate", HkConversion.DAILY_VALUE, null, QuantityUnit.RATE, "resting");
    quantity(
        "WalkingHeartRateAverage", HkConversion.DAILY_VALUE, null, QuantityUnit.RATE, "walking");
    sample("HeartRateVariabilitySDNN", Resource.HRV, QuantityUnit.MILLISECONDS);
    sample("StepCount", Resource.STEPS, QuantityUnit.COUNT);
    sample("FlightsClimbed", Resource.FLOORS_CLIMBED, QuantityUnit.COUNT);
    sample("PushCount", Resource.WHEELCHAIR_PUSH, QuantityUnit.COUNT);
    sample("DistanceWalkingRunning", Resource.DISTANCE, QuantityUnit.METERS);
    quantity(
        "DistanceWheelchair", HkConversion.WHEELCHAIR, Resource.DISTANCE, QuantityUnit.METERS, "");
    sample("ActiveEnergyBurned", Resource.CALORIES_ACTIVE, QuantityUnit.KILOCALORIES);
    sample("BasalEnergyBurned", Resource.CALORIES_BASAL, QuantityUnit.KILOCALORIES);
    quantity("BodyMass", HkConversion.BODY, Resource.WEIGHT, QuantityUnit.KILOGRAMS, "weight");
    quantity("BodyFatPercentage", HkConversion.BODY, Resource.FAT, QuantityUnit.PERCENT, "fat");
    quantity(
        "LeanBodyMass", HkConversion.BODY, Resource.LEAN_BODY_MASS, QuantityUnit.KILOGRAMS, "lean");
    quantity(
        "BodyMassIndex", HkConversion.BODY, Resource.BODY_MASS_INDEX, QuantityUnit.COUNT, "index");
    quantity(
        "WaistCircumference",
        HkConversion.BODY,
        Resource.WAIST_CIRCUMFERENCE,
        QuantityUnit.CENTIMETERS,
        "waist");
    quantity("Height", HkConversion.PERSON, null, QuantityUnit.CENTIMETERS, "height");
    sample("OxygenSaturation", Resource.BLOOD_OXYGEN, QuantityUnit.PERCENT);
    sample("RespiratoryRate", Resource.RESPIRATORY_RATE, QuantityUnit.RATE);
    quantity(
        "BodyTemperature",
        HkConversion.TEMPERATURE,
        Resource.BODY_TEMPERATURE,
        QuantityUnit.CELSIUS,
        "");
    quantity(
        "AppleSleepingWristTemperature",
        HkConversion.WRIST,
        Resource.BODY_TEMPERATURE,
        QuantityUnit.CELSIUS,
        "wrist");
    quantity(
        "BasalBodyTemperature",
        HkConversion.CYCLE_SAMPLE,
        Resource.BASAL_BODY_TEMPERATURE,
        QuantityUnit.CELSIUS,
        "temperature");
    sample("BloodGlucose", Resource.GLUCOSE, QuantityUnit.MMOL_PER_LITER);
    quantity(
        "BloodPressureSystolic",
        HkConversion.PRESSURE,
        Resource.BLOOD_PRESSURE,
        QuantityUnit.MMHG,
        PressureJoin.SYSTOLIC);
    quantity(
        "BloodPressureDiastolic",
        HkConversion.PRESSURE,
        Resource.BLOOD_PRESSURE,
        QuantityUnit.MMHG,
        PressureJoin.DIASTOLIC);
    sample("VO2Max", Resource.VO2_MAX, QuantityUnit.VO2);
    sample(
        "HeartRateRecoveryOneMinute", Resource.HEART_RATE_RECOVERY_ONE_MINUTE, QuantityUnit.RATE);
    sample("AppleStandTime", Resource.STAND_DURATION, QuantityUnit.MINUTES);
    sample("TimeInDaylight", Resource.DAYLIGHT_EXPOSURE, QuantityUnit.MINUTES);
    sample("UVExposure", Resource.UV_EXPOSURE, QuantityUnit.COUNT);
    sample("NumberOfTimesFallen", Resource.FALL, QuantityUnit.COUNT);
    sample("InhalerUsage", Resource.INHALER_USAGE, QuantityUnit.COUNT);
    quantity(
        "InsulinDelivery",
        HkConversion.INSULIN,
        Resource.INSULIN_INJECTION,
        QuantityUnit.INTERNATIONAL_UNITS,
        "");
    sample("AtrialFibrillationBurden", Resource.AFIB_BURDEN, QuantityUnit.PERCENT);
    sample("ForcedVitalCapacity", Resource.FORCED_VITAL_CAPACITY, QuantityUnit.LITERS);
    sample("ForcedExpiratoryVolume1", Resource.FORCED_EXPIRATORY_VOLUME_1, QuantityUnit.LITERS);
    sample(
        "PeakExpiratoryFlowRate",
        Resource.PEAK_EXPIRATORY_FLOW_RATE,
        QuantityUnit.LITERS_PER_MINUTE);
    sample(
        "AppleSleepingBreathingDisturbances",
        Resource.SLEEP_BREATHING_DISTURBANCE,
        QuantityUnit.COUNT);
    sample("DietaryWater", Resource.WATER, QuantityUnit.MILLILITERS);
    sample("DietaryCaffeine", Resource.CAFFEINE, QuantityUnit.GRAMS);
    quantity(
        "DietaryCarbohydrates",
        HkConversion.MEAL_SAMPLE,
        Resource.CARBOHYDRATES,
        QuantityUnit.GRAMS,
        "carbs");
    meals();
    category("SleepAnalysis", HkConversion.SLEEP, null, "");
    category("MindfulSession", HkConversion.DURATION, Resource.MINDFULNESS_MINUTES, null);
    category("AppleStandHour", HkConversion.STAND_HOUR, Resource.STAND_HOUR, null);
    category(
        "HighHeartRateEvent", HkConversion.EVENT, Resource.HEART_RATE_ALERT, "high_heart_rate");
    category("LowHeartRateEvent", HkConversion.EVENT, Resource.HEART_RATE_ALERT, "low_heart_rate");
    category(
        "IrregularHeartRhythmEvent",
        HkConversion.EVENT,
        Resource.HEART_RATE_ALERT,
        "irregular_rhythm");
    category("HandwashingEvent", HkConversion.EVENT, Resource.HANDWASHING, null);
    category("SleepApneaEvent", HkConversion.EVENT, Resource.SLEEP_APNEA_ALERT, null);
    for (String cycle : CycleJoin.RECORD_NAMES.keySet()) {
      category(cycle, HkConversion.CYCLE, null, CycleJoin.RECORD_NAMES.get(cycle));
    }
    KNOWN = new ByteKeyTable<>(TYPES);
  }

  private static void meals() {
    meal("EnergyConsumed", QuantityUnit.KILOCALORIES, "energy");
    for (String gram : MealJoin.GRAMS.keySet()) {
      meal(gram, QuantityUnit.GRAMS, MealJoin.GRAMS.get(gram));
    }
    for (String milligram : MealJoin.MILLIGRAMS.keySet()) {
      meal(milligram, QuantityUnit.MILLIGRAMS, MealJoin.MILLIGRAMS.get(milligram));
    }
    for (String microgram : MealJoin.MICROGRAMS.keySet()) {
      meal(microgram, QuantityUnit.MICROGRAMS, MealJoin.MICROGRAMS.get(microgram));
    }
  }

  private static void sample(String type, Resource resource, QuantityUnit measure) {
    quantity(type, HkConversion.SAMPLE, resource, measure, null);
  }

  private static void meal(String type, QuantityUnit measure, String name) {
    quantity("Dietary" + type, HkConversion.MEAL, null, measure, name);
  }

  private static void quantity(
      String type, HkConversion use, Resource resource, QuantityUnit measure, String name) {
    TYPES.put("HKQuantityTypeIdentifier" + type, new HkType(use, resource, measure, name));
  }

  private static void category(String type, HkConversion use, Resource resource, String name) {
    TYPES.put("HKCategoryTypeIdentifier" + type, new HkType(use, resource, null, name));
  }

  /** Returns whether the sample spans an interval; otherwise it is a reading at its start. */
  boolean isInterval() {
    return resource.showsInterval();
  }

  /** Returns whether a negative value is impossible. */
  boolean isNonNegative() {
    return measure != QuantityUnit.CELSIUS;
  }
}
