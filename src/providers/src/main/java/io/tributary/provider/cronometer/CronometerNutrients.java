package io.tributary.provider.cronometer;

import io.tributary.model.Nutrition;
import io.tributary.provider.document.LenientJson;
import java.util.Map;
import java.util.TreeMap;

/**
 * Nutrients under our names: macronutrients in g, minerals in mg, some others in µg, as in the
 * model. Nutrients whose unit is undocumented (cholesterol and most vitamins, in particular A and
 * D) are omitted.
 */
record CronometerNutrients(Map<String, Double> values) {
  private static final String ENERGY = "energy";

  /** Names in {@code macros}, of a meal or of a whole day. */
  private static final Map<String, String> MACROS =
      Map.of(
          "kcal", ENERGY,
          "total_carbs", "carbs",
          "protein", "protein",
          "alcohol", "alcohol",
          "fiber", "fibre",
          "fat", "total",
          "sodium", "sodium",
          "potassium", "potassium",
          "magnesium", "magnesium");

  /** Names in {@code nutrients}, of a whole day only. */
  private static final Map<String, String> NUTRIENTS =
      Map.ofEntries(
          Map.entry("Energy", ENERGY),
          Map.entry("Carbs", "carbs"),
          Map.entry("Protein", "protein"),
          Map.entry("Fiber", "fibre"),
          Map.entry("Sugars", "sugar"),
          Map.entry("Fat", "total"),
          Map.entry("Saturated", "saturated"),
          Map.entry("Monounsaturated", "monounsaturated"),
          Map.entry("Polyunsaturated", "polyunsaturated"),
          Map.entry("Calcium", "calcium"),
          Map.entry("Iron", "iron"),
          Map.entry("Magnesium", "magnesium"),
          Map.entry("Phosphorus", "phosphorus"),
          Map.entry("Potassium", "potassium"),
          Map.entry("Sodium", "sodium"),
          Map.entry("Zinc", "zinc"),
          Map.entry("Copper", "copper"),
          Map.entry("Manganese", "manganese"),
          Map.entry("Selenium", "selenium"),
          Map.entry("B12 (Cobalamin)", "vitamin_b12"),
          Map.entry("Folate", "folic_acid"),
          Map.entry("Vitamin K", "vitamin_k"));

  private static final String[] MINERALS = {
    "calcium", "iron", "magnesium", "phosphorus", "potassium", "sodium", "zinc"
  };
  private static final String[] TRACE_ELEMENTS = {"copper", "manganese", "selenium"};
  private static final String[] VITAMINS = {"folic_acid", "vitamin_b12", "vitamin_k"};

  static CronometerNutrients ofMeal(LenientJson meal) {
    Map<String, Double> out = new TreeMap<>();
    read(meal.child("macros"), MACROS, out);
    return new CronometerNutrients(out);
  }

  /** Reads a day; a value in {@code macros} overrides the one in {@code nutrients}. */
  static CronometerNutrients ofDay(LenientJson day) {
    Map<String, Double> out = new TreeMap<>();
    read(day.child("nutrients"), NUTRIENTS, out);
    read(day.child("macros"), MACROS, out);
    return new CronometerNutrients(out);
  }

  private static void read(LenientJson from, Map<String, String> names, Map<String, Double> into) {
    names.forEach(
        (theirs, ours) -> {
          Double value = from.nonNegative(theirs);
          if (value != null) {
            into.put(ours, value);
          }
        });
  }

  CronometerNutrients plus(CronometerNutrients other) {
    Map<String, Double> out = new TreeMap<>(values);
    other.values.forEach((name, value) -> out.merge(name, value, Double::sum));
    return new CronometerNutrients(out);
  }

  /** Returns whether any value is above zero. */
  boolean hasValues() {
    return values.values().stream().anyMatch(v -> v > 0);
  }

  /** Returns null if absent. */
  Nutrition.Energy energy() {
    Double kilocalories = values.get(ENERGY);
    return kilocalories == null ? null : Nutrition.Energy.kilocalories(kilocalories);
  }

  Nutrition.Macros macros() {
    return new Nutrition.Macros(
        values.get("carbs"),
        values.get("protein"),
        values.get("alcohol"),
        null,
        values.get("fibre"),
        values.get("sugar"),
        null,
        new Nutrition.Fats(
            values.get("saturated"),
            values.get("monounsaturated"),
            values.get("polyunsaturated"),
            null,
            null,
            values.get("total")));
  }

  /** Returns null if there are none. */
  Nutrition.Micros micros() {
    Map<String, Double> minerals = select(MINERALS);
    Map<String, Double> traces = select(TRACE_ELEMENTS);
    Map<String, Double> vitamins = select(VITAMINS);
    return minerals == null && traces == null && vitamins == null
        ? null
        : new Nutrition.Micros(minerals, traces, vitamins);
  }

  private Map<String, Double> select(String... names) {
    Map<String, Double> out = new TreeMap<>();
    for (String name : names) {
      if (values.containsKey(name)) {
        out.put(name, values.get(name));
      }
    }
    return out.isEmpty() ? null : out;
  }

  /** Hides the values, because they are health data. */
  @Override
  public String toString() {
    return "CronometerFigures[***]";
  }
}
