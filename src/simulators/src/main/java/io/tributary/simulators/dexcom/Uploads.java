package io.tributary.simulators.dexcom;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** When records came in that did not come in at once. Used on one event loop only. */
final class Uploads {
  private static final String SAVED = "dexcomUploads";
  private static final String HELD = "dexcomHeld";

  /** Records of [from, to) came in, or were changed, then. */
  private record Late(Instant from, Instant to, Instant arrived) {}

  private final Map<String, List<Late>> late = new HashMap<>();
  private final Map<String, Instant> held = new HashMap<>();

  /** The person's devices are not heard of from this moment on. */
  void hold(String person, Instant from) {
    held.put(person, from);
  }

  /** They upload all they have. */
  void release(String person, Instant now) {
    Instant from = held.remove(person);
    if (from != null) {
      late(person, from, now, now);
    }
  }

  void late(String person, Instant from, Instant to, Instant arrived) {
    late.computeIfAbsent(person, p -> new ArrayList<>()).add(new Late(from, to, arrived));
  }

  boolean here(String person, Instant at) {
    Instant from = held.get(person);
    return from == null || at.isBefore(from);
  }

  /** When a record of this moment came in or was last changed. */
  Instant arrived(String person, Instant at) {
    return late.getOrDefault(person, List.of()).stream()
        .filter(l -> !at.isBefore(l.from()) && at.isBefore(l.to()))
        .map(Late::arrived)
        .reduce(at, (a, b) -> a.isAfter(b) ? a : b);
  }

  /** No record from before this moment came in, or was changed, after the other. */
  Instant earliest(String person, Instant since) {
    return late.getOrDefault(person, List.of()).stream()
        .filter(l -> l.arrived().isAfter(since))
        .map(Late::from)
        .reduce(since, (a, b) -> a.isBefore(b) ? a : b);
  }

  void save(JsonObject state) {
    var list = new JsonArray();
    late.forEach(
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
    held.forEach((person, from) -> open.put(person, from.toString()));
    state.put(SAVED, list).put(HELD, open);
  }

  void restore(JsonObject state) {
    JsonArray list = state.getJsonArray(SAVED, new JsonArray());
    for (int i = 0; i < list.size(); i++) {
      JsonObject l = list.getJsonObject(i);
      late(
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
