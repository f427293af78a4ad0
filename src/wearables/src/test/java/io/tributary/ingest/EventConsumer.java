package io.tributary.ingest;

import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/**
 * A customer who keeps what events say: summaries by id, whatever order they come in; samples by
 * their identity, in the order they were made.
 */
final class EventConsumer {
  /** What an event adds to the content of a summary. */
  private static final Set<String> AROUND =
      Set.of(
          "id",
          "user_id",
          "source",
          "created_at",
          "updated_at",
          "source_provider",
          "source_type",
          "source_app_id",
          "source_device_id");

  private final Map<String, JsonNode> state = new HashMap<>();
  private final Map<String, String> told = new HashMap<>();

  EventConsumer(List<JsonNode> events, Random random) {
    List<JsonNode> summaries = new ArrayList<>();
    for (JsonNode e : events) {
      String type = e.get("event_type").asText();
      String resource = type.split("\\.")[2];
      char verb = type.endsWith(".created") ? 'c' : 'u';
      JsonNode data = e.get("data");
      if (data.has("workout_id")) {
        note("stream|" + data.get("workout_id").asText(), verb);
        state.put("stream|" + data.get("workout_id").asText(), data);
      } else if (data.has("data") && data.has("source_id")) {
        samples(resource, verb, data);
      } else {
        note("summary|" + data.get("id").asText(), verb);
        summaries.add(data);
      }
    }
    rising(summaries);
    // Delivery promises no order: updated_at tells which one is late.
    Collections.shuffle(summaries, random);
    summaries.forEach(this::summary);
  }

  private void samples(String resource, char verb, JsonNode data) {
    JsonNode source = data.get("source");
    for (JsonNode sample : data.get("data")) {
      String key =
          RowState.key(
              resource, source.get("provider").asText(), source.get("type").asText(), sample);
      note(key, verb);
      state.put(
          key,
          ((ObjectNode) sample.deepCopy())
              .put("workout_id", source.get("workout_id").textValue())
              .put("sport", source.get("sport").textValue()));
    }
  }

  private void note(String key, char verb) {
    told.merge(key, String.valueOf(verb), String::concat);
  }

  private static void rising(List<JsonNode> summaries) {
    Map<String, String> last = new HashMap<>();
    for (JsonNode s : summaries) {
      String at = padded(s.get("updated_at").asText());
      String before = last.put(s.get("id").asText(), at);
      assertTrue(before == null || before.compareTo(at) < 0, "updated_at rises");
    }
  }

  /** With six digits of fraction, so that texts compare as times. */
  static String padded(String time) {
    String head = time.substring(0, time.indexOf('+'));
    return head.length() == 19 ? head + ".000000" : head;
  }

  private void summary(JsonNode data) {
    String id = data.get("id").asText();
    String at = data.get("updated_at").asText();
    JsonNode known = state.get("updated|" + id);
    if (known != null && padded(known.asText()).compareTo(padded(at)) > 0) {
      return;
    }
    ObjectNode content = data.deepCopy();
    content.remove(AROUND);
    state.put("summary|" + id, content);
    state.put("updated|" + id, Json.tree(at));
  }

  Map<String, JsonNode> state() {
    return state;
  }

  /** For each identity what was told of it: c for created, u for updated, in order. */
  Map<String, String> told() {
    return told;
  }
}
