package io.tributary.provider.sdk;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Nutrient of meals with the unit in which it is stored.
 *
 * @param name name in our API
 */
record Nutrient(Group part, String name, String unit) {
  private static final String PREFIX = "dietary_";

  /** Section of a meal that holds the nutrient. */
  enum Group {
    ENERGY,
    MACRO,
    FAT,
    MINERAL,
    TRACE_ELEMENT,
    VITAMIN
  }

  private static final Map<String, Double> GRAMS =
      Map.of(
          "kg", 1e3, "g", 1.0, "mg", 1e-3, "ug", 1e-6, "mcg", 1e-6, "µg", 1e-6, "oz", 28.349523125);
  private static final Map<String, Double> KILOCALORIES =
      Map.of("kcal", 1.0, "Cal", 1.0, "cal", 1e-3, "kJ", 1 / 4.184, "J", 1 / 4184.0);

  /** Conversion of water volumes: one milliliter weighs one gram. */
  private static final Map<String, Double> WATER = Map.of("mL", 1.0, "L", 1e3);

  private static final Map<String, Nutrient> NAMES = names();

  /** Returns the nutrient of a list with this name, ours or the phone's; null for other lists. */
  static Nutrient find(String list) {
    return NAMES.get(list.startsWith(PREFIX) ? list.substring(PREFIX.length()) : list);
  }

  /** Converts a value to our unit; NaN for an unsupported unit. */
  double convert(double value, String from) {
    Double given = from == null ? factor(unit) : factor(from);
    return given == null ? Double.NaN : from == null ? value : value * given / factor(unit);
  }

  private Double factor(String of) {
    return part == Group.ENERGY
        ? KILOCALORIES.get(of)
        : GRAMS.getOrDefault(of, name.equals("water") ? WATER.get(of) : null);
  }

  /** Returns the supported units in order. */
  Set<String> units() {
    Set<String> out = new TreeSet<>((part == Group.ENERGY ? KILOCALORIES : GRAMS).keySet());
    if (name.equals("water")) {
      out.addAll(WATER.keySet());
    }
    return out;
  }

  private static Map<String, Nutrient> names() {
    Map<String, Nutrient> out = new HashMap<>();
    put(out, Group.ENERGY, "kcal", "energy");
    put(out, Group.MACRO, "g", "carbs", "protein", "alcohol", "water", "fibre", "sugar");
    put(out, Group.MACRO, "g", "cholesterol");
    for (String fat :
        Set.of("saturated", "monounsaturated", "polyunsaturated", "omega3", "omega6", "total")) {
      out.put("fat_" + fat, new Nutrient(Group.FAT, fat, "g"));
    }
    put(out, Group.MINERAL, "mg", "sodium", "potassium", "calcium", "phosphorus", "magnesium");
    put(out, Group.MINERAL, "mg", "iron", "zinc", "fluoride", "chloride");
    put(out, Group.TRACE_ELEMENT, "mg", "copper", "manganese");
    put(out, Group.TRACE_ELEMENT, "ug", "chromium", "iodine", "molybdenum", "selenium");
    put(out, Group.VITAMIN, "ug", "vitamin_a", "biotin", "vitamin_b12", "vitamin_d", "vitamin_k");
    put(out, Group.VITAMIN, "ug", "folic_acid");
    put(out, Group.VITAMIN, "mg", "vitamin_b1", "riboflavin", "niacin", "pantothenic_acid");
    put(out, Group.VITAMIN, "mg", "vitamin_b6", "vitamin_c", "vitamin_e");
    addAlias(out, "energy_consumed", "energy");
    addAlias(out, "carbohydrates", "carbs");
    addAlias(out, "fiber", "fibre");
    addAlias(out, "thiamin", "vitamin_b1");
    addAlias(out, "folate", "folic_acid");
    return Map.copyOf(out);
  }

  private static void put(Map<String, Nutrient> into, Group part, String unit, String... names) {
    for (String name : names) {
      into.put(name, new Nutrient(part, name, unit));
    }
  }

  private static void addAlias(Map<String, Nutrient> into, String phones, String ours) {
    into.put(phones, into.get(ours));
  }
}
