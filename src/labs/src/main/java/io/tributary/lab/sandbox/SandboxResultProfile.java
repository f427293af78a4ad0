package io.tributary.lab.sandbox;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import java.util.ArrayList;
import java.util.List;

/**
 * Properties of the results of a run.
 *
 * @param interpretation normal, abnormal, critical or unknown
 * @param types result types in rotation; an empty list = numeric, comment and range
 */
record SandboxResultProfile(String interpretation, List<String> types, boolean missing) {
  static final List<String> INTERPRETATIONS = List.of("normal", "abnormal", "critical", "unknown");
  static final List<String> TYPES = List.of("numeric", "range", "comment", "coded_value");

  private static final List<String> DEFAULT_TYPES = List.of("numeric", "comment", "range");

  SandboxResultProfile {
    types = types.isEmpty() ? DEFAULT_TYPES : List.copyOf(types);
  }

  ObjectNode json() {
    ObjectNode out = Json.object().put("interpretation", interpretation).put("missing", missing);
    ArrayNode list = out.putArray("types");
    types.forEach(list::add);
    return out;
  }

  static SandboxResultProfile read(JsonNode json) {
    List<String> types = new ArrayList<>();
    json.path("types").forEach(t -> types.add(t.asText()));
    return new SandboxResultProfile(
        json.path("interpretation").asText("normal"), types, json.path("missing").asBoolean());
  }

  SandboxResultProfile withMissing() {
    return new SandboxResultProfile(interpretation, types, true);
  }
}
