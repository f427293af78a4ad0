package io.tributary.lab.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.fhir.Category;
import io.tributary.fhir.Code;
import io.tributary.fhir.FhirBaseUrl;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Builds an Observation for each result and for each missing result. */
final class ResultObservations {
  /** Prefix that no ID of other Observations has. */
  private static final String PREFIX = "lab-";

  private static final List<String> COMPARED_FIELDS =
      List.of("result", "unit", "reference_range", "interpretation");

  private ResultObservations() {}

  static List<LabResource> build(OrderRecord d, FhirBaseUrl urls) {
    return d.result().map(r -> build(d, r, urls)).orElse(List.of());
  }

  private static List<LabResource> build(OrderRecord d, OrderRecord.Result r, FhirBaseUrl urls) {
    List<Map<String, JsonNode>> earlier =
        r.earlierReports().stream().map(e -> byStableKey(e.path("results"))).toList();
    List<LabResource> out = new ArrayList<>();
    byStableKey(r.report().path("results"), r.report().path("missing_results"))
        .forEach((key, result) -> out.add(buildObservation(d, r, key, result, earlier, urls)));
    return out;
  }

  /**
   * Results by a key that is stable across messages: the laboratory's code, plus a number where a
   * report has several results with one code. A missing result that arrives later keeps its key.
   */
  private static Map<String, JsonNode> byStableKey(JsonNode... lists) {
    Map<String, Integer> times = new HashMap<>();
    Map<String, JsonNode> out = new java.util.LinkedHashMap<>();
    for (JsonNode list : lists) {
      for (JsonNode result : list) {
        String code = result.path("provider_id").asText("");
        String mark = FhirElements.shortHash(code.isEmpty() ? result.path("name").asText() : code);
        int n = times.merge(mark, 1, Integer::sum);
        out.put(n == 1 ? mark : mark + "-" + n, result);
      }
    }
    return out;
  }

  private static LabResource buildObservation(
      OrderRecord d,
      OrderRecord.Result r,
      String key,
      JsonNode result,
      List<Map<String, JsonNode>> earlier,
      FhirBaseUrl urls) {
    boolean missing = result.has("inferred_failure_type");
    String id = PREFIX + d.id() + "-" + key;
    String status = missing ? "cancelled" : status(r, key, result, earlier);
    Optional<Instant> at = effectiveTime(r.report(), result);
    ObjectNode out = FhirElements.newResource(urls, LabType.OBSERVATION, id, d, r.updatedAt());
    FhirElements.putBasedOn(out, d, markers(result));
    out.put("status", status);
    FhirElements.coding(
        out.putArray("category").addObject().putArray("coding").addObject(),
        new Code(Category.SYSTEM, Category.LABORATORY.code()),
        Category.LABORATORY.display());
    List<Code> codes = code(out.putObject("code"), result, d, urls);
    FhirElements.putSubject(out, d.user());
    FhirElements.putTime(out, "effectiveDateTime", at);
    FhirElements.putTime(
        out, "issued", FhirElements.parseInstant(r.report().at("/metadata/date_reported")));
    String performer = result.path("performing_laboratory").asText("");
    FhirElements.displayReference(
        out, "performer", "Organization", performer.isEmpty() ? d.lab().name() : performer);
    if (missing) {
      DataAbsentReason.write(out, result);
    } else {
      ObservationValues.write(out, result, urls.lab(d.lab().slug()));
      InterpretationCodes.write(out, result);
    }
    sample(r.report(), result)
        .ifPresent(
            s ->
                FhirElements.putReference(
                    out.putObject("specimen"),
                    LabType.SPECIMEN,
                    FhirElements.specimenId(d.id(), s)));
    if (!missing) {
      ObservationValues.writeRange(out, result);
    }
    return new LabResource(LabType.OBSERVATION, id, codes, status, at, out);
  }

  private static String status(
      OrderRecord.Result r, String key, JsonNode now, List<Map<String, JsonNode>> earlier) {
    boolean changed =
        earlier.stream()
            .map(e -> e.get(key))
            .filter(Objects::nonNull)
            .anyMatch(
                was -> COMPARED_FIELDS.stream().anyMatch(f -> !now.path(f).equals(was.path(f))));
    if (changed) {
      return "corrected";
    }
    return r.complete() || !earlier.isEmpty() ? "final" : "preliminary";
  }

  private static List<Integer> markers(JsonNode result) {
    return stream(result.path("source_markers")).map(m -> m.path("marker_id").asInt()).toList();
  }

  private static Stream<JsonNode> stream(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }

  private static List<Code> code(ObjectNode out, JsonNode result, OrderRecord d, FhirBaseUrl urls) {
    String name = result.path("name").asText("");
    List<Code> codes = new ArrayList<>();
    FhirElements.codeIfValid(FhirBaseUrl.LOINC, result.path("loinc").textValue())
        .ifPresent(codes::add);
    FhirElements.codeIfValid(urls.lab(d.lab().slug()), result.path("provider_id").textValue())
        .ifPresent(codes::add);
    if (!codes.isEmpty()) {
      ArrayNode codings = out.putArray("coding");
      // The report does not contain LOINC's own display name of the code.
      codes.forEach(
          c ->
              FhirElements.coding(
                  codings.addObject(), c, c.system().equals(FhirBaseUrl.LOINC) ? null : name));
    }
    FhirElements.putText(out, "text", name.isBlank() ? "Unnamed result" : name);
    return codes;
  }

  private static Optional<Instant> effectiveTime(JsonNode report, JsonNode result) {
    return FhirElements.parseInstant(result.path("timestamp"))
        .or(
            () ->
                sample(report, result)
                    .flatMap(
                        s ->
                            FhirElements.parseInstant(
                                report
                                    .path("sample_information")
                                    .path(s)
                                    .at("/date_collected/timestamp"))))
        .or(() -> FhirElements.parseInstant(report.at("/metadata/date_collected")))
        .or(() -> FhirElements.parseInstant(report.at("/metadata/date_reported")));
  }

  /** Sample of the result, if the report describes it. */
  private static Optional<String> sample(JsonNode report, JsonNode result) {
    return Optional.ofNullable(result.path("source_sample_id").textValue())
        .filter(s -> report.path("sample_information").has(s));
  }
}
