package io.tributary.simulators.kit;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Records that testers add to people's days, independent of the vendor. From then on they belong to
 * the ground truth.
 */
final class AddedRecords {
  private record AddedRecord(PointEvent spot, JsonObject words) {}

  private final Map<String, List<AddedRecord>> byPerson = new HashMap<>();

  /**
   * Adds a record. The request has "kind", "at" (ISO time with an offset) and the fields of the
   * kind.
   *
   * @throws IllegalArgumentException with the field that is invalid
   */
  PointEvent add(String personId, JsonObject words) {
    PointEvent spot = read(words);
    byPerson
        .computeIfAbsent(personId, id -> new ArrayList<>())
        .add(new AddedRecord(spot, words.copy()));
    return spot;
  }

  /** Returns the day including its added records. */
  SimDay withAddedRecords(SimDay day) {
    List<AddedRecord> added = byPerson.getOrDefault(day.person().id(), List.of());
    List<PointEvent> within =
        added.stream()
            .map(AddedRecord::spot)
            .filter(s -> !s.at().isBefore(day.start()) && s.at().isBefore(day.end()))
            .toList();
    if (within.isEmpty()) {
      return day;
    }
    var all = new ArrayList<>(day.spots());
    all.addAll(within);
    all.sort(Comparator.comparing(PointEvent::at));
    return new SimDay(
        day.person(),
        day.day(),
        day.start(),
        day.end(),
        day.revision(),
        day.steps(),
        day.activeCalories(),
        day.heart(),
        day.sleeps(),
        day.workouts(),
        List.copyOf(all));
  }

  JsonArray save() {
    var list = new JsonArray();
    byPerson.forEach(
        (id, added) -> added.forEach(a -> list.add(a.words().copy().put("userId", id))));
    return list;
  }

  void restore(JsonArray list) {
    SimState.forEachObject(list, words -> add(words.getString("userId"), words));
  }

  private static PointEvent read(JsonObject w) {
    SimOptions.require(w.getValue("at") instanceof String, "at is required: a time with an offset");
    Instant at = OffsetDateTime.parse(w.getString("at")).toInstant();
    return switch (w.getString("kind", "")) {
      case "weight" ->
          new PointEvent.Weight(at, number(w, "kilograms"), w.getDouble("fat_percent", 24.0));
      case "blood_pressure" ->
          new PointEvent.BloodPressure(
              at,
              (int) number(w, "systolic"),
              (int) number(w, "diastolic"),
              w.getInteger("pulse", 60));
      case "temperature" -> new PointEvent.Temperature(at, number(w, "celsius"));
      case "glucose" -> new PointEvent.Glucose(at, number(w, "mmol_per_litre"));
      case "insulin" -> new PointEvent.Insulin(at, number(w, "units"), w.getBoolean("rapid", true));
      case "water" -> new PointEvent.Water(at, (int) number(w, "millilitres"));
      case "meal" ->
          new PointEvent.Meal(
              at,
              w.getString("name", "Snack"),
              (int) number(w, "kilocalories"),
              (int) number(w, "carbohydrates"),
              w.getInteger("protein", 0),
              w.getInteger("fat", 0));
      case "ecg" ->
          new PointEvent.Ecg(
              at,
              w.getInteger("seconds", 30),
              w.getInteger("hertz", 250),
              (int) number(w, "bpm"),
              w.getBoolean("irregular", false));
      default ->
          throw new IllegalArgumentException(
              "kind must be weight, blood_pressure, temperature, glucose, insulin, water, meal or"
                  + " ecg");
    };
  }

  private static double number(JsonObject words, String name) {
    if (words.getValue(name) instanceof Number number) {
      return number.doubleValue();
    }
    throw new IllegalArgumentException(name + " is needed");
  }
}
