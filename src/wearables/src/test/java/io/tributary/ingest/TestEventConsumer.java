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
 * A consumer that keeps the data of events: summaries by ID in any order, samples by identity in
 * order of creation.
 */
final class TestEventConsumer {
  /** Envelope fields that an event adds to the content of a summary. */
  private static final Set<String> ENVELOPE_FIELDS =
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
  private final Map<String, String> eventKinds = new HashMap<>();

  TestEventConsumer(List<JsonNode> events, Random random) {
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
    assertUpdatedAtRising(summaries);
    // Delivery is unordered; {@code updated_at} identifies late events.
    Collections.shuffle(summaries, random);
    summaries.forEach(this::summary);
  }

  private void samples(String resource, char verb, JsonNode data) {
    JsonNode source = data.get("source");
    for (JsonNode sample : data.get("data")) {
      String key =
          ComparableRecord.key(
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
    eventKinds.merge(key, String.valueOf(verb), String::concat);
  }

  private static void assertUpdatedAtRising(List<JsonNode> summaries) {
    Map<String, String> last = new HashMap<>();
    for (JsonNode s : summaries) {
      String at = padded(s.get("updated_at").asText());
      String before = last.put(s.get("id").asText(), at);
      assertTrue(before == null || before.compareTo(at) < 0, "updated_at rises");
    }
  }

  /** Pads the fraction to six digits, so that timestamps compare as text. */
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
    content.remove(ENVELOPE_FIELDS);
    state.put("summary|" + id, content);
    state.put("updated|" + id, Json.tree(at));
  }

  Map<String, JsonNode> state() {
    return state;
  }

  /** Returns the events of each identity in order: c for created, u for updated. */
  Map<String, String> told() {
    return eventKinds;
  }
}
