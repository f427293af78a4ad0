package io.tributary.provider.cronometer;

import io.tributary.model.MealSummary;
import io.tributary.model.NormalisedBatch;
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

/** Documents in, neutral records out. Pure and safe on any thread; never fails. */
final class CronometerNormaliser {
  static final String SLUG = "cronometer";

  /** Goes up when the same documents give other records. */
  static final int VERSION = 1;

  static final List<Resource> RESOURCES = List.of(Resource.CAFFEINE, Resource.MEAL, Resource.WATER);

  static final Source APP = Source.of(SLUG, SourceType.APP);

  /** Of a day without meals that have a name: no meal has an empty one. */
  private static final String WHOLE_DAY = "";

  private static final String WHOLE_DAY_NAME = "day";
  private static final double MILLIGRAMS = 1000;

  private CronometerNormaliser() {}

  /** What was eaten at one meal. */
  private record Eaten(CronometerFigures figures, Map<String, Nutrition.Food> foods) {
    /** Listed twice under one name: it was one meal, with all of both. */
    Eaten plus(Eaten other) {
      Map<String, Nutrition.Food> all = new TreeMap<>(foods);
      all.putAll(other.foods);
      return new Eaten(figures.plus(other.figures), all);
    }
  }

  static NormalisedBatch normalise(
      CronometerFeed feed, DocumentSet documents, AccountContext facts) {
    NormalisedBatch.Builder batch = NormalisedBatch.builder();
    for (LenientJson dated : documents.of(CronometerDocumentKind.DIARY)) {
      try {
        diary(dated, facts, batch);
      } catch (IllegalArgumentException e) {
        batch.refuse(CronometerDocumentKind.DIARY.wire(), e.getMessage());
      }
    }
    return batch.build();
  }

  private static void diary(
      LenientJson dated, AccountContext facts, NormalisedBatch.Builder batch) {
    LocalDate day = dated.requiredDay(FetchContext.ASKED_DAY);
    LenientJson diary = dated.child(FetchContext.ANSWER);
    if (diary.has("day") && !day.equals(diary.day("day"))) {
      throw new IllegalArgumentException("day is not the one that was asked for");
    }
    Map<String, Eaten> meals = meals(diary, batch);
    meals.forEach((name, eaten) -> batch.add(meal(day, key(day, name), name, eaten, facts), APP));
    CronometerFigures all = CronometerFigures.ofDay(diary);
    if (meals.isEmpty() && all.any()) {
      Eaten eaten = new Eaten(all, Map.of());
      batch.add(meal(day, key(day, WHOLE_DAY), WHOLE_DAY_NAME, eaten, facts), APP);
    }
    LenientJson nutrients = diary.child("nutrients");
    sum(Resource.WATER, day, nutrients.amount("Water"), facts, batch);
    Double caffeine = nutrients.amount("Caffeine");
    sum(Resource.CAFFEINE, day, caffeine == null ? null : caffeine / MILLIGRAMS, facts, batch);
  }

  /** By name, in the vendor's order; those in which there is nothing are none. */
  private static Map<String, Eaten> meals(LenientJson diary, NormalisedBatch.Builder batch) {
    Map<String, Eaten> out = new LinkedHashMap<>();
    for (LenientJson meal : diary.list("foods")) {
      Map<String, Nutrition.Food> foods = new TreeMap<>();
      for (LenientJson food : meal.list("foods")) {
        if (food.text("name") != null) {
          // Of single foods the vendor tells no figures.
          foods.put(food.text("name"), new Nutrition.Food(null, null, null));
        }
      }
      CronometerFigures figures = CronometerFigures.ofMeal(meal);
      String name = meal.text("name");
      if (!foods.isEmpty() || figures.any()) {
        if (name == null) {
          batch.refuse(CronometerDocumentKind.DIARY.wire(), "name is missing");
        } else {
          out.merge(name, new Eaten(figures, foods), Eaten::plus);
        }
      }
    }
    return out;
  }

  private static MealSummary meal(
      LocalDate day, String key, String name, Eaten eaten, AccountContext facts) {
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

  /** The day's sum so far; zero is a day of which nobody has written anything down. */
  private static void sum(
      Resource resource,
      LocalDate day,
      Double value,
      AccountContext facts,
      NormalisedBatch.Builder batch) {
    if (value != null && value > 0) {
      OffsetInstant start = CronometerTime.start(day, facts);
      OffsetInstant end = CronometerTime.end(day, facts);
      batch.add(Sample.interval(resource, APP, start.at(), end.at(), start.offsetSeconds(), value));
    }
  }
}
