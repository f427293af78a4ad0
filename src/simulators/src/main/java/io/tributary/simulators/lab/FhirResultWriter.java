package io.tributary.simulators.lab;

import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;

/**
 * Writes the results of one order as a FHIR bundle with a DiagnosticReport per test. The bundle
 * contains no report document, so the service renders its own.
 */
final class FhirResultWriter {
  private static final String FLAGS =
      "http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation";
  private static final String CLIA = "urn:oid:2.16.840.1.113883.4.7";

  private final SimOrder order;
  private final ResultScript script;
  private final String controlId;
  private final String issuedAt;
  private final String collectedAt;
  private final JsonArray entries = new JsonArray();

  FhirResultWriter(SimOrder order, ResultScript script, String controlId, Instant now) {
    this.order = order;
    this.script = script;
    this.controlId = controlId;
    this.issuedAt = now.truncatedTo(ChronoUnit.SECONDS).toString();
    this.collectedAt = now.minusSeconds(3600).truncatedTo(ChronoUnit.SECONDS).toString();
  }

  byte[] write() {
    JsonObject asked = order.first.fhir().orElseThrow();
    String patient = add(patient(FhirOrderReader.resourcesOf(asked, "Patient").getFirst()));
    String laboratory = add(laboratory());
    String specimen = add(specimen(patient));
    List<JsonObject> requests = FhirOrderReader.resourcesOf(asked, "ServiceRequest");
    for (int n = 1; n <= requests.size(); n++) {
      report(n, requests.get(n - 1), patient, laboratory, specimen);
    }
    JsonObject out = new JsonObject().put("resourceType", "Bundle");
    if (asked.containsKey("meta")) {
      out.put("meta", asked.getJsonObject("meta"));
    }
    return out.put(
            "identifier",
            new JsonObject().put("system", "https://lab.invalid/message").put("value", controlId))
        .put("type", "collection")
        .put("timestamp", issuedAt)
        .put("entry", entries)
        .toBuffer()
        .getBytes();
  }

  private String add(JsonObject resource) {
    String url = "urn:uuid:" + UUID.randomUUID();
    entries.add(new JsonObject().put("fullUrl", url).put("resource", resource));
    return url;
  }

  private static JsonObject referenceTo(String url) {
    return new JsonObject().put("reference", url);
  }

  /**
   * Returns the patient of the order, or for an unmatched result an unknown one, whose number and
   * personal data do not match.
   */
  private JsonObject patient(JsonObject known) {
    JsonObject out =
        new JsonObject()
            .put("resourceType", "Patient")
            .put("identifier", known.getJsonArray("identifier"))
            .put("name", known.getJsonArray("name"))
            .put("gender", known.getString("gender"))
            .put("birthDate", known.getString("birthDate"));
    if (script.unmatched()) {
      out.remove("identifier");
      out.put("birthDate", "1901-01-01");
      out.put(
          "name",
          new JsonArray()
              .add(
                  new JsonObject()
                      .put("family", "Unheard")
                      .put("given", new JsonArray().add("Of"))));
    }
    return out;
  }

  private JsonObject laboratory() {
    return new JsonObject()
        .put("resourceType", "Organization")
        .put(
            "identifier",
            new JsonArray()
                .add(number("https://lab.invalid/laboratory", order.first.header(6)))
                .add(number(CLIA, "05D0000000")))
        .put("name", "Simulated Laboratory")
        .put(
            "address",
            new JsonArray()
                .add(
                    new JsonObject()
                        .put("line", new JsonArray().add("1 Sandbox Way"))
                        .put("city", "Springfield")
                        .put("state", "IL")
                        .put("postalCode", "62701")
                        .put("country", "US")));
  }

  private static JsonObject number(String system, String value) {
    return new JsonObject().put("system", system).put("value", value);
  }

  private String echoNumber(String number) {
    return script.unmatched() ? "X" + number : number;
  }

  private JsonObject specimen(String patient) {
    return new JsonObject()
        .put("resourceType", "Specimen")
        .put(
            "identifier",
            new JsonArray().add(new JsonObject().put("value", echoNumber(order.sample))))
        .put("accessionIdentifier", new JsonObject().put("value", "F" + order.sample))
        .put("subject", referenceTo(patient))
        .put("receivedTime", issuedAt)
        .put("collection", new JsonObject().put("collectedDateTime", collectedAt));
  }

  private void report(int n, JsonObject asked, String patient, String laboratory, String specimen) {
    SimOrder.Test test = order.first.tests().get(n - 1);
    List<ResultScript.Value> values = script.valuesOf(test, n, order.first.tests().size());
    String status =
        switch (script.status()) {
          case PARTIAL -> values.isEmpty() ? "registered" : "partial";
          case FINAL -> "final";
          case CORRECTED -> "corrected";
        };
    String request = add(request(asked, patient, test));
    JsonArray results = new JsonArray();
    for (ResultScript.Value v : values) {
      results.add(referenceTo(add(observation(v, patient, laboratory, specimen))));
    }
    JsonObject out =
        new JsonObject()
            .put("resourceType", "DiagnosticReport")
            .put(
                "identifier",
                new JsonArray().add(number("https://lab.invalid/report", "F" + order.sample)))
            .put("basedOn", new JsonArray().add(referenceTo(request)))
            .put("status", status)
            .put("code", asked.getJsonObject("code"))
            .put("subject", referenceTo(patient))
            .put("effectiveDateTime", collectedAt)
            .put("issued", issuedAt)
            .put("performer", new JsonArray().add(referenceTo(laboratory)))
            .put("specimen", new JsonArray().add(referenceTo(specimen)));
    if (!results.isEmpty()) {
      out.put("result", results);
    }
    add(out);
  }

  /** Returns the request as far as the results repeat it. */
  private JsonObject request(JsonObject asked, String patient, SimOrder.Test test) {
    JsonObject number = asked.getJsonArray("identifier").getJsonObject(0).copy();
    JsonObject requisition = asked.getJsonObject("requisition").copy();
    return new JsonObject()
        .put("resourceType", "ServiceRequest")
        .put("identifier", new JsonArray().add(number.put("value", echoNumber(test.placer()))))
        .put("requisition", requisition.put("value", echoNumber(order.sample)))
        .put("status", "active")
        .put("intent", "order")
        .put("code", asked.getJsonObject("code"))
        .put("subject", referenceTo(patient));
  }

  private JsonObject observation(
      ResultScript.Value v, String patient, String laboratory, String specimen) {
    JsonArray codes =
        new JsonArray().add(new JsonObject().put("code", v.code()).put("display", v.name()));
    if (!v.loinc().isEmpty()) {
      codes.add(new JsonObject().put("system", "http://loinc.org").put("code", v.loinc()));
    }
    JsonObject out =
        new JsonObject()
            .put("resourceType", "Observation")
            .put("status", v.missing().isEmpty() ? status() : "cancelled")
            .put("code", new JsonObject().put("coding", codes))
            .put("subject", referenceTo(patient))
            .put("effectiveDateTime", collectedAt)
            .put("performer", new JsonArray().add(referenceTo(laboratory)))
            .put("specimen", referenceTo(specimen));
    if (!v.missing().isEmpty()) {
      return out.put("dataAbsentReason", new JsonObject().put("text", v.missing()));
    }
    value(out, v);
    JsonObject flag = new JsonObject().put("system", FLAGS).put("code", v.flag());
    out.put(
        "interpretation",
        new JsonArray().add(new JsonObject().put("coding", new JsonArray().add(flag))));
    if (!v.range().isEmpty()) {
      String[] ends = v.range().split("-");
      out.put(
          "referenceRange",
          new JsonArray()
              .add(
                  new JsonObject()
                      .put("low", quantity(ends[0], v.unit()))
                      .put("high", quantity(ends[1], v.unit()))));
    }
    return out;
  }

  private String status() {
    return switch (script.status()) {
      case PARTIAL -> "preliminary";
      case FINAL -> "final";
      case CORRECTED -> "corrected";
    };
  }

  private static void value(JsonObject out, ResultScript.Value v) {
    String[] parts = v.text().split("\\^");
    switch (v.type()) {
      case "NM" -> out.put("valueQuantity", quantity(v.text(), v.unit()));
      case "SN" ->
          out.put("valueQuantity", quantity(parts[1], v.unit()).put("comparator", parts[0]));
      case "CWE" ->
          out.put(
              "valueCodeableConcept",
              new JsonObject()
                  .put(
                      "coding",
                      new JsonArray()
                          .add(new JsonObject().put("code", parts[0]).put("display", parts[1]))));
      default -> out.put("valueString", v.text());
    }
  }

  private static JsonObject quantity(String number, String unit) {
    JsonObject out = new JsonObject().put("value", new BigDecimal(number));
    return unit.isEmpty() ? out : out.put("unit", unit);
  }
}
