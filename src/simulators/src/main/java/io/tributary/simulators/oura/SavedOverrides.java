package io.tributary.simulators.oura;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.simulators.kit.HeartPoint;
import io.tributary.simulators.kit.JsonText;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.function.Function;

/** Reads and writes the overrides of testers in the state file. */
final class SavedOverrides {
  private SavedOverrides() {}

  static void save(Map<String, DocumentOverrides> overrides, JsonObject state) {
    var documents = new JsonArray();
    var removed = new JsonArray();
    var points = new JsonArray();
    overrides.forEach(
        (user, over) -> {
          for (OuraDataCollection collection : OuraDataCollection.values()) {
            over.all(collection)
                .forEach(
                    d ->
                        documents.add(
                            new JsonObject()
                                .put("userId", user)
                                .put("collection", collection.path)
                                .put(
                                    "document",
                                    new JsonObject(new String(d.json(), StandardCharsets.UTF_8)))));
          }
          over.removed()
              .forEach(
                  (c, ids) ->
                      ids.forEach(
                          id ->
                              removed.add(
                                  new JsonObject()
                                      .put("userId", user)
                                      .put("collection", c.path)
                                      .put("id", id))));
          over.points()
              .values()
              .forEach(
                  p ->
                      points.add(
                          new JsonObject()
                              .put("userId", user)
                              .put("epochSecond", p.epochSecond())
                              .put("bpm", p.bpm())
                              .put("source", p.source())));
        });
    state.put("documents", documents).put("removed", removed).put("points", points);
  }

  static void restore(JsonObject state, Function<String, DocumentOverrides> overrides) {
    for (JsonObject d : objects(state, "documents")) {
      overrides
          .apply(d.getString("userId"))
          .put(
              collection(d.getString("collection")),
              parse(d.getJsonObject("document").toBuffer().getBytes()));
    }
    for (JsonObject g : objects(state, "removed")) {
      overrides
          .apply(g.getString("userId"))
          .remove(collection(g.getString("collection")), g.getString("id"));
    }
    for (JsonObject p : objects(state, "points")) {
      overrides
          .apply(p.getString("userId"))
          .putPoint(
              new HeartPoint(p.getLong("epochSecond"), p.getInteger("bpm"), p.getString("source")));
    }
  }

  private static Iterable<JsonObject> objects(JsonObject state, String name) {
    JsonArray list = state.getJsonArray(name, new JsonArray());
    return () -> list.stream().map(JsonObject.class::cast).iterator();
  }

  private static OuraDataCollection collection(String path) {
    return OuraDataCollection.ofPath(path)
        .orElseThrow(() -> new IllegalArgumentException("state file: unknown collection " + path));
  }

  static ObjectNode parse(byte[] json) {
    try {
      return (ObjectNode) JsonText.MAPPER.readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
