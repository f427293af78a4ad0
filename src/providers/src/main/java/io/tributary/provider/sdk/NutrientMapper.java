package io.tributary.provider.sdk;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.model.MealSummary;
import io.tributary.model.Nutrition;
import io.tributary.model.Source;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Maps nutrients that a source lists individually.
 *
 * <p>All nutrients of one source at one instant form one meal. Meals are keyed by instant and not
 * by day, so that the next meal of the day does not replace the previous one. A daily sum is dated
 * at the start of the day.
 */
record NutrientMapper(SummaryMapperSupport support) {
  private static final String DEFAULT_NAME = "meal";

  private record Key(Source source, Instant at) {}

  private record Meal(LocalDate day, Map<Nutrient, Double> sums) {}

  /** Returns whether a record holds lists of nutrients instead of a meal. */
  static boolean matches(RecordNode r) {
    return r.node().properties().stream()
        .anyMatch(e -> e.getValue().isArray() && Nutrient.find(e.getKey()) != null);
  }

  void map(RecordNode r) {
    Map<Key, Meal> meals = new LinkedHashMap<>();
    String name = r.text("name");
    ZoneId zone = support.zone(r);
    int given = 0;
    for (Map.Entry<String, JsonNode> list : r.node().properties()) {
      Nutrient nutrient = Nutrient.find(list.getKey());
      if (nutrient != null) {
        for (RecordNode one : r.list(list.getKey())) {
          given++;
          support.collector().countReceived();
          try {
            add(r, one, zone, nutrient, meals);
          } catch (RecordNode.UnusableRecord e) {
            support
                .collector()
                .reject(SummaryMapperSupport.index(r), e.loc(), e.getMessage(), e.type());
          }
        }
      }
    }
    if (given > 0 && meals.isEmpty()) {
      throw new RecordNode.UnusableRecord(
          r.path(), "None of the readings can be used", "value_error");
    }
    meals.forEach((key, meal) -> support.add(summary(key, meal, name), key.source()));
  }

  private void add(
      RecordNode r, RecordNode one, ZoneId zone, Nutrient nutrient, Map<Key, Meal> meals) {
    if (!one.node().isObject()) {
      throw new RecordNode.UnusableRecord(one.path(), "Input should be an object", "object_type");
    }
    Instant at = one.requiredTime("start_date", support.times);
    one.required("value");
    double value = nutrient.convert(one.number("value"), one.text("unit"));
    if (Double.isNaN(value)) {
      throw one.unusable(
          "unit", "Input should be one of: " + String.join(", ", nutrient.units()), "unit");
    }
    if (value < 0) {
      throw one.unusable("value", "Input should not be negative", "out_of_range");
    }
    SampleRecord it = support.readCommonFields(one);
    if (it.hasFault()) {
      throw one.unusable(it.faultField, it.faultText, it.faultType);
    }
    LocalDate day =
        SummaryMapperSupport.day(
            it.offset == null ? zone : ZoneOffset.ofTotalSeconds(it.offset), at);
    meals
        .computeIfAbsent(new Key(support.source(one, r), at), k -> new Meal(day, new HashMap<>()))
        .sums()
        .merge(nutrient, value, Double::sum);
  }

  private static MealSummary summary(Key key, Meal meal, String name) {
    String app = key.source().appId();
    Double energy = sumsOf(Nutrient.Group.ENERGY, meal).get("energy");
    return MealSummary.of(
            key.at(), meal.day(), name != null ? name : app != null ? app : DEFAULT_NAME)
        .energy(energy == null ? null : Nutrition.Energy.kilocalories(energy))
        .macros(macros(sumsOf(Nutrient.Group.MACRO, meal), sumsOf(Nutrient.Group.FAT, meal)))
        .micros(
            micros(
                sumsOf(Nutrient.Group.MINERAL, meal),
                sumsOf(Nutrient.Group.TRACE_ELEMENT, meal),
                sumsOf(Nutrient.Group.VITAMIN, meal)))
        .build();
  }

  private static Map<String, Double> sumsOf(Nutrient.Group part, Meal meal) {
    Map<String, Double> out = new TreeMap<>();
    meal.sums()
        .forEach(
            (nutrient, sum) -> {
              if (nutrient.part() == part) {
                out.put(nutrient.name(), sum);
              }
            });
    return out;
  }

  private static Nutrition.Macros macros(Map<String, Double> of, Map<String, Double> fats) {
    return of.isEmpty() && fats.isEmpty()
        ? null
        : new Nutrition.Macros(
            of.get("carbs"),
            of.get("protein"),
            of.get("alcohol"),
            of.get("water"),
            of.get("fibre"),
            of.get("sugar"),
            of.get("cholesterol"),
            new Nutrition.Fats(
                fats.get("saturated"),
                fats.get("monounsaturated"),
                fats.get("polyunsaturated"),
                fats.get("omega3"),
                fats.get("omega6"),
                fats.get("total")));
  }

  private static Nutrition.Micros micros(
      Map<String, Double> minerals, Map<String, Double> traces, Map<String, Double> vitamins) {
    return minerals.isEmpty() && traces.isEmpty() && vitamins.isEmpty()
        ? null
        : new Nutrition.Micros(
            minerals.isEmpty() ? null : minerals,
            traces.isEmpty() ? null : traces,
            vitamins.isEmpty() ? null : vitamins);
  }
}
