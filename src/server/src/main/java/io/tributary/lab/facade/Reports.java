package io.tributary.lab.facade;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.fhir.Code;
import io.tributary.fhir.Urls;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** What came back on an order as a whole: a DiagnosticReport. */
final class Reports {
  static final Code CATEGORY = new Code("http://terminology.hl7.org/CodeSystem/v2-0074", "LAB");
  private static final Code REPORT = new Code(Urls.LOINC, "11502-2");

  private Reports() {}

  static List<LabResource> of(Dossier d, Urls urls) {
    return d.result().map(r -> List.of(one(d, r, urls))).orElse(List.of());
  }

  private static LabResource one(Dossier d, Dossier.Result r, Urls urls) {
    JsonNode facts = r.report().path("metadata");
    String id = d.id().toString();
    String status = status(r);
    Optional<Instant> reported = Parts.instant(facts.path("date_reported"));
    Optional<Instant> at = Parts.instant(facts.path("date_collected")).or(() -> reported);
    ObjectNode out = Parts.resource(urls, LabType.DIAGNOSTIC_REPORT, id, d, r.updatedAt());
    String number = facts.path("specimen_number").textValue();
    if (number != null && !number.isBlank()) {
      Parts.identifier(out.putArray("identifier").addObject(), urls.lab(d.lab().slug()), number);
    }
    Parts.basedOn(out, d, d.markers().stream().map(Dossier.Asked::id).toList());
    out.put("status", status);
    Parts.coding(
        out.putArray("category").addObject().putArray("coding").addObject(),
        CATEGORY,
        "Laboratory");
    ObjectNode code = out.putObject("code");
    Parts.coding(code.putArray("coding").addObject(), REPORT, "Laboratory report");
    Parts.text(code, "text", d.test().name());
    Parts.subject(out, d.user());
    Parts.time(out, "effectiveDateTime", at);
    Parts.time(out, "issued", reported);
    Parts.named(out, "performer", "Organization", d.lab().name());
    Specimens.of(d, urls)
        .forEach(
            s -> Parts.reference(out.withArray("specimen").addObject(), LabType.SPECIMEN, s.id()));
    Findings.of(d, urls)
        .forEach(
            f -> Parts.reference(out.withArray("result").addObject(), LabType.OBSERVATION, f.id()));
    if (r.paper()) {
      out.putArray("presentedForm")
          .addObject()
          .put("contentType", "application/pdf")
          .put("url", service(urls) + "/v3/order/" + id + "/result/pdf");
    }
    return new LabResource(LabType.DIAGNOSTIC_REPORT, id, List.of(REPORT), status, at, out);
  }

  private static String service(Urls urls) {
    return urls.base().substring(0, urls.base().length() - "/fhir".length());
  }

  private static String status(Dossier.Result r) {
    if (!r.earlier().isEmpty()) {
      return "corrected";
    }
    if (!r.complete()) {
      return "partial";
    }
    return r.report().path("results").isEmpty() ? "cancelled" : "final";
  }
}
