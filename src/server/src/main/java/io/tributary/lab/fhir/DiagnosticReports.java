package io.tributary.lab.fhir;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.fhir.Code;
import io.tributary.fhir.FhirBaseUrl;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Builds the DiagnosticReport of an order. */
final class DiagnosticReports {
  static final Code CATEGORY = new Code("http://terminology.hl7.org/CodeSystem/v2-0074", "LAB");
  private static final Code REPORT = new Code(FhirBaseUrl.LOINC, "11502-2");

  private DiagnosticReports() {}

  static List<LabResource> build(OrderRecord d, FhirBaseUrl urls) {
    return d.result().map(r -> List.of(buildReport(d, r, urls))).orElse(List.of());
  }

  private static LabResource buildReport(OrderRecord d, OrderRecord.Result r, FhirBaseUrl urls) {
    JsonNode facts = r.report().path("metadata");
    String id = d.id().toString();
    String status = status(r);
    Optional<Instant> reported = FhirElements.parseInstant(facts.path("date_reported"));
    Optional<Instant> at =
        FhirElements.parseInstant(facts.path("date_collected")).or(() -> reported);
    ObjectNode out =
        FhirElements.newResource(urls, LabType.DIAGNOSTIC_REPORT, id, d, r.updatedAt());
    String number = facts.path("specimen_number").textValue();
    if (number != null && !number.isBlank()) {
      FhirElements.addIdentifier(
          out.putArray("identifier").addObject(), urls.lab(d.lab().slug()), number);
    }
    FhirElements.putBasedOn(
        out, d, d.markers().stream().map(OrderRecord.OrderedMarkerRecord::id).toList());
    out.put("status", status);
    FhirElements.coding(
        out.putArray("category").addObject().putArray("coding").addObject(),
        CATEGORY,
        "Laboratory");
    ObjectNode code = out.putObject("code");
    FhirElements.coding(code.putArray("coding").addObject(), REPORT, "Laboratory report");
    FhirElements.putText(code, "text", d.test().name());
    FhirElements.putSubject(out, d.user());
    FhirElements.putTime(out, "effectiveDateTime", at);
    FhirElements.putTime(out, "issued", reported);
    FhirElements.displayReference(out, "performer", "Organization", d.lab().name());
    Specimens.build(d, urls)
        .forEach(
            s ->
                FhirElements.putReference(
                    out.withArray("specimen").addObject(), LabType.SPECIMEN, s.id()));
    ResultObservations.build(d, urls)
        .forEach(
            f ->
                FhirElements.putReference(
                    out.withArray("result").addObject(), LabType.OBSERVATION, f.id()));
    if (r.hasDocument()) {
      out.putArray("presentedForm")
          .addObject()
          .put("contentType", "application/pdf")
          .put("url", serviceUrl(urls) + "/v3/order/" + id + "/result/pdf");
    }
    return new LabResource(LabType.DIAGNOSTIC_REPORT, id, List.of(REPORT), status, at, out);
  }

  private static String serviceUrl(FhirBaseUrl urls) {
    return urls.base().substring(0, urls.base().length() - "/fhir".length());
  }

  private static String status(OrderRecord.Result r) {
    if (!r.earlierReports().isEmpty()) {
      return "corrected";
    }
    if (!r.complete()) {
      return "partial";
    }
    return r.report().path("results").isEmpty() ? "cancelled" : "final";
  }
}
