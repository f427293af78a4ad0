package io.tributary.lab.fhir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.fhir.FhirResourceValidator;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.result.LabResultFixture;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** FHIR reads of orders and laboratory results. */
class LabFhirFeatureTest {
  private static TestNode node;
  private static LabResultFixture bench;
  private static FhirReads reads;

  /** A complete order except for one result that the laboratory lost. */
  private static OrderRow complete;

  private static OrderRow partial;
  private static OrderRow corrected;
  private static OrderRow open;
  private static OrderRow cancelled;

  @BeforeAll
  static void start() {
    node = CatalogueTestNode.start();
    bench = new LabResultFixture(node);
    reads = new FhirReads(node);
    complete = bench.waitingOrder();
    LabAnswers.storeAllResults(bench, complete);
    partial = bench.waitingOrder();
    bench.receiveFor(partial, 3, LabResultFixture.ferritin(PanelStatus.FINAL, "400"));
    corrected = bench.waitingOrder();
    bench.receiveFor(
        corrected,
        3,
        LabResultFixture.ferritin(PanelStatus.FINAL, "50"),
        LabResultFixture.panel(PanelStatus.FINAL));
    bench.receiveFor(corrected, 9, LabResultFixture.ferritin(PanelStatus.FINAL, "60"));
    open = bench.waitingOrder();
    cancelled = bench.waitingOrder(Modality.ON_SITE, LowStatus.CANCELLED);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static List<JsonNode> of(String type, OrderRow order, String query) {
    return reads.searchByUser(type, order, query);
  }

  private static JsonNode one(OrderRow order, String name) {
    List<JsonNode> all =
        of("Observation", order, "").stream()
            .filter(o -> o.at("/code/text").textValue().equals(name))
            .toList();
    assertEquals(1, all.size(), name);
    return all.getFirst();
  }

  private static Set<String> texts(List<JsonNode> all, String pointer) {
    Set<String> out = new TreeSet<>();
    all.forEach(r -> out.add(r.at(pointer).asText()));
    return out;
  }

  @Test
  void everythingThatIsServedIsValid() {
    FhirResourceValidator judge =
        new FhirResourceValidator(
            node.send("GET", "/fhir/CodeSystem/resource", null, Map.of()).text());
    String good = one(complete, "Ferritin").toString();
    // Confirms that the validator detects errors.
    assertFalse(
        judge.errors(good.replace("\"status\":\"final\"", "\"status\":\"done\"")).isEmpty());
    assertFalse(judge.errors(good.replace("\"code\":\"N\"", "\"code\":\"NOPE\"")).isEmpty());
    List<String> errors = new ArrayList<>();
    errors.addAll(judge.errors(node.get("/fhir/metadata").expect(200).text()));
    for (String type : List.of("ServiceRequest", "DiagnosticReport", "Specimen")) {
      TestResponse page = node.get("/fhir/" + type + "?_count=100").expect(200);
      assertEquals("application/fhir+json", page.header("content-type"));
      assertFalse(page.json().path("entry").isEmpty(), type);
      errors.addAll(judge.errors(page.text()));
    }
    for (OrderRow o : List.of(complete, partial, corrected)) {
      errors.addAll(judge.errors(node.get("/fhir/Observation?patient=" + o.user()).text()));
      errors.addAll(
          judge.errors(
              node.get(
                      "/fhir/DiagnosticReport?_include=DiagnosticReport:result"
                          + "&_include=DiagnosticReport:specimen"
                          + "&_include=DiagnosticReport:based-on&patient="
                          + o.user())
                  .expect(200)
                  .text()));
    }
    errors.addAll(judge.errors(node.get("/fhir/Specimen?status=x&_count=y").expect(400).text()));
    errors.addAll(judge.errors(node.get("/fhir/Specimen?status=unavailable").expect(200).text()));
    assertEquals(List.of(), errors);
  }

  @Test
  void whatIsReadAloneIsWhatIsFound() {
    int count = 0;
    for (String type : List.of("ServiceRequest", "DiagnosticReport", "Specimen", "Observation")) {
      for (JsonNode r : of(type, complete, "")) {
        String id = r.get("id").textValue();
        assertEquals(r, node.get("/fhir/" + type + "/" + id).expect(200).json());
        assertEquals(List.of(r), reads.search(type + "?_id=" + id));
        assertEquals(
            List.of(r), reads.search(type + "?_id=none," + id + "&patient=" + complete.user()));
        assertEquals(List.of(), reads.search(type + "?_id=" + id + "&patient=" + open.user()));
        count++;
      }
    }
    assertEquals(2 + 1 + 1 + 16, count);
  }

  @Test
  void anOrderIsARequestForEachMarker() {
    List<JsonNode> requests = of("ServiceRequest", complete, "");
    assertEquals(2, requests.size());
    JsonNode ferritin =
        of("ServiceRequest", complete, "&code=http://loinc.org%7C2276-4").getFirst();
    assertEquals("completed", ferritin.get("status").textValue());
    assertEquals("order", ferritin.get("intent").textValue());
    assertEquals("routine", ferritin.get("priority").textValue());
    assertEquals(complete.sampleId().orElseThrow(), ferritin.at("/requisition/value").textValue());
    assertEquals(complete.id().toString(), ferritin.at("/identifier/0/value").textValue());
    assertEquals(LabResultFixture.FERRITIN, ferritin.at("/code/coding/1/code").textValue());
    assertEquals("Patient/" + complete.user(), ferritin.at("/subject/reference").textValue());
    assertEquals(Set.of("active"), texts(of("ServiceRequest", partial, ""), "/status"));
    assertEquals(Set.of("active"), texts(of("ServiceRequest", open, ""), "/status"));
    assertEquals(Set.of("completed"), texts(of("ServiceRequest", corrected, ""), "/status"));
    assertEquals(Set.of("revoked"), texts(of("ServiceRequest", cancelled, ""), "/status"));
  }

  @Test
  void everyStatusOfAnOrderIsOneOfARequest() {
    Set<String> words = new HashSet<>();
    for (LowStatus low : LowStatus.values()) {
      words.add(FhirElements.requestStatus(low));
    }
    assertEquals(Set.of("active", "on-hold", "completed", "revoked"), words);
  }

  @Test
  void aReportTellsHowFarItIsAndWhatItIsMadeOf() {
    JsonNode done = of("DiagnosticReport", complete, "").getFirst();
    assertEquals("final", done.get("status").textValue());
    assertEquals(16, done.get("result").size());
    assertEquals(2, done.get("basedOn").size());
    assertEquals("2026-03-02T08:00:00Z", done.get("effectiveDateTime").textValue());
    assertEquals("2026-03-02T12:00:00Z", done.get("issued").textValue());
    assertEquals("F-" + LabResultFixture.FERRITIN, done.at("/identifier/0/value").textValue());
    String paper = done.at("/presentedForm/0/url").textValue();
    assertEquals(
        "%PDF", node.get(URI.create(paper).getRawPath()).expect(200).text().substring(0, 4));
    for (JsonNode part : List.of(done.at("/result/0"), done.at("/basedOn/0"))) {
      node.get("/fhir/" + part.get("reference").textValue()).expect(200);
    }
    JsonNode half = of("DiagnosticReport", partial, "").getFirst();
    assertEquals("partial", half.get("status").textValue());
    assertFalse(half.has("presentedForm"));
    assertEquals(
        "corrected", of("DiagnosticReport", corrected, "").getFirst().at("/status").textValue());
    assertEquals(List.of(), of("DiagnosticReport", open, ""));
    assertEquals(List.of(), of("Specimen", open, ""));
    assertEquals(List.of(), of("Observation", open, ""));
  }

  @Test
  void resultsHaveTheirValuesUnitsAndMeaning() {
    JsonNode ferritin = one(complete, "Ferritin");
    assertEquals("final", ferritin.get("status").textValue());
    // Trailing zeros carry the precision of the laboratory.
    String raw = node.get("/fhir/Observation/" + ferritin.get("id").textValue()).text();
    assertTrue(raw.contains("\"value\":12.50,"), raw);
    assertEquals("ng/mL", ferritin.at("/valueQuantity/code").textValue());
    assertEquals("http://unitsofmeasure.org", ferritin.at("/valueQuantity/system").textValue());
    assertEquals("N", ferritin.at("/interpretation/0/coding/0/code").textValue());
    assertEquals(11, ferritin.at("/referenceRange/0/low/value").intValue());
    assertEquals(307, ferritin.at("/referenceRange/0/high/value").intValue());
    assertEquals("11-307", ferritin.at("/referenceRange/0/text").textValue());
    assertEquals("Bench One", ferritin.at("/performer/0/display").textValue());
    assertEquals("laboratory", ferritin.at("/category/0/coding/0/code").textValue());
    assertEquals("2026-03-02T08:00:00Z", ferritin.get("effectiveDateTime").textValue());
    JsonNode below = one(complete, "Glucose");
    assertEquals("<", below.at("/valueQuantity/comparator").textValue());
    assertEquals("L", below.at("/interpretation/0/coding/0/code").textValue());
    JsonNode span = one(complete, "Urea nitrogen (BUN)");
    assertEquals(2, span.at("/valueRange/low/value").intValue());
    assertEquals(4, span.at("/valueRange/high/value").intValue());
    JsonNode words = one(complete, "Creatinine");
    assertEquals("not seen", words.get("valueString").textValue());
    assertFalse(words.has("note"));
    JsonNode grave = one(complete, "Sodium");
    assertEquals("HH", grave.at("/interpretation/0/coding/0/code").textValue());
    assertEquals("seen twice", grave.at("/note/0/text").textValue());
    JsonNode odd = one(complete, "Potassium");
    assertEquals("furlongs", odd.at("/valueQuantity/unit").textValue());
    assertFalse(odd.get("valueQuantity").has("code"));
    JsonNode gone = one(complete, "Chloride");
    assertEquals("cancelled", gone.get("status").textValue());
    assertEquals("not-performed", gone.at("/dataAbsentReason/coding/0/code").textValue());
    assertEquals("quantity not sufficient", gone.at("/note/0/text").textValue());
    assertEquals("preliminary", one(partial, "Ferritin").get("status").textValue());
    assertEquals("H", one(partial, "Ferritin").at("/interpretation/0/coding/0/code").textValue());
  }

  @Test
  void onlyWhatWasCorrectedSaysSo() {
    assertEquals("corrected", one(corrected, "Ferritin").get("status").textValue());
    assertEquals(Set.of("final", "corrected"), texts(of("Observation", corrected, ""), "/status"));
    assertEquals(1, of("Observation", corrected, "&status=corrected").size());
  }

  @Test
  void aResultThatComesAfterAllKeepsItsId() {
    OrderRow order = bench.waitingOrder();
    LabAnswers.storeAllResults(bench, order);
    String id = one(order, "Chloride").get("id").textValue();
    bench.receiveFor(
        order,
        20,
        LabResultFixture.ferritin(PanelStatus.FINAL, "12.50"),
        LabResultFixture.panel(PanelStatus.FINAL));
    JsonNode now = node.get("/fhir/Observation/" + id).expect(200).json();
    assertEquals("final", now.get("status").textValue());
    assertEquals("5.5", now.at("/valueQuantity/value").asText());
  }

  @Test
  void repliesAreAsDocumented() {
    OpenApiDocument api = OpenApiDocument.of(node);
    for (String type : List.of("ServiceRequest", "DiagnosticReport", "Specimen")) {
      api.assertValid(node.get("/fhir/" + type + "?_count=2"), 200, "search" + type + "s");
      api.assertValid(node.get("/fhir/" + type + "?_count=x"), 400, "search" + type + "s");
      api.assertValid(
          node.send("GET", "/fhir/" + type, null, Map.of()), 401, "search" + type + "s");
      api.assertValid(
          node.get("/fhir/" + type + "?patient=" + UUID.randomUUID()), 404, "search" + type + "s");
      String id = of(type, complete, "").getFirst().get("id").textValue();
      api.assertValid(node.get("/fhir/" + type + "/" + id), 200, "read" + type);
      api.assertValid(node.get("/fhir/" + type + "/x"), 404, "read" + type);
    }
  }
}
