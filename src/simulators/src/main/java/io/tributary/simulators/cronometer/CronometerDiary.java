package io.tributary.simulators.cronometer;

import io.tributary.simulators.kit.PointEvent;
import io.tributary.simulators.kit.SeededRandom;
import io.tributary.simulators.kit.SimDay;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Renders one day of a person's food diary in the vendor's format. Entries have a day but no time.
 */
final class CronometerDiary {
  /** Milligrams of caffeine that each revision of a day adds. */
  static final int CAFFEINE_PER_REVISION = 10;

  private static final int FIBER = 4;
  private static final int SODIUM = 500;
  private static final int CALCIUM = 120;

  private CronometerDiary() {}

  /**
   * @param dayOver whether the day is over
   * @param withMeals whether the meals are requested
   */
  static JsonObject render(SimDay day, boolean dayOver, boolean withMeals) {
    List<PointEvent.Meal> eaten = day.spots(PointEvent.Meal.class);
    var out =
        new JsonObject()
            .put("day", day.day().toString())
            .put("completed", dayOver && !eaten.isEmpty())
            .put("food_grams", 300 * eaten.size())
            .put("macros", macros(eaten))
            .put("nutrients", nutrients(day, eaten))
            .put("metrics", new JsonArray());
    if (withMeals) {
      out.put("foods", meals(eaten));
    }
    return out;
  }

  private static JsonArray meals(List<PointEvent.Meal> eaten) {
    Map<String, List<PointEvent.Meal>> named = new LinkedHashMap<>();
    eaten.forEach(m -> named.computeIfAbsent(m.name(), n -> new ArrayList<>()).add(m));
    var out = new JsonArray();
    named.forEach(
        (name, meals) -> {
          var withMeals = new JsonArray();
          for (int i = 0; i < meals.size(); i++) {
            withMeals.add(new JsonObject().put("name", "Plate of " + name).put("serving", "300 g"));
          }
          out.add(
              new JsonObject()
                  .put("name", name)
                  .put("foods", withMeals)
                  .put("macros", macros(meals)));
        });
    return out;
  }

  private static JsonObject macros(List<PointEvent.Meal> meals) {
    int carbs = meals.stream().mapToInt(PointEvent.Meal::carbohydrates).sum();
    int fiber = FIBER * meals.size();
    return new JsonObject()
        .put("kcal", meals.stream().mapToInt(PointEvent.Meal::kilocalories).sum())
        .put("protein", meals.stream().mapToInt(PointEvent.Meal::protein).sum())
        .put("fat", meals.stream().mapToInt(PointEvent.Meal::fat).sum())
        .put("total_carbs", carbs)
        .put("net_carbs", Math.max(0, carbs - fiber))
        .put("fiber", fiber)
        .put("alcohol", 0)
        .put("sodium", SODIUM * meals.size())
        .put("potassium", 2 * SODIUM * meals.size())
        .put("magnesium", CALCIUM * meals.size());
  }

  private static JsonObject nutrients(SimDay day, List<PointEvent.Meal> meals) {
    JsonObject macros = macros(meals);
    return new JsonObject()
        .put("Energy", macros.getValue("kcal"))
        .put(
            "Water",
            day.spots(PointEvent.Water.class).stream()
                .mapToInt(PointEvent.Water::millilitres)
                .sum())
        .put("Caffeine", meals.isEmpty() ? 0 : caffeine(day, meals.size()))
        .put("Carbs", macros.getValue("total_carbs"))
        .put("Fiber", macros.getValue("fiber"))
        .put("Fat", macros.getValue("fat"))
        .put("Protein", macros.getValue("protein"))
        .put("Vitamin A", 900 * meals.size())
        .put("Calcium", CALCIUM * meals.size())
        .put("Sodium", macros.getValue("sodium"));
  }

  private static int caffeine(SimDay day, int cups) {
    return cups * caffeinePerCup(day.person().seed(), day.day())
        + CAFFEINE_PER_REVISION * day.revision();
  }

  /** Returns the milligrams of caffeine in each of the day's cups; each meal has one cup. */
  static int caffeinePerCup(long seed, LocalDate day) {
    return SeededRandom.of(seed, day.toEpochDay(), 840).between(20, 90);
  }
}
