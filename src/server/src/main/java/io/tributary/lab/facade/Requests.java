package io.tributary.lab.facade;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.fhir.Code;
import io.tributary.fhir.Urls;
import io.tributary.lab.facade.Dossier.Asked;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What was asked for: a ServiceRequest for each marker of an order. */
final class Requests {
  private static final String ICD = "http://hl7.org/fhir/sid/icd-10-cm";
  private static final String NPI = "http://hl7.org/fhir/sid/us-npi";

  private Requests() {}

  static List<LabResource> of(Dossier d, Urls urls) {
    List<LabResource> out = new ArrayList<>();
    d.markers().forEach(m -> out.add(one(d, m, urls)));
    return out;
  }

  private static LabResource one(Dossier d, Asked m, Urls urls) {
    String id = Parts.requestId(d.id(), m.id());
    String status = Parts.requestStatus(d.status().low());
    ObjectNode out = Parts.resource(urls, LabType.SERVICE_REQUEST, id, d, d.updatedAt());
    Parts.identifier(out.putArray("identifier").addObject(), urls.orders(), d.id().toString());
    d.sampleId().ifPresent(s -> Parts.identifier(out.putObject("requisition"), urls.samples(), s));
    out.put("status", status).put("intent", "order");
    out.putArray("category").addObject().put("text", "Laboratory");
    out.put("priority", d.priority() ? "stat" : "routine");
    List<Code> codes = code(out.putObject("code"), m, d, urls);
    Parts.subject(out, d.user());
    d.activateBy().ifPresent(day -> out.put("occurrenceDateTime", day.toString()));
    Parts.time(out, "authoredOn", Optional.of(d.createdAt()));
    requester(out, d.physician());
    Parts.named(out, "performer", "Organization", d.lab().name());
    reasons(out, d);
    Parts.note(out, d.notes().orElse(null));
    return new LabResource(
        LabType.SERVICE_REQUEST, id, codes, status, Optional.of(d.createdAt()), out);
  }

  private static List<Code> code(ObjectNode out, Asked m, Dossier d, Urls urls) {
    List<Code> codes = new ArrayList<>();
    ArrayNode codings = out.putArray("coding");
    Optional<Code> loinc = Parts.code(Urls.LOINC, m.loinc());
    loinc.ifPresent(c -> codes.add(add(codings, c, m.loincName())));
    Parts.code(urls.lab(d.lab().slug()), m.providerId())
        .ifPresent(c -> codes.add(add(codings, c, m.name())));
    if (codings.isEmpty()) {
      out.remove("coding");
    }
    Parts.text(out, "text", m.name());
    return codes;
  }

  private static Code add(ArrayNode codings, Code code, String display) {
    Parts.coding(codings.addObject(), code, display);
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
      Parts.identifier(one.putObject("identifier"), NPI, npi);
    }
    Parts.text(one, "display", name);
  }

  private static void reasons(ObjectNode out, Dossier d) {
    for (String code : d.icdCodes()) {
      Parts.code(ICD, code)
          .ifPresent(
              c ->
                  Parts.coding(
                      out.withArray("reasonCode").addObject().putArray("coding").addObject(),
                      c,
                      null));
    }
  }
}
