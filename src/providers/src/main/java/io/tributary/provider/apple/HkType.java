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
record HkType(Use use, Resource resource, QuantityUnit measure, String name) {
  /** Kinds of conversion. */
  enum Use {
    /** One sample. */
    SAMPLE,
    /** A sample, and a value of a body summary. */
    BODY,
    /** A sample, and a nutrient of a meal. */
    MEAL_SAMPLE,
    MEAL,
    PRESSURE,
    /** A value of the daily activity. */
    DAY,
    PERSON,
    /** Nightly wrist temperature: a sample, and a value of the sleep. */
    WRIST,
    SLEEP,
    /** A sample whose value is the duration of the record in minutes. */
    LENGTH,
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
    quantity("RestingHeartRate", Use.DAY, null, QuantityUnit.RATE, "resting");
    quantity("WalkingHeartRateAverage", Use.DAY, null, QuantityUnit.RATE, "walking");
    sample("HeartRateVariabilitySDNN", Resource.HRV, QuantityUnit.MILLISECONDS);
    sample("StepCount", Resource.STEPS, QuantityUnit.COUNT);
    sample("FlightsClimbed", Resource.FLOORS_CLIMBED, QuantityUnit.COUNT);
    sample("PushCount", Resource.WHEELCHAIR_PUSH, QuantityUnit.COUNT);
    sample("DistanceWalkingRunning", Resource.DISTANCE, QuantityUnit.METRES);
    quantity("DistanceWheelchair", Use.WHEELCHAIR, Resource.DISTANCE, QuantityUnit.METRES, "");
    sample("ActiveEnergyBurned", Resource.CALORIES_ACTIVE, QuantityUnit.KILOCALORIES);
    sample("BasalEnergyBurned", Resource.CALORIES_BASAL, QuantityUnit.KILOCALORIES);
    quantity("BodyMass", Use.BODY, Resource.WEIGHT, QuantityUnit.KILOGRAMS, "weight");
    quantity("BodyFatPercentage", Use.BODY, Resource.FAT, QuantityUnit.PERCENT, "fat");
    quantity("LeanBodyMass", Use.BODY, Resource.LEAN_BODY_MASS, QuantityUnit.KILOGRAMS, "lean");
    quantity("BodyMassIndex", Use.BODY, Resource.BODY_MASS_INDEX, QuantityUnit.COUNT, "index");
    quantity(
        "WaistCircumference",
        Use.BODY,
        Resource.WAIST_CIRCUMFERENCE,
        QuantityUnit.CENTIMETRES,
        "waist");
    quantity("Height", Use.PERSON, null, QuantityUnit.CENTIMETRES, "height");
    sample("OxygenSaturation", Resource.BLOOD_OXYGEN, QuantityUnit.PERCENT);
    sample("RespiratoryRate", Resource.RESPIRATORY_RATE, QuantityUnit.RATE);
    quantity(
        "BodyTemperature", Use.TEMPERATURE, Resource.BODY_TEMPERATURE, QuantityUnit.CELSIUS, "");
    quantity(
        "AppleSleepingWristTemperature",
        Use.WRIST,
        Resource.BODY_TEMPERATURE,
        QuantityUnit.CELSIUS,
        "wrist");
    quantity(
        "BasalBodyTemperature",
        Use.CYCLE_SAMPLE,
        Resource.BASAL_BODY_TEMPERATURE,
        QuantityUnit.CELSIUS,
        "temperature");
    sample("BloodGlucose", Resource.GLUCOSE, QuantityUnit.MMOL_PER_LITRE);
    quantity(
        "BloodPressureSystolic",
        Use.PRESSURE,
        Resource.BLOOD_PRESSURE,
        QuantityUnit.MMHG,
        PressureJoin.SYSTOLIC);
    quantity(
        "BloodPressureDiastolic",
        Use.PRESSURE,
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
    quantity("InsulinDelivery", Use.INSULIN, Resource.INSULIN_INJECTION, QuantityUnit.UNITS, "");
    sample("AtrialFibrillationBurden", Resource.AFIB_BURDEN, QuantityUnit.PERCENT);
    sample("ForcedVitalCapacity", Resource.FORCED_VITAL_CAPACITY, QuantityUnit.LITRES);
    sample("ForcedExpiratoryVolume1", Resource.FORCED_EXPIRATORY_VOLUME_1, QuantityUnit.LITRES);
    sample(
        "PeakExpiratoryFlowRate",
        Resource.PEAK_EXPIRATORY_FLOW_RATE,
        QuantityUnit.LITRES_PER_MINUTE);
    sample(
        "AppleSleepingBreathingDisturbances",
        Resource.SLEEP_BREATHING_DISTURBANCE,
        QuantityUnit.COUNT);
    sample("DietaryWater", Resource.WATER, QuantityUnit.MILLILITRES);
    sample("DietaryCaffeine", Resource.CAFFEINE, QuantityUnit.GRAMS);
    quantity(
        "DietaryCarbohydrates",
        Use.MEAL_SAMPLE,
        Resource.CARBOHYDRATES,
        QuantityUnit.GRAMS,
        "carbs");
    meals();
    category("SleepAnalysis", Use.SLEEP, null, "");
    category("MindfulSession", Use.LENGTH, Resource.MINDFULNESS_MINUTES, null);
    category("AppleStandHour", Use.STAND_HOUR, Resource.STAND_HOUR, null);
    category("HighHeartRateEvent", Use.EVENT, Resource.HEART_RATE_ALERT, "high_heart_rate");
    category("LowHeartRateEvent", Use.EVENT, Resource.HEART_RATE_ALERT, "low_heart_rate");
    category("IrregularHeartRhythmEvent", Use.EVENT, Resource.HEART_RATE_ALERT, "irregular_rhythm");
    category("HandwashingEvent", Use.EVENT, Resource.HANDWASHING, null);
    category("SleepApneaEvent", Use.EVENT, Resource.SLEEP_APNEA_ALERT, null);
    for (String cycle : CycleJoin.NAMES.keySet()) {
      category(cycle, Use.CYCLE, null, CycleJoin.NAMES.get(cycle));
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
    quantity(type, Use.SAMPLE, resource, measure, null);
  }

  private static void meal(String type, QuantityUnit measure, String name) {
    quantity("Dietary" + type, Use.MEAL, null, measure, name);
  }

  private static void quantity(
      String type, Use use, Resource resource, QuantityUnit measure, String name) {
    TYPES.put("HKQuantityTypeIdentifier" + type, new HkType(use, resource, measure, name));
  }

  private static void category(String type, Use use, Resource resource, String name) {
    TYPES.put("HKCategoryTypeIdentifier" + type, new HkType(use, resource, null, name));
  }

  /** Returns whether the sample spans an interval; otherwise it is a reading at its start. */
  boolean interval() {
    return resource.showsInterval();
  }

  /** Returns whether a negative value is impossible. */
  boolean neverNegative() {
    return measure != QuantityUnit.CELSIUS;
  }
}
