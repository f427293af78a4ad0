package io.tributary.lab.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.fhir.FhirBaseUrl;
import io.tributary.lab.state.LowStatus;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds the Specimens that the laboratory has described. */
final class Specimens {
  private Specimens() {}

  static List<LabResource> build(OrderRecord d, FhirBaseUrl urls) {
    List<LabResource> out = new ArrayList<>();
    d.result()
        .ifPresent(
            r -> {
              for (Map.Entry<String, JsonNode> s :
                  r.report().path("sample_information").properties()) {
                out.add(buildSpecimen(d, r, s.getKey(), s.getValue(), urls));
              }
            });
    return out;
  }

  private static LabResource buildSpecimen(
      OrderRecord d, OrderRecord.Result r, String sample, JsonNode facts, FhirBaseUrl urls) {
    String id = FhirElements.specimenId(d.id(), sample);
    String status = d.status().low() == LowStatus.SAMPLE_ERROR ? "unsatisfactory" : "available";
    Optional<Instant> drawn = FhirElements.parseInstant(facts.at("/date_collected/timestamp"));
    ObjectNode out = FhirElements.newResource(urls, LabType.SPECIMEN, id, d, r.updatedAt());
    if (!sample.isBlank()) {
      FhirElements.addIdentifier(
          out.putArray("identifier").addObject(), urls.sampleIdSystem(), sample);
    }
    String number = facts.path("control_number").textValue();
    if (number != null && !number.isBlank()) {
      FhirElements.addIdentifier(
          out.putObject("accessionIdentifier"), urls.lab(d.lab().slug()), number);
    }
    out.put("status", status);
    String type = d.test().sampleType().replace('_', ' ');
    if (!type.isBlank()) {
      FhirElements.putText(out.putObject("type"), "text", type);
    }
    FhirElements.putSubject(out, d.user());
    FhirElements.putTime(
        out, "receivedTime", FhirElements.parseInstant(facts.at("/date_received/timestamp")));
    d.markers()
        .forEach(
            m ->
                FhirElements.putReference(
                    out.withArray("request").addObject(),
                    LabType.SERVICE_REQUEST,
                    FhirElements.requestId(d.id(), m.id())));
    if (drawn.isPresent()) {
      FhirElements.putTime(out.putObject("collection"), "collectedDateTime", drawn);
    }
    FhirElements.addNote(out, facts.at("/clinical_information/notes").textValue());
    return new LabResource(LabType.SPECIMEN, id, List.of(), status, drawn, out);
  }
}
