package io.tributary.fhir;

/**
 * UCUM unit.
 *
 * @param display display text
 */
record Unit(String ucum, String display) {
  static final Unit PERCENT = new Unit("%", "%");
  static final Unit PER_MINUTE = new Unit("/min", "/min");
  static final Unit COUNT = new Unit("{count}", "count");
  static final Unit STEPS = new Unit("{steps}", "steps");
  static final Unit INDEX = new Unit("1", "index");
  static final Unit SCORE = new Unit("{score}", "score");
  static final Unit CELSIUS = new Unit("Cel", "°C");
  static final Unit MMHG = new Unit("mm[Hg]", "mmHg");
  static final Unit KILOGRAM = new Unit("kg", "kg");
  static final Unit GRAM = new Unit("g", "g");
  static final Unit BMI = new Unit("kg/m2", "kg/m2");
  static final Unit CENTIMETER = new Unit("cm", "cm");
  static final Unit METER = new Unit("m", "m");
  static final Unit METER_PER_SECOND = new Unit("m/s", "m/s");
  static final Unit KILOCALORIE = new Unit("kcal", "kcal");
  static final Unit MINUTE = new Unit("min", "min");
  static final Unit SECOND = new Unit("s", "s");
  static final Unit MILLISECOND = new Unit("ms", "ms");
  static final Unit HERTZ = new Unit("Hz", "Hz");
  static final Unit WATT = new Unit("W", "W");
  static final Unit LITRE = new Unit("L", "L");
  static final Unit LITRE_PER_MINUTE = new Unit("L/min", "L/min");
  static final Unit MILLILITRE = new Unit("mL", "mL");
  static final Unit MILLIVOLT = new Unit("mV", "mV");
  static final Unit MMOL_PER_LITRE = new Unit("mmol/L", "mmol/L");
  static final Unit OXYGEN_UPTAKE = new Unit("mL/kg/min", "mL/kg/min");
  static final Unit INSULIN = new Unit("[iU]", "U");
  static final Unit FSU = new Unit("{FSU}", "FSU");
}
