package io.tributary.lab.fhir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.fhir.Judge;
import io.tributary.lab.catalogue.SeededLabs;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.result.Bench;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.testkit.Answer;
import io.tributary.testkit.ApiDocument;
import io.tributary.testkit.TestNode;
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

/** A FHIR client reads orders and what laboratories found. */
class LabFhirFeatureTest {
  private static TestNode node;
  private static Bench bench;
  private static Reads reads;

  /** Complete but for one result, which the laboratory lost. */
  private static OrderRow whole;

  private static OrderRow partial;
  private static OrderRow corrected;
  private static OrderRow open;
  private static OrderRow cancelled;

  @BeforeAll
  static void start() {
    node = SeededLabs.start();
    bench = new Bench(node);
    reads = new Reads(node);
    whole = bench.waiting();
    Answers.everything(bench, whole);
    partial = bench.waiting();
    bench.said(partial, 3, Bench.ferritin(PanelStatus.FINAL, "400"));
    corrected = bench.waiting();
    bench.said(
        corrected, 3, Bench.ferritin(PanelStatus.FINAL, "50"), Bench.panel(PanelStatus.FINAL));
    bench.said(corrected, 9, Bench.ferritin(PanelStatus.FINAL, "60"));
    open = bench.waiting();
    cancelled = bench.waiting(Modality.ON_SITE, LowStatus.CANCELLED);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static List<JsonNode> of(String type, OrderRow order, String query) {
    return reads.of(type, order, query);
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
    Judge judge = new Judge(node.send("GET", "/fhir/CodeSystem/resource", null, Map.of()).text());
    String good = one(whole, "Ferritin").toString();
    // The judge must be able to condemn.
    assertFalse(
        judge.errors(good.replace("\"status\":\"final\"", "\"status\":\"done\"")).isEmpty());
    assertFalse(judge.errors(good.replace("\"code\":\"N\"", "\"code\":\"NOPE\"")).isEmpty());
    List<String> errors = new ArrayList<>();
    errors.addAll(judge.errors(node.get("/fhir/metadata").expect(200).text()));
    for (String type : List.of("ServiceRequest", "DiagnosticReport", "Specimen")) {
      Answer page = node.get("/fhir/" + type + "?_count=100").expect(200);
      assertEquals("application/fhir+json", page.header("content-type"));
      assertFalse(page.json().path("entry").isEmpty(), type);
      errors.addAll(judge.errors(page.text()));
    }
    for (OrderRow o : List.of(whole, partial, corrected)) {
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
      for (JsonNode r : of(type, whole, "")) {
        String id = r.get("id").textValue();
        assertEquals(r, node.get("/fhir/" + type + "/" + id).expect(200).json());
        assertEquals(List.of(r), reads.found(type + "?_id=" + id));
        assertEquals(
            List.of(r), reads.found(type + "?_id=none," + id + "&patient=" + whole.user()));
        assertEquals(List.of(), reads.found(type + "?_id=" + id + "&patient=" + open.user()));
        count++;
      }
    }
    assertEquals(2 + 1 + 1 + 16, count);
  }

  @Test
  void anOrderIsARequestForEachMarker() {
    List<JsonNode> requests = of("ServiceRequest", whole, "");
    assertEquals(2, requests.size());
    JsonNode ferritin = of("ServiceRequest", whole, "&code=http://loinc.org%7C2276-4").getFirst();
    assertEquals("completed", ferritin.get("status").textValue());
    assertEquals("order", ferritin.get("intent").textValue());
    assertEquals("routine", ferritin.get("priority").textValue());
    assertEquals(whole.sampleId().orElseThrow(), ferritin.at("/requisition/value").textValue());
    assertEquals(whole.id().toString(), ferritin.at("/identifier/0/value").textValue());
    assertEquals(Bench.FERRITIN, ferritin.at("/code/coding/1/code").textValue());
    assertEquals("Patient/" + whole.user(), ferritin.at("/subject/reference").textValue());
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
    JsonNode done = of("DiagnosticReport", whole, "").getFirst();
    assertEquals("final", done.get("status").textValue());
    assertEquals(16, done.get("result").size());
    assertEquals(2, done.get("basedOn").size());
    assertEquals("2026-03-02T08:00:00Z", done.get("effectiveDateTime").textValue());
    assertEquals("2026-03-02T12:00:00Z", done.get("issued").textValue());
    assertEquals("F-" + Bench.FERRITIN, done.at("/identifier/0/value").textValue());
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
    JsonNode ferritin = one(whole, "Ferritin");
    assertEquals("final", ferritin.get("status").textValue());
    // The digits tell how exact a laboratory is.
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
    JsonNode below = one(whole, "Glucose");
    assertEquals("<", below.at("/valueQuantity/comparator").textValue());
    assertEquals("L", below.at("/interpretation/0/coding/0/code").textValue());
    JsonNode span = one(whole, "Urea nitrogen (BUN)");
    assertEquals(2, span.at("/valueRange/low/value").intValue());
    assertEquals(4, span.at("/valueRange/high/value").intValue());
    JsonNode words = one(whole, "Creatinine");
    assertEquals("not seen", words.get("valueString").textValue());
    assertFalse(words.has("note"));
    JsonNode grave = one(whole, "Sodium");
    assertEquals("HH", grave.at("/interpretation/0/coding/0/code").textValue());
    assertEquals("seen twice", grave.at("/note/0/text").textValue());
    JsonNode odd = one(whole, "Potassium");
    assertEquals("furlongs", odd.at("/valueQuantity/unit").textValue());
    assertFalse(odd.get("valueQuantity").has("code"));
    JsonNode gone = one(whole, "Chloride");
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
    OrderRow order = bench.waiting();
    Answers.everything(bench, order);
    String id = one(order, "Chloride").get("id").textValue();
    bench.said(
        order, 20, Bench.ferritin(PanelStatus.FINAL, "12.50"), Bench.panel(PanelStatus.FINAL));
    JsonNode now = node.get("/fhir/Observation/" + id).expect(200).json();
    assertEquals("final", now.get("status").textValue());
    assertEquals("5.5", now.at("/valueQuantity/value").asText());
  }

  @Test
  void repliesAreAsDocumented() {
    ApiDocument api = ApiDocument.of(node);
    for (String type : List.of("ServiceRequest", "DiagnosticReport", "Specimen")) {
      api.valid(node.get("/fhir/" + type + "?_count=2"), 200, "search" + type + "s");
      api.valid(node.get("/fhir/" + type + "?_count=x"), 400, "search" + type + "s");
      api.valid(node.send("GET", "/fhir/" + type, null, Map.of()), 401, "search" + type + "s");
      api.valid(
          node.get("/fhir/" + type + "?patient=" + UUID.randomUUID()), 404, "search" + type + "s");
      String id = of(type, whole, "").getFirst().get("id").textValue();
      api.valid(node.get("/fhir/" + type + "/" + id), 200, "read" + type);
      api.valid(node.get("/fhir/" + type + "/x"), 404, "read" + type);
    }
  }
}
