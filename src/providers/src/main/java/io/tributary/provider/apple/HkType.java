package io.tributary.provider.apple;

import io.tributary.model.Resource;
import java.util.HashMap;
import java.util.Map;

/**
 * What becomes of the records of one type of HealthKit.
 *
 * @param resource what it is a sample of; null when it makes no samples
 * @param measure of a quantity; null for a category, whose value is a name
 * @param use what is done with it
 * @param name what a fact of it is called; for an alert the type of the sample
 */
record HkType(Use use, Resource resource, Measure measure, String name) {
  /** Kinds of treatment. */
  enum Use {
    /** A sample of its own. */
    SAMPLE,
    /** A sample, and a measure of a weigh-in. */
    BODY,
    /** A sample, and a nutrient of a meal. */
    MEAL_SAMPLE,
    MEAL,
    PRESSURE,
    /** A figure of its day. */
    DAY,
    PERSON,
    /** Temperature of a night: a sample, and a figure of the sleep. */
    WRIST,
    SLEEP,
    /** The length of the record in minutes is the value. */
    LENGTH,
    /** An event: value 1. */
    EVENT,
    STAND_HOUR,
    INSULIN,
    TEMPERATURE,
    /** Distance of a wheelchair. */
    WHEELCHAIR,
    CYCLE,
    /** A sample, and a temperature of the cycle. */
    CYCLE_SAMPLE
  }

  private static final Map<String, HkType> TYPES = new HashMap<>();

  /** By the full identifier. */
  static final Names<HkType> KNOWN;

  static {
    sample("HeartRate", Resource.HEARTRATE, Measure.RATE);
    quantity("RestingHeartRate", Use.DAY, null, Measure.RATE, "resting");
    quantity("WalkingHeartRateAverage", Use.DAY, null, Measure.RATE, "walking");
    sample("HeartRateVariabilitySDNN", Resource.HRV, Measure.MILLISECONDS);
    sample("StepCount", Resource.STEPS, Measure.COUNT);
    sample("FlightsClimbed", Resource.FLOORS_CLIMBED, Measure.COUNT);
    sample("PushCount", Resource.WHEELCHAIR_PUSH, Measure.COUNT);
    sample("DistanceWalkingRunning", Resource.DISTANCE, Measure.METRES);
    quantity("DistanceWheelchair", Use.WHEELCHAIR, Resource.DISTANCE, Measure.METRES, "");
    sample("ActiveEnergyBurned", Resource.CALORIES_ACTIVE, Measure.KILOCALORIES);
    sample("BasalEnergyBurned", Resource.CALORIES_BASAL, Measure.KILOCALORIES);
    quantity("BodyMass", Use.BODY, Resource.WEIGHT, Measure.KILOGRAMS, "weight");
    quantity("BodyFatPercentage", Use.BODY, Resource.FAT, Measure.PERCENT, "fat");
    quantity("LeanBodyMass", Use.BODY, Resource.LEAN_BODY_MASS, Measure.KILOGRAMS, "lean");
    quantity("BodyMassIndex", Use.BODY, Resource.BODY_MASS_INDEX, Measure.COUNT, "index");
    quantity(
        "WaistCircumference", Use.BODY, Resource.WAIST_CIRCUMFERENCE, Measure.CENTIMETRES, "waist");
    quantity("Height", Use.PERSON, null, Measure.CENTIMETRES, "height");
    sample("OxygenSaturation", Resource.BLOOD_OXYGEN, Measure.PERCENT);
    sample("RespiratoryRate", Resource.RESPIRATORY_RATE, Measure.RATE);
    quantity("BodyTemperature", Use.TEMPERATURE, Resource.BODY_TEMPERATURE, Measure.CELSIUS, "");
    quantity(
        "AppleSleepingWristTemperature",
        Use.WRIST,
        Resource.BODY_TEMPERATURE,
        Measure.CELSIUS,
        "wrist");
    quantity(
        "BasalBodyTemperature",
        Use.CYCLE_SAMPLE,
        Resource.BASAL_BODY_TEMPERATURE,
        Measure.CELSIUS,
        "temperature");
    sample("BloodGlucose", Resource.GLUCOSE, Measure.MMOL_PER_LITRE);
    quantity(
        "BloodPressureSystolic",
        Use.PRESSURE,
        Resource.BLOOD_PRESSURE,
        Measure.MMHG,
        PressureJoin.SYSTOLIC);
    quantity(
        "BloodPressureDiastolic",
        Use.PRESSURE,
        Resource.BLOOD_PRESSURE,
        Measure.MMHG,
        PressureJoin.DIASTOLIC);
    sample("VO2Max", Resource.VO2_MAX, Measure.VO2);
    sample("HeartRateRecoveryOneMinute", Resource.HEART_RATE_RECOVERY_ONE_MINUTE, Measure.RATE);
    sample("AppleStandTime", Resource.STAND_DURATION, Measure.MINUTES);
    sample("TimeInDaylight", Resource.DAYLIGHT_EXPOSURE, Measure.MINUTES);
    sample("UVExposure", Resource.UV_EXPOSURE, Measure.COUNT);
    sample("NumberOfTimesFallen", Resource.FALL, Measure.COUNT);
    sample("InhalerUsage", Resource.INHALER_USAGE, Measure.COUNT);
    quantity("InsulinDelivery", Use.INSULIN, Resource.INSULIN_INJECTION, Measure.UNITS, "");
    sample("AtrialFibrillationBurden", Resource.AFIB_BURDEN, Measure.PERCENT);
    sample("ForcedVitalCapacity", Resource.FORCED_VITAL_CAPACITY, Measure.LITRES);
    sample("ForcedExpiratoryVolume1", Resource.FORCED_EXPIRATORY_VOLUME_1, Measure.LITRES);
    sample("PeakExpiratoryFlowRate", Resource.PEAK_EXPIRATORY_FLOW_RATE, Measure.LITRES_PER_MINUTE);
    sample(
        "AppleSleepingBreathingDisturbances", Resource.SLEEP_BREATHING_DISTURBANCE, Measure.COUNT);
    sample("DietaryWater", Resource.WATER, Measure.MILLILITRES);
    sample("DietaryCaffeine", Resource.CAFFEINE, Measure.GRAMS);
    quantity(
        "DietaryCarbohydrates", Use.MEAL_SAMPLE, Resource.CARBOHYDRATES, Measure.GRAMS, "carbs");
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
    KNOWN = new Names<>(TYPES);
  }

  private static void meals() {
    meal("EnergyConsumed", Measure.KILOCALORIES, "energy");
    for (String gram : MealJoin.GRAMS.keySet()) {
      meal(gram, Measure.GRAMS, MealJoin.GRAMS.get(gram));
    }
    for (String milligram : MealJoin.MILLIGRAMS.keySet()) {
      meal(milligram, Measure.MILLIGRAMS, MealJoin.MILLIGRAMS.get(milligram));
    }
    for (String microgram : MealJoin.MICROGRAMS.keySet()) {
      meal(microgram, Measure.MICROGRAMS, MealJoin.MICROGRAMS.get(microgram));
    }
  }

  private static void sample(String type, Resource resource, Measure measure) {
    quantity(type, Use.SAMPLE, resource, measure, null);
  }

  private static void meal(String type, Measure measure, String name) {
    quantity("Dietary" + type, Use.MEAL, null, measure, name);
  }

  private static void quantity(
      String type, Use use, Resource resource, Measure measure, String name) {
    TYPES.put("HKQuantityTypeIdentifier" + type, new HkType(use, resource, measure, name));
  }

  private static void category(String type, Use use, Resource resource, String name) {
    TYPES.put("HKCategoryTypeIdentifier" + type, new HkType(use, resource, null, name));
  }

  /** Whether the sample covers a span of time; else it is a reading of its begin. */
  boolean interval() {
    return resource.showsInterval();
  }

  /** Whether a value below zero is impossible. */
  boolean neverNegative() {
    return measure != Measure.CELSIUS;
  }
}
