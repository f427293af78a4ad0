package io.tributary.provider.sdk;

import io.tributary.model.Resource;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Supported units per resource and their conversion to the resource's unit. A reading without a
 * unit is in the resource's unit.
 */
public final class UnitTable {
  private static final double MG_DL_GLUCOSE = 1 / 18.018;
  private static final double MG_DL_CHOLESTEROL = 1 / 38.67;
  private static final double MG_DL_TRIGLYCERIDES = 1 / 88.57;
  private static final double MMHG_PER_KPA = 7.50062;

  /** Linear conversion: value · factor + shift. */
  record Conversion(double factor, double shift) {
    static final Conversion IDENTITY = new Conversion(1, 0);

    static Conversion times(double factor) {
      return new Conversion(factor, 0);
    }

    double of(double value) {
      return this == IDENTITY ? value : value * factor + shift;
    }
  }

  private static final Map<Resource, Map<String, Conversion>> TABLE = table();

  private UnitTable() {}

  /** Returns null if the resource does not support this unit. */
  static Conversion find(Resource resource, String unit) {
    return TABLE.get(resource).get(unit);
  }

  /** Handles cholesterol in mg/dL, whose conversion depends on the reading type. */
  static Conversion find(Resource resource, String unit, String reading) {
    return "mg/dL".equals(unit) && "cholesterol/triglycerides".equals(reading)
        ? Conversion.times(MG_DL_TRIGLYCERIDES)
        : find(resource, unit);
  }

  /** Returns the supported units of a resource in order. */
  public static Set<String> unitsOf(Resource resource) {
    return new TreeSet<>(TABLE.get(resource).keySet());
  }

  private static Map<Resource, Map<String, Conversion>> table() {
    Map<Resource, Map<String, Conversion>> out = new EnumMap<>(Resource.class);
    for (Resource r : Resource.values()) {
      if (r.isTimeseries()) {
        Map<String, Conversion> units = new HashMap<>(conversionsOf(r));
        units.put(r.unit(), Conversion.IDENTITY);
        out.put(r, Map.copyOf(units));
      }
    }
    return out;
  }

  private static Map<String, Conversion> conversionsOf(Resource r) {
    Conversion same = Conversion.IDENTITY;
    return switch (r) {
      case HEARTRATE, RESPIRATORY_RATE -> Map.of("count/min", same, "breaths/min", same);
      case HRV -> Map.of("ms", same, "s", Conversion.times(1000));
      case GLUCOSE ->
          Map.of(
              "mg/dL",
              Conversion.times(MG_DL_GLUCOSE),
              "mmol<180.1558800000541>/L",
              same,
              "mmol<180.156>/L",
              same);
      case CHOLESTEROL -> Map.of("mg/dL", Conversion.times(MG_DL_CHOLESTEROL));
      case BLOOD_PRESSURE -> Map.of("kPa", Conversion.times(MMHG_PER_KPA));
      case WEIGHT, LEAN_BODY_MASS ->
          Map.of("g", Conversion.times(0.001), "lb", Conversion.times(0.45359237));
      case WAIST_CIRCUMFERENCE ->
          Map.of("m", Conversion.times(100), "mm", Conversion.times(0.1), "in", inches());
      case DISTANCE, WORKOUT_DISTANCE ->
          Map.of(
              "km",
              Conversion.times(1000),
              "cm",
              Conversion.times(0.01),
              "mi",
              Conversion.times(1609.344),
              "ft",
              Conversion.times(0.3048),
              "yd",
              Conversion.times(0.9144));
      case CALORIES_ACTIVE, CALORIES_BASAL ->
          Map.of(
              "Cal",
              same,
              "kJ",
              Conversion.times(1 / 4.184),
              "cal",
              Conversion.times(0.001),
              "J",
              Conversion.times(1 / 4184.0));
      case WATER -> Map.of("mL", same, "L", Conversion.times(1000), "fl_oz_us", ounces());
      case CAFFEINE, CARBOHYDRATES ->
          Map.of("mg", Conversion.times(1e-3), "ug", Conversion.times(1e-6), "kg", thousand());
      case BASAL_BODY_TEMPERATURE, BODY_TEMPERATURE ->
          Map.of(
              "degC",
              same,
              "C",
              same,
              "degF",
              new Conversion(5 / 9.0, -160 / 9.0),
              "°F",
              new Conversion(5 / 9.0, -160 / 9.0),
              "K",
              new Conversion(1, -273.15));
      case BODY_TEMPERATURE_DELTA ->
          Map.of("degC", same, "C", same, "degF", Conversion.times(5 / 9.0), "K", same);
      case MINDFULNESS_MINUTES, STAND_DURATION, DAYLIGHT_EXPOSURE, WORKOUT_DURATION ->
          Map.of("minute", same, "s", Conversion.times(1 / 60.0), "hour", Conversion.times(60));
      case FORCED_EXPIRATORY_VOLUME_1, FORCED_VITAL_CAPACITY ->
          Map.of("mL", Conversion.times(0.001));
      case PEAK_EXPIRATORY_FLOW_RATE -> Map.of("L/s", Conversion.times(60));
      case VO2_MAX -> Map.of("mL/min·kg", same, "ml/kg/min", same);
      case BODY_MASS_INDEX -> Map.of("kg/m2", same, "count", same);
      case UV_EXPOSURE -> Map.of("count", same);
      case ELECTROCARDIOGRAM_VOLTAGE ->
          Map.of("V", Conversion.times(1000), "uV", Conversion.times(0.001));
      case INSULIN_INJECTION -> Map.of("IU", same, "U", same);
      case HEART_RATE_RECOVERY_ONE_MINUTE -> Map.of("bpm", same, "count/min", same);
      case STAND_HOUR -> Map.of("hour", same);
      default -> Map.of();
    };
  }

  private static Conversion inches() {
    return Conversion.times(2.54);
  }

  private static Conversion ounces() {
    return Conversion.times(29.5735295625);
  }

  private static Conversion thousand() {
    return Conversion.times(1000);
  }
}
