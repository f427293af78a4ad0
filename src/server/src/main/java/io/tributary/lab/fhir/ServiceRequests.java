package io.tributary.lab.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.fhir.Code;
import io.tributary.fhir.FhirBaseUrl;
import io.tributary.lab.fhir.OrderRecord.Asked;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Builds a ServiceRequest for each ordered marker. */
final class ServiceRequests {
  private static final String ICD = "http://hl7.org/fhir/sid/icd-10-cm";
  private static final String NPI = "http://hl7.org/fhir/sid/us-npi";

  private ServiceRequests() {}

  static List<LabResource> of(OrderRecord d, FhirBaseUrl urls) {
    List<LabResource> out = new ArrayList<>();
    d.markers().forEach(m -> out.add(one(d, m, urls)));
    return out;
  }

  private static LabResource one(OrderRecord d, Asked m, FhirBaseUrl urls) {
    String id = FhirElements.requestId(d.id(), m.id());
    String status = FhirElements.requestStatus(d.status().low());
    ObjectNode out = FhirElements.resource(urls, LabType.SERVICE_REQUEST, id, d, d.updatedAt());
    FhirElements.identifier(
        out.putArray("identifier").addObject(), urls.orders(), d.id().toString());
    d.sampleId()
        .ifPresent(s -> FhirElements.identifier(out.putObject("requisition"), urls.samples(), s));
    out.put("status", status).put("intent", "order");
    out.putArray("category").addObject().put("text", "Laboratory");
    out.put("priority", d.priority() ? "stat" : "routine");
    List<Code> codes = code(out.putObject("code"), m, d, urls);
    FhirElements.subject(out, d.user());
    d.activateBy().ifPresent(day -> out.put("occurrenceDateTime", day.toString()));
    FhirElements.time(out, "authoredOn", Optional.of(d.createdAt()));
    requester(out, d.physician());
    FhirElements.named(out, "performer", "Organization", d.lab().name());
    reasons(out, d);
    FhirElements.note(out, d.notes().orElse(null));
    return new LabResource(
        LabType.SERVICE_REQUEST, id, codes, status, Optional.of(d.createdAt()), out);
  }

  private static List<Code> code(ObjectNode out, Asked m, OrderRecord d, FhirBaseUrl urls) {
    List<Code> codes = new ArrayList<>();
    ArrayNode codings = out.putArray("coding");
    Optional<Code> loinc = FhirElements.code(FhirBaseUrl.LOINC, m.loinc());
    loinc.ifPresent(c -> codes.add(add(codings, c, m.loincName())));
    FhirElements.code(urls.lab(d.lab().slug()), m.providerId())
        .ifPresent(c -> codes.add(add(codings, c, m.name())));
    if (codings.isEmpty()) {
      out.remove("coding");
    }
    FhirElements.text(out, "text", m.name());
    return codes;
  }

  private static Code add(ArrayNode codings, Code code, String display) {
    FhirElements.coding(codings.addObject(), code, display);
    return code;
  }

  private static void requester(ObjectNode out, JsonNode physician) {
    String name =
        (physician.path("first_name").asText("") + " " + physician.path("last_name").asText(""))
            .strip();
    String npi = physician.path("npi").asText("");
    if (name.isEmpty() && npi.isEmpty()) {
      return;
    }
    ObjectNode one = out.putObject("requester").put("type", "Practitioner");
    if (!npi.isEmpty()) {
      FhirElements.identifier(one.putObject("identifier"), NPI, npi);
    }
    FhirElements.text(one, "display", name);
  }

  private static void reasons(ObjectNode out, OrderRecord d) {
    for (String code : d.icdCodes()) {
      FhirElements.code(ICD, code)
          .ifPresent(
              c ->
                  FhirElements.coding(
                      out.withArray("reasonCode").addObject().putArray("coding").addObject(),
                      c,
                      null));
    }
  }
}
