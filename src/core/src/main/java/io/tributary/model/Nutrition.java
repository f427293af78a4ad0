package io.tributary.model;

import java.util.Collections;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Nutrition values of meals and foods. Every value may be null. */
public final class Nutrition {
  private static final Set<String> MINERALS =
      Set.of(
          "sodium",
          "potassium",
          "calcium",
          "phosphorus",
          "magnesium",
          "iron",
          "zinc",
          "fluoride",
          "chloride");
  private static final Set<String> TRACE_ELEMENTS =
      Set.of("chromium", "copper", "iodine", "manganese", "molybdenum", "selenium");
  private static final Set<String> VITAMINS =
      Set.of(
          "vitamin_a",
          "vitamin_b1",
          "riboflavin",
          "niacin",
          "pantothenic_acid",
          "vitamin_b6",
          "biotin",
          "vitamin_b12",
          "vitamin_c",
          "vitamin_d",
          "vitamin_e",
          "vitamin_k",
          "folic_acid");

  private Nutrition() {}

  /** Energy, always in kcal. */
  public record Energy(String unit, double value) {
    public Energy {
      if (!"kcal".equals(unit)) {
        throw new IllegalArgumentException("energy.unit must be kcal");
      }
      ValueChecks.notNegative("energy.value", value);
    }

    public static Energy kilocalories(double value) {
      return new Energy("kcal", value);
    }
  }

  /** Macronutrients in g; {@code fats} is never null. */
  public record Macros(
      Double carbs,
      Double protein,
      Double alcohol,
      Double water,
      Double fibre,
      Double sugar,
      Double cholesterol,
      Fats fats) {
    public Macros {
      ValueChecks.notNegative("macros.carbs", carbs);
      ValueChecks.notNegative("macros.protein", protein);
      ValueChecks.notNegative("macros.alcohol", alcohol);
      ValueChecks.notNegative("macros.water", water);
      ValueChecks.notNegative("macros.fibre", fibre);
      ValueChecks.notNegative("macros.sugar", sugar);
      ValueChecks.notNegative("macros.cholesterol", cholesterol);
      fats = fats == null ? new Fats(null, null, null, null, null, null) : fats;
    }
  }

  /** Fats in g. */
  public record Fats(
      Double saturated,
      Double monounsaturated,
      Double polyunsaturated,
      Double omega3,
      Double omega6,
      Double total) {
    public Fats {
      ValueChecks.notNegative("fats.saturated", saturated);
      ValueChecks.notNegative("fats.monounsaturated", monounsaturated);
      ValueChecks.notNegative("fats.polyunsaturated", polyunsaturated);
      ValueChecks.notNegative("fats.omega3", omega3);
      ValueChecks.notNegative("fats.omega6", omega6);
      ValueChecks.notNegative("fats.total", total);
    }
  }

  /** Micronutrients by name, each with a fixed unit. A map may be null. */
  public record Micros(
      Map<String, Double> minerals,
      Map<String, Double> traceElements,
      Map<String, Double> vitamins) {
    public Micros {
      minerals = known("minerals", minerals, MINERALS);
      traceElements = known("trace_elements", traceElements, TRACE_ELEMENTS);
      vitamins = known("vitamins", vitamins, VITAMINS);
    }

    private static Map<String, Double> known(
        String field, Map<String, Double> given, Set<String> names) {
      if (given == null) {
        return null;
      }
      given.forEach(
          (name, value) -> {
            if (!names.contains(name)) {
              throw new IllegalArgumentException(field + " contains an unknown nutrient");
            }
            ValueChecks.required(field, value);
            ValueChecks.notNegative(field, value);
          });
      return Collections.unmodifiableMap(new TreeMap<>(given));
    }
  }

  /** Food of a meal. */
  public record Food(Energy energy, Macros macros, Micros micros) {}
}
