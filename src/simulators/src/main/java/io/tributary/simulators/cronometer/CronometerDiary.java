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

/** One day of a person's diary in the vendor's words; nothing in it has a clock. */
final class CronometerDiary {
  /** What a thought more about a day adds to it. */
  static final int MORE_CAFFEINE = 10;

  private static final int FIBER = 4;
  private static final int SODIUM = 500;
  private static final int CALCIUM = 120;

  private CronometerDiary() {}

  /**
   * @param whole whether the day is over
   * @param foods whether meals are asked for
   */
  static JsonObject of(SimDay day, boolean whole, boolean foods) {
    List<PointEvent.Meal> eaten = day.spots(PointEvent.Meal.class);
    var out =
        new JsonObject()
            .put("day", day.day().toString())
            .put("completed", whole && !eaten.isEmpty())
            .put("food_grams", 300 * eaten.size())
            .put("macros", macros(eaten))
            .put("nutrients", nutrients(day, eaten))
            .put("metrics", new JsonArray());
    if (foods) {
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
          var foods = new JsonArray();
          for (int i = 0; i < meals.size(); i++) {
            foods.add(new JsonObject().put("name", "Plate of " + name).put("serving", "300 g"));
          }
          out.add(
              new JsonObject().put("name", name).put("foods", foods).put("macros", macros(meals)));
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
    return cups * cup(day.person().seed(), day.day()) + MORE_CAFFEINE * day.revision();
  }

  /** Milligrams of one of the day's cups; there is one to each meal. */
  static int cup(long seed, LocalDate day) {
    return SeededRandom.of(seed, day.toEpochDay(), 840).between(20, 90);
  }
}
