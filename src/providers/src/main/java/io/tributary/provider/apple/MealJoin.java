package io.tributary.provider.apple;

import io.tributary.core.Encryption;
import io.tributary.model.MealSummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Nutrition;
import io.tributary.model.Source;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Builds one meal per source and day from nutrients, because the export does not separate meals.
 */
final class MealJoin {
  private static final String MINERAL = "mineral.";
  private static final String TRACE = "trace.";
  private static final String VITAMIN = "vitamin.";
  private static final int ID_BYTES = 16;

  /** Dietary types without their prefix, grouped by the stored unit, mapped to nutrient names. */
  static final Map<String, String> GRAMS =
      Map.of(
          "Protein", "protein",
          "FatTotal", "fat",
          "FatSaturated", "saturated",
          "FatMonounsaturated", "monounsaturated",
          "FatPolyunsaturated", "polyunsaturated",
          "Cholesterol", "cholesterol",
          "Fiber", "fibre",
          "Sugar", "sugar");

  static final Map<String, String> MILLIGRAMS =
      Map.ofEntries(
          Map.entry("Sodium", MINERAL + "sodium"),
          Map.entry("Potassium", MINERAL + "potassium"),
          Map.entry("Calcium", MINERAL + "calcium"),
          Map.entry("Phosphorus", MINERAL + "phosphorus"),
          Map.entry("Magnesium", MINERAL + "magnesium"),
          Map.entry("Iron", MINERAL + "iron"),
          Map.entry("Zinc", MINERAL + "zinc"),
          Map.entry("Chloride", MINERAL + "chloride"),
          Map.entry("Copper", TRACE + "copper"),
          Map.entry("Manganese", TRACE + "manganese"),
          Map.entry("Thiamin", VITAMIN + "vitamin_b1"),
          Map.entry("Riboflavin", VITAMIN + "riboflavin"),
          Map.entry("Niacin", VITAMIN + "niacin"),
          Map.entry("PantothenicAcid", VITAMIN + "pantothenic_acid"),
          Map.entry("VitaminB6", VITAMIN + "vitamin_b6"),
          Map.entry("VitaminC", VITAMIN + "vitamin_c"),
          Map.entry("VitaminE", VITAMIN + "vitamin_e"));

  static final Map<String, String> MICROGRAMS =
      Map.of(
          "Chromium", TRACE + "chromium",
          "Iodine", TRACE + "iodine",
          "Molybdenum", TRACE + "molybdenum",
          "Selenium", TRACE + "selenium",
          "VitaminA", VITAMIN + "vitamin_a",
          "Biotin", VITAMIN + "biotin",
          "VitaminB12", VITAMIN + "vitamin_b12",
          "VitaminD", VITAMIN + "vitamin_d",
          "VitaminK", VITAMIN + "vitamin_k",
          "Folate", VITAMIN + "folic_acid");

  private MealJoin() {}

  static void build(List<PendingRecord> group, NormalizedBatch.Builder out) {
    PendingRecord first = group.getFirst();
    HkSource by = HkSource.of(first.origin());
    Map<String, Double> sums = new TreeMap<>();
    Instant at = first.at();
    for (PendingRecord f : group) {
      sums.merge(f.name(), f.value(), Double::sum);
      at = f.at().isBefore(at) ? f.at() : at;
    }
    Double energy = sums.get("energy");
    String id =
        HexFormat.of().formatHex(Encryption.sha256(by.name() + "\t" + first.day()), 0, ID_BYTES);
    String name = by.name().isBlank() ? "meal" : by.name();
    out.add(
        MealSummary.of(at, first.day(), name)
            .recordId(id)
            .energy(energy == null ? null : Nutrition.Energy.kilocalories(energy))
            .macros(macros(sums))
            .micros(micros(sums))
            .build(),
        Source.of(AppleExport.SLUG, by.type()));
  }

  private static Nutrition.Macros macros(Map<String, Double> sums) {
    return new Nutrition.Macros(
        sums.get("carbs"),
        sums.get("protein"),
        null,
        null,
        sums.get("fibre"),
        sums.get("sugar"),
        sums.get("cholesterol"),
        new Nutrition.Fats(
            sums.get("saturated"),
            sums.get("monounsaturated"),
            sums.get("polyunsaturated"),
            null,
            null,
            sums.get("fat")));
  }

  private static Nutrition.Micros micros(Map<String, Double> sums) {
    Map<String, Double> minerals = withPrefix(MINERAL, sums);
    Map<String, Double> traces = withPrefix(TRACE, sums);
    Map<String, Double> vitamins = withPrefix(VITAMIN, sums);
    return minerals == null && traces == null && vitamins == null
        ? null
        : new Nutrition.Micros(minerals, traces, vitamins);
  }

  private static Map<String, Double> withPrefix(String prefix, Map<String, Double> sums) {
    Map<String, Double> out = new TreeMap<>();
    sums.forEach(
        (name, value) -> {
          if (name.startsWith(prefix)) {
            out.put(name.substring(prefix.length()), value);
          }
        });
    return out.isEmpty() ? null : out;
  }
}
