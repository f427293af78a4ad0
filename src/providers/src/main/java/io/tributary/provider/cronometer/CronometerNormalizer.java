package io.tributary.provider.cronometer;

import io.tributary.model.MealSummary;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Nutrition;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.provider.AccountContext;
import io.tributary.provider.document.DocumentSet;
import io.tributary.provider.document.FetchContext;
import io.tributary.provider.document.LenientJson;
import io.tributary.provider.document.OffsetInstant;
import java.time.LocalDate;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Converts Cronometer documents to normalized records. Stateless and thread-safe. It never throws;
 * a document that cannot be used is reported in the batch.
 */
final class CronometerNormalizer {
  static final String SLUG = "cronometer";

  /** Version of the mapping; increment it when the same documents produce different records. */
  static final int VERSION = 1;

  static final List<Resource> RESOURCES = List.of(Resource.CAFFEINE, Resource.MEAL, Resource.WATER);

  static final Source APP = Source.of(SLUG, SourceType.APP);

  /** Name for a day without named meals; no real meal has an empty name. */
  private static final String WHOLE_DAY = "";

  private static final String WHOLE_DAY_NAME = "day";
  private static final double MILLIGRAMS_PER_GRAM = 1000;

  private CronometerNormalizer() {}

  /** Nutrients and foods of one meal. */
  private record MealContent(CronometerNutrients figures, Map<String, Nutrition.Food> foods) {
    /** Merges a meal that is listed twice under one name. */
    MealContent plus(MealContent other) {
      Map<String, Nutrition.Food> all = new TreeMap<>(foods);
      all.putAll(other.foods);
      return new MealContent(figures.plus(other.figures), all);
    }
  }

  static NormalizedBatch normalise(
      CronometerFeed feed, DocumentSet documents, AccountContext facts) {
    NormalizedBatch.Builder batch = NormalizedBatch.builder();
    for (LenientJson dated : documents.of(CronometerDocumentKind.DIARY)) {
      try {
        addDiary(dated, facts, batch);
      } catch (IllegalArgumentException e) {
        batch.reject(CronometerDocumentKind.DIARY.wire(), e.getMessage());
      }
    }
    return batch.build();
  }

  private static void addDiary(
      LenientJson dated, AccountContext facts, NormalizedBatch.Builder batch) {
    LocalDate day = dated.requiredDay(FetchContext.ASKED_DAY);
    LenientJson diary = dated.child(FetchContext.ANSWER);
    if (diary.has("day") && !day.equals(diary.day("day"))) {
      throw new IllegalArgumentException("day is not the requested one");
    }
    Map<String, MealContent> meals = meals(diary, batch);
    meals.forEach((name, eaten) -> batch.add(meal(day, key(day, name), name, eaten, facts), APP));
    CronometerNutrients all = CronometerNutrients.ofDay(diary);
    if (meals.isEmpty() && all.hasValues()) {
      MealContent eaten = new MealContent(all, Map.of());
      batch.add(meal(day, key(day, WHOLE_DAY), WHOLE_DAY_NAME, eaten, facts), APP);
    }
    LenientJson nutrients = diary.child("nutrients");
    addDailyTotal(Resource.WATER, day, nutrients.nonNegative("Water"), facts, batch);
    Double caffeine = nutrients.nonNegative("Caffeine");
    addDailyTotal(
        Resource.CAFFEINE,
        day,
        caffeine == null ? null : caffeine / MILLIGRAMS_PER_GRAM,
        facts,
        batch);
  }

  /** Returns meals by name, in the order of the document; empty meals are omitted. */
  private static Map<String, MealContent> meals(LenientJson diary, NormalizedBatch.Builder batch) {
    Map<String, MealContent> out = new LinkedHashMap<>();
    for (LenientJson meal : diary.list("foods")) {
      Map<String, Nutrition.Food> foods = new TreeMap<>();
      for (LenientJson food : meal.list("foods")) {
        if (food.text("name") != null) {
          // The API returns no nutrients for single foods.
          foods.put(food.text("name"), new Nutrition.Food(null, null, null));
        }
      }
      CronometerNutrients figures = CronometerNutrients.ofMeal(meal);
      String name = meal.text("name");
      if (!foods.isEmpty() || figures.hasValues()) {
        if (name == null) {
          batch.reject(CronometerDocumentKind.DIARY.wire(), "name is missing");
        } else {
          out.merge(name, new MealContent(figures, foods), MealContent::plus);
        }
      }
    }
    return out;
  }

  private static MealSummary meal(
      LocalDate day, String key, String name, MealContent eaten, AccountContext facts) {
    return MealSummary.of(CronometerTime.start(day, facts).at(), day, name)
        .recordId(key)
        .energy(eaten.figures().energy())
        .macros(eaten.figures().macros())
        .micros(eaten.figures().micros())
        .data(eaten.foods())
        .build();
  }

  private static String key(LocalDate day, String meal) {
    return day + ":" + meal;
  }

  /** Adds the daily total so far; zero means that nothing was logged. */
  private static void addDailyTotal(
      Resource resource,
      LocalDate day,
      Double value,
      AccountContext facts,
      NormalizedBatch.Builder batch) {
    if (value != null && value > 0) {
      OffsetInstant start = CronometerTime.start(day, facts);
      OffsetInstant end = CronometerTime.end(day, facts);
      batch.add(Sample.interval(resource, APP, start.at(), end.at(), start.offsetSeconds(), value));
    }
  }
}
