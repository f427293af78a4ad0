package io.tributary.provider.sdk;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.model.MealSummary;
import io.tributary.model.Nutrition;
import io.tributary.model.Source;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Maps meals in the format of our API; delegates lists of single nutrients to {@link
 * NutrientMapper}.
 */
record MealMapper(SummaryMapperSupport support) {
  void map(RecordNode r) {
    if (NutrientMapper.matches(r)) {
      new NutrientMapper(support).map(r);
      return;
    }
    Instant at =
        r.has("timestamp")
            ? r.time("timestamp", support.times)
            : r.requiredTime("start_date", support.times);
    ZoneId zone = support.zone(r);
    LocalDate day =
        r.has("calendar_date") ? r.date("calendar_date") : SummaryMapperSupport.day(zone, at);
    r.required("name");
    Source source = support.source(r);
    support.add(
        MealSummary.of(at, day, r.text("name"))
            .recordId(r.text("id"))
            .energy(energy(r))
            .macros(read(r, "macros", Nutrition.Macros.class))
            .micros(read(r, "micros", Nutrition.Micros.class))
            .data(foods(r))
            .build(),
        source);
  }

  private static Nutrition.Energy energy(RecordNode r) {
    if (r.node().path("energy").isNumber()) {
      return Nutrition.Energy.kilocalories(r.number("energy"));
    }
    RecordNode e = r.child("energy");
    Double value = e.number("value");
    if (value == null) {
      return null;
    }
    String unit = e.text("unit");
    return switch (unit == null ? "kcal" : unit) {
      case "kcal", "Cal" -> Nutrition.Energy.kilocalories(value);
      case "kJ" -> Nutrition.Energy.kilocalories(value / 4.184);
      default -> throw e.unusable("unit", "Input should be one of: Cal, kJ, kcal", "unit");
    };
  }

  private static Map<String, Nutrition.Food> foods(RecordNode r) {
    RecordNode data = r.child("data");
    Map<String, Nutrition.Food> out = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> food : data.node().properties()) {
      out.put(food.getKey(), read(data, food.getKey(), Nutrition.Food.class));
    }
    return out.isEmpty() ? null : out;
  }

  private static <T> T read(RecordNode r, String name, Class<T> type) {
    if (!r.has(name)) {
      return null;
    }
    try {
      return Json.read(r.child(name).node(), type);
    } catch (IllegalArgumentException e) {
      throw r.unusable(name, "Input should match the schema", "value_error");
    }
  }
}
