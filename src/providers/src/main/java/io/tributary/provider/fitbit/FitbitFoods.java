package io.tributary.provider.fitbit;

import io.tributary.model.MealSummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Nutrition;
import io.tributary.model.Resource;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.LenientJson;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Converts foods, which have a day and a type of meal but no time. Foods of one day and type are
 * one meal at midnight of the day.
 */
final class FitbitFoods {
  private static final Map<String, String> MEALS =
      Map.of("1", "breakfast", "3", "lunch", "5", "dinner");
  private static final String OTHER_MEAL = "snack";

  private static final List<String> NUTRIENTS =
      List.of("calories", "carbs", "fat", "fiber", "protein", "sodium");

  private FitbitFoods() {}

  static void normalise(
      DocumentSet documents, AccountContext facts, NormalizedBatch.Builder batch) {
    FitbitNormalizer.forEach(
        documents,
        FitbitDocumentKind.FOODS,
        batch,
        dated -> {
          LocalDate day = dated.requiredDay(FetchContext.ASKED_DAY);
          Map<String, Map<String, Map<String, Double>>> meals = new LinkedHashMap<>();
          for (LenientJson food : dated.child(FetchContext.ANSWER).list("foods")) {
            LenientJson logged = food.child("loggedFood");
            String name = logged.text("name");
            if (name == null) {
              batch.reject(FitbitDocumentKind.FOODS.wire(), "name is missing");
            } else {
              String meal = logged.lookup("mealTypeId", MEALS);
              meals
                  .computeIfAbsent(meal == null ? OTHER_MEAL : meal, m -> new TreeMap<>())
                  .merge(name, nutrients(food.child("nutritionalValues")), FitbitFoods::sum);
            }
          }
          meals.forEach(
              (meal, foods) -> batch.add(meal(day, meal, foods, facts), FitbitNormalizer.APP));
        });
    FitbitNormalizer.forEach(
        documents, FitbitDocumentKind.WATER, batch, dated -> addWater(dated, facts, batch));
  }

  private static Map<String, Double> nutrients(LenientJson values) {
    Map<String, Double> out = new TreeMap<>();
    for (String figure : NUTRIENTS) {
      Double value = values.nonNegative(figure);
      if (value != null) {
        out.put(figure, value);
      }
    }
    return out;
  }

  /** Adds up a food that was logged twice in one meal. */
  private static Map<String, Double> sum(Map<String, Double> one, Map<String, Double> other) {
    Map<String, Double> out = new TreeMap<>(one);
    other.forEach((figure, value) -> out.merge(figure, value, Double::sum));
    return out;
  }

  private static MealSummary meal(
      LocalDate day, String name, Map<String, Map<String, Double>> foods, AccountContext facts) {
    Map<String, Double> all = new TreeMap<>();
    Map<String, Nutrition.Food> data = new TreeMap<>();
    foods.forEach(
        (food, figures) -> {
          figures.forEach((figure, value) -> all.merge(figure, value, Double::sum));
          data.put(food, new Nutrition.Food(energy(figures), macros(figures), micros(figures)));
        });
    return MealSummary.of(FitbitTime.midnight(day, facts).at(), day, name)
        .recordId(key(day, name))
        .energy(energy(all))
        .macros(macros(all))
        .micros(micros(all))
        .data(data)
        .build();
  }

  static String key(LocalDate day, String meal) {
    return day + " " + meal;
  }

  private static Nutrition.Energy energy(Map<String, Double> figures) {
    Double kilocalories = figures.get("calories");
    return kilocalories == null ? null : Nutrition.Energy.kilocalories(kilocalories);
  }

  private static Nutrition.Macros macros(Map<String, Double> figures) {
    return new Nutrition.Macros(
        figures.get("carbs"),
        figures.get("protein"),
        null,
        null,
        figures.get("fiber"),
        null,
        null,
        new Nutrition.Fats(null, null, null, null, null, figures.get("fat")));
  }

  private static Nutrition.Micros micros(Map<String, Double> figures) {
    Double sodium = figures.get("sodium");
    return sodium == null ? null : new Nutrition.Micros(Map.of("sodium", sodium), null, null);
  }

  /** Adds the daily total so far; zero means that nothing was logged. */
  private static void addWater(
      LenientJson dated, AccountContext facts, NormalizedBatch.Builder batch) {
    Double millilitres = dated.child(FetchContext.ANSWER).child("summary").nonNegative("water");
    FitbitNormalizer.addDaily(
        Resource.WATER,
        FitbitNormalizer.APP,
        dated.requiredDay(FetchContext.ASKED_DAY),
        millilitres == null || millilitres <= 0 ? null : millilitres,
        facts,
        batch);
  }
}
