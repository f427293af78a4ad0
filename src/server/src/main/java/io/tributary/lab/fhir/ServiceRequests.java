package io.tributary.lab.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.fhir.Code;
import io.tributary.fhir.FhirBaseUrl;
import io.tributary.lab.fhir.OrderRecord.OrderedMarkerRecord;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Builds a ServiceRequest for each ordered marker. */
final class ServiceRequests {
  private static final String ICD = "http://hl7.org/fhir/sid/icd-10-cm";
  private static final String NPI = "http://hl7.org/fhir/sid/us-npi";

  private ServiceRequests() {}

  static List<LabResource> build(OrderRecord d, FhirBaseUrl urls) {
    List<LabResource> out = new ArrayList<>();
    d.markers().forEach(m -> out.add(buildRequest(d, m, urls)));
    return out;
  }

  private static LabResource buildRequest(OrderRecord d, OrderedMarkerRecord m, FhirBaseUrl urls) {
    String id = FhirElements.requestId(d.id(), m.id());
    String status = FhirElements.requestStatus(d.status().low());
    ObjectNode out = FhirElements.newResource(urls, LabType.SERVICE_REQUEST, id, d, d.updatedAt());
    FhirElements.addIdentifier(
        out.putArray("identifier").addObject(), urls.orderIdSystem(), d.id().toString());
    d.sampleId()
        .ifPresent(
            s ->
                FhirElements.addIdentifier(out.putObject("requisition"), urls.sampleIdSystem(), s));
    out.put("status", status).put("intent", "order");
    out.putArray("category").addObject().put("text", "Laboratory");
    out.put("priority", d.priority() ? "stat" : "routine");
    List<Code> codes = code(out.putObject("code"), m, d, urls);
    FhirElements.putSubject(out, d.user());
    d.activateBy().ifPresent(day -> out.put("occurrenceDateTime", day.toString()));
    FhirElements.putTime(out, "authoredOn", Optional.of(d.createdAt()));
    putRequester(out, d.physician());
    FhirElements.displayReference(out, "performer", "Organization", d.lab().name());
    putReasons(out, d);
    FhirElements.addNote(out, d.notes().orElse(null));
    return new LabResource(
        LabType.SERVICE_REQUEST, id, codes, status, Optional.of(d.createdAt()), out);
  }

  private static List<Code> code(
      ObjectNode out, OrderedMarkerRecord m, OrderRecord d, FhirBaseUrl urls) {
    List<Code> codes = new ArrayList<>();
    ArrayNode codings = out.putArray("coding");
    Optional<Code> loinc = FhirElements.codeIfValid(FhirBaseUrl.LOINC, m.loinc());
    loinc.ifPresent(c -> codes.add(add(codings, c, m.loincName())));
    FhirElements.codeIfValid(urls.lab(d.lab().slug()), m.providerId())
        .ifPresent(c -> codes.add(add(codings, c, m.name())));
    if (codings.isEmpty()) {
      out.remove("coding");
    }
    FhirElements.putText(out, "text", m.name());
    return codes;
  }

  private static Code add(ArrayNode codings, Code code, String display) {
    FhirElements.coding(codings.addObject(), code, display);
    return code;
  }

  private static void putRequester(ObjectNode out, JsonNode physician) {
    String name =
        (physician.path("first_name").asText("") + " " + physician.path("last_name").asText(""))
            .strip();
    String npi = physician.path("npi").asText("");
    if (name.isEmpty() && npi.isEmpty()) {
      return;
    }
    ObjectNode one = out.putObject("requester").put("type", "Practitioner");
    if (!npi.isEmpty()) {
      FhirElements.addIdentifier(one.putObject("identifier"), NPI, npi);
    }
    FhirElements.putText(one, "display", name);
  }

  private static void putReasons(ObjectNode out, OrderRecord d) {
    for (String code : d.icdCodes()) {
      FhirElements.codeIfValid(ICD, code)
          .ifPresent(
              c ->
                  FhirElements.coding(
                      out.withArray("reasonCode").addObject().putArray("coding").addObject(),
                      c,
                      null));
    }
  }
}
