package io.tributary.lab.result;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Json;
import io.tributary.lab.protocol.LabReport.Interpretation;
import io.tributary.lab.result.Completeness.MissingBiomarker;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Overall result of an order.
 *
 * @param complete whether the laboratory has finished
 * @param missing empty until the results are complete
 */
record OrderResult(
    boolean complete,
    Interpretation interpretation,
    List<Biomarker> results,
    List<MissingBiomarker> missing) {
  OrderResult {
    results = List.copyOf(results);
    missing = List.copyOf(missing);
  }

  /**
   * @param sampleId the order's sample ID, for results without a sample
   */
  static OrderResult evaluate(ResultHistory ledger, OrderedMarkers ordered, String sampleId) {
    List<Biomarker> results =
        ledger.pieces().stream()
            .filter(ResultComponent::hasValue)
            .map(p -> Biomarker.of(p, ordered, sampleId))
            .toList();
    boolean complete = Completeness.isFinal(ledger, ordered);
    return new OrderResult(
        complete,
        InterpretationRules.worst(results.stream().map(Biomarker::interpretation).toList()),
        results,
        complete ? Completeness.missing(ledger, ordered) : List.of());
  }

  /** Returns whether there is nothing to show. */
  boolean isEmpty() {
    return results.isEmpty() && missing.isEmpty();
  }

  /** Codes of the critical results. Each triggers one notification. */
  Set<String> criticalCodes() {
    return results.stream()
        .filter(r -> r.interpretation() == Interpretation.CRITICAL)
        .map(Biomarker::providerId)
        .collect(Collectors.toSet());
  }

  /** Names of {@link FailureType}. */
  List<String> failureTypes() {
    return missing.stream().map(m -> m.failure().wireName()).toList();
  }

  /** Returns whether clients would see the same content in another report. */
  boolean hasSameContent(JsonNode report) {
    // Serialized and parsed once, so that numbers have the same JSON type.
    return same(resultsJson(), report.get("results"))
        && same(missingJson(), report.get("missing_results"))
        && status().equals(report.at("/metadata/status").textValue());
  }

  private static boolean same(JsonNode ours, JsonNode stored) {
    return Json.parse(Json.bytes(ours)).equals(stored);
  }

  String status() {
    return complete ? "final" : "partial";
  }

  ArrayNode resultsJson() {
    ArrayNode out = Json.array();
    results.forEach(r -> out.add(r.json()));
    return out;
  }

  ArrayNode missingJson() {
    ArrayNode out = Json.array();
    missing.forEach(m -> out.add(json(m)));
    return out;
  }

  private static ObjectNode json(MissingBiomarker m) {
    ObjectNode out =
        Json.object()
            .put("name", m.name())
            .put("slug", m.slug())
            .put("inferred_failure_type", m.failure().wireName())
            .put("note", m.comment().isEmpty() ? null : String.join("\n", m.comment()))
            .put("loinc", Biomarker.orNull(m.loinc()))
            .put("loinc_slug", Biomarker.orNull(m.loincSlug()))
            .put("provider_id", Biomarker.orNull(m.code()));
    out.set("source_markers", Biomarker.markers(m.markers()));
    return out;
  }
}
