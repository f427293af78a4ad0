package io.tributary.lab.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.lab.protocol.LabReport.Interpretation;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Combines the results of the orders of one transaction. */
final class TransactionResults {
  private TransactionResults() {}

  /**
   * Merges reports. Of two orders that report the same result, the later one counts. A result is
   * missing when none of them reports it.
   *
   * @param reports reports of the orders that have one, oldest order first; at least one
   */
  static ObjectNode merge(List<ObjectNode> reports) {
    Map<String, JsonNode> results = new LinkedHashMap<>();
    Map<String, JsonNode> missing = new LinkedHashMap<>();
    ObjectNode samples = Json.object();
    for (ObjectNode report : reports) {
      Set<String> told = new TreeSet<>();
      report.get("results").forEach(r -> told.add(code(r)));
      results.entrySet().removeIf(e -> told.contains(code(e.getValue())));
      report.get("results").forEach(r -> results.put(code(r) + " " + results.size(), r));
      report.get("missing_results").forEach(m -> missing.put(code(m), m));
      samples.setAll((ObjectNode) report.get("sample_information"));
    }
    results.values().forEach(r -> missing.remove(code(r)));
    ObjectNode out = Json.object();
    out.set("metadata", metadata(reports, results.values()));
    out.set("results", list(results));
    out.set("missing_results", list(missing));
    out.set("sample_information", samples);
    return out;
  }

  /** Metadata of the latest order; partial as long as one report is. */
  private static ObjectNode metadata(List<ObjectNode> reports, Collection<JsonNode> results) {
    ObjectNode out = reports.getLast().get("metadata").deepCopy();
    boolean complete =
        reports.stream().allMatch(r -> r.at("/metadata/status").textValue().equals("final"));
    Interpretation worst =
        InterpretationRules.worst(
            results.stream()
                .map(r -> r.get("interpretation").textValue().toUpperCase(Locale.ROOT))
                .map(Interpretation::valueOf)
                .toList());
    return out.put("status", complete ? "final" : "partial")
        .put("interpretation", InterpretationRules.wireName(worst));
  }

  private static String code(JsonNode result) {
    JsonNode code = result.get("provider_id");
    return code.isNull() ? result.get("name").textValue() : code.textValue();
  }

  private static ArrayNode list(Map<String, JsonNode> of) {
    ArrayNode out = Json.array();
    of.values().forEach(out::add);
    return out;
  }
}
