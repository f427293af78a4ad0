package io.tributary.simulators.dexcom;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Arrival times of records that were uploaded late or changed. Used on one event loop only. */
final class UploadTimes {
  private static final String SAVED = "dexcomUploads";
  private static final String HELD = "dexcomHeld";

  /** Arrival time of the records in [from, to), which were late or changed. */
  private record LateUpload(Instant from, Instant to, Instant arrived) {}

  private final Map<String, List<LateUpload>> lateUploads = new HashMap<>();
  private final Map<String, Instant> heldSince = new HashMap<>();

  /** Withholds the person's records from this instant on. */
  void hold(String person, Instant from) {
    heldSince.put(person, from);
  }

  /** Uploads all records that the person's devices hold. */
  void release(String person, Instant now) {
    Instant from = heldSince.remove(person);
    if (from != null) {
      addLate(person, from, now, now);
    }
  }

  void addLate(String person, Instant from, Instant to, Instant arrived) {
    lateUploads
        .computeIfAbsent(person, p -> new ArrayList<>())
        .add(new LateUpload(from, to, arrived));
  }

  boolean isAvailable(String person, Instant at) {
    Instant from = heldSince.get(person);
    return from == null || at.isBefore(from);
  }

  /** Returns the time at which a record of this instant arrived or last changed. */
  Instant arrivedAt(String person, Instant at) {
    return lateUploads.getOrDefault(person, List.of()).stream()
        .filter(l -> !at.isBefore(l.from()) && at.isBefore(l.to()))
        .map(LateUpload::arrived)
        .reduce(at, (a, b) -> a.isAfter(b) ? a : b);
  }

  /** Returns a lower bound: no record before it arrived or changed after {@code since}. */
  Instant earliestAffected(String person, Instant since) {
    return lateUploads.getOrDefault(person, List.of()).stream()
        .filter(l -> l.arrived().isAfter(since))
        .map(LateUpload::from)
        .reduce(since, (a, b) -> a.isBefore(b) ? a : b);
  }

  void save(JsonObject state) {
    var list = new JsonArray();
    lateUploads.forEach(
        (person, spans) ->
            spans.forEach(
                l ->
                    list.add(
                        new JsonObject()
                            .put("person", person)
                            .put("from", l.from().toString())
                            .put("to", l.to().toString())
                            .put("arrived", l.arrived().toString()))));
    var open = new JsonObject();
    heldSince.forEach((person, from) -> open.put(person, from.toString()));
    state.put(SAVED, list).put(HELD, open);
  }

  void restore(JsonObject state) {
    JsonArray list = state.getJsonArray(SAVED, new JsonArray());
    for (int i = 0; i < list.size(); i++) {
      JsonObject l = list.getJsonObject(i);
      addLate(
          l.getString("person"),
          Instant.parse(l.getString("from")),
          Instant.parse(l.getString("to")),
          Instant.parse(l.getString("arrived")));
    }
    state
        .getJsonObject(HELD, new JsonObject())
        .forEach(e -> hold(e.getKey(), Instant.parse((String) e.getValue())));
  }
}
