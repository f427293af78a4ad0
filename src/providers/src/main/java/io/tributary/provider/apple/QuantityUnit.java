package io.tributary.provider.apple;

import java.util.HashMap;
import java.util.Map;

/**
 * Kinds of quantities, with the units that an export may use, because people choose them on the
 * phone. The stored value is {@code value * factor + add}.
 */
enum QuantityUnit {
  /** Counts, scores and indices; the unit is ignored. */
  COUNT,
  RATE("count/min", 1, "count/s", 60, "count/hr", 1.0 / 60),
  METERS(
      "m", 1, "km", 1000, "cm", 0.01, "mm", 0.001, "mi", 1609.344, "ft", 0.3048, "in", 0.0254, "yd",
      0.9144),
  CENTIMETERS("cm", 1, "m", 100, "mm", 0.1, "in", 2.54, "ft", 30.48),
  KILOCALORIES("kcal", 1, "Cal", 1, "cal", 0.001, "kJ", 1 / 4.184, "J", 0.001 / 4.184),
  KILOGRAMS("kg", 1, "g", 0.001, "lb", 0.45359237, "oz", 0.028349523125, "st", 6.35029318),
  GRAMS(
      "g", 1, "kg", 1000, "mg", 1e-3, "mcg", 1e-6, "ug", 1e-6, "lb", 453.59237, "oz", 28.349523125),
  MILLIGRAMS("mg", 1, "g", 1000, "mcg", 1e-3, "ug", 1e-3),
  MICROGRAMS("mcg", 1, "ug", 1, "mg", 1000, "g", 1e6),
  /** Percentages; the export contains fractions of one. */
  PERCENT("%", 100, "", 100),
  CELSIUS("degC", 1),
  MMOL_PER_LITER("mg/dL", 1 / 18.018, "mmol<180.1558800000541>/L", 1, "mmol/L", 1),
  MMHG("mmHg", 1, "kPa", 7.50061683, "cmAq", 0.73555924),
  MINUTES("min", 1, "s", 1 / 60.0, "ms", 1 / 60_000.0, "hr", 60, "d", 1440),
  SECONDS("s", 1, "min", 60, "ms", 0.001, "hr", 3600),
  MILLISECONDS("ms", 1, "s", 1000),
  VO2("mL/min·kg", 1, "mL/kg·min", 1, "mL/(kg*min)", 1),
  MILLILITERS(
      "mL",
      1,
      "cL",
      10,
      "dL",
      100,
      "L",
      1000,
      "l",
      1000,
      "fl_oz_us",
      29.5735295625,
      "fl_oz_imp",
      28.4130625,
      "cup_us",
      236.5882365,
      "cup_imp",
      284.130625,
      "pt_us",
      473.176473,
      "pt_imp",
      568.26125),
  LITERS("L", 1, "l", 1, "mL", 0.001),
  LITERS_PER_MINUTE("L/min", 1, "L/s", 60, "mL/min", 0.001),
  WATTS("W", 1, "kW", 1000),
  INTERNATIONAL_UNITS("IU", 1);

  /** Linear conversion to the stored unit. */
  record Conversion(double factor, double add) {
    double of(double value) {
      return value * factor + add;
    }
  }

  private static final Conversion IDENTITY = new Conversion(1, 0);

  private final Map<String, Conversion> units = new HashMap<>();

  QuantityUnit(Object... unitsAndFactors) {
    for (int i = 0; i < unitsAndFactors.length; i += 2) {
      double factor = ((Number) unitsAndFactors[i + 1]).doubleValue();
      units.put((String) unitsAndFactors[i], new Conversion(factor, 0));
    }
  }

  static {
    CELSIUS.units.put("degF", new Conversion(5.0 / 9, -160.0 / 9));
    CELSIUS.units.put("K", new Conversion(1, -273.15));
  }

  /** Returns null for a unit that this kind of quantity is not written in. */
  Conversion conversionFrom(String unit) {
    if (this == COUNT) {
      return IDENTITY;
    }
    Conversion known = units.get(unit);
    // Phones print the molar mass of glucose with more or fewer digits.
    return known == null && this == MMOL_PER_LITER && unit.startsWith("mmol<180.")
        ? IDENTITY
        : known;
  }
}
