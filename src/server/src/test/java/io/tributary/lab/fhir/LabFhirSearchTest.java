package io.tributary.lab.fhir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.ingest.TestUser;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.result.LabResultFixture;
import io.tributary.lab.state.Modality;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.model.Source;
import io.tributary.model.SourceType;
import io.tributary.testkit.TestNode;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** FHIR searches for orders and results, with paging. */
class LabFhirSearchTest {
  private static TestNode node;
  private static LabResultFixture bench;
  private static FhirReads reads;
  private static OrderRow whole;
  private static OrderRow partial;
  private static OrderRow open;

  @BeforeAll
  static void start() {
    node = CatalogueTestNode.start();
    bench = new LabResultFixture(node);
    reads = new FhirReads(node);
    whole = bench.waitingOrder();
    LabAnswers.storeAllResults(bench, whole);
    partial = bench.waitingOrder();
    bench.receiveFor(partial, 3, LabResultFixture.ferritin(PanelStatus.FINAL, "400"));
    open = bench.waitingOrder();
    for (int i = 0; i < 3; i++) {
      bench.waitingOrder();
    }
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @Test
  void aSearchNarrows() {
    assertEquals(
        1,
        reads.searchByUser("ServiceRequest", whole, "&code=" + LabResultFixture.FERRITIN).size());
    assertEquals(
        0,
        reads
            .searchByUser(
                "ServiceRequest", whole, "&code=http://loinc.org%7C" + LabResultFixture.FERRITIN)
            .size());
    assertEquals(2, reads.searchByUser("ServiceRequest", whole, "&status=active,completed").size());
    assertEquals(0, reads.searchByUser("ServiceRequest", whole, "&status=active").size());
    assertEquals(0, reads.searchByUser("ServiceRequest", whole, "&authored=lt2026-01-01").size());
    assertEquals(2, reads.searchByUser("ServiceRequest", whole, "&authored=ge2026-01-01").size());
    assertEquals(
        1, reads.searchByUser("DiagnosticReport", whole, "&date=2026-03-02&category=LAB").size());
    assertEquals(0, reads.searchByUser("DiagnosticReport", whole, "&date=gt2026-03-02").size());
    assertEquals(
        1,
        reads.searchByUser("DiagnosticReport", whole, "&code=http://loinc.org%7C11502-2").size());
    String request =
        reads.searchByUser("ServiceRequest", whole, "").getFirst().get("id").textValue();
    assertEquals(1, reads.search("DiagnosticReport?based-on=ServiceRequest/" + request).size());
    assertEquals(0, reads.searchByUser("DiagnosticReport", partial, "&based-on=" + request).size());
    assertEquals(
        1, reads.searchByUser("Specimen", whole, "&collected=2026-03-02&status=available").size());
    assertEquals(0, reads.searchByUser("Specimen", whole, "&collected=2026-03-03").size());
    assertEquals(
        1, reads.searchByUser("Observation", whole, "&code=http://loinc.org%7C2276-4").size());
    assertEquals(0, reads.searchByUser("Observation", whole, "&category=vital-signs").size());
    assertEquals(
        16,
        reads.searchByUser("Observation", whole, "&category=laboratory&date=2026-03-02").size());
    assertEquals(0, reads.searchByUser("Observation", whole, "&date=2026-03-03").size());
  }

  @Test
  void whatAReportIsMadeOfComesAlong() {
    JsonNode bundle =
        node.get(
                "/fhir/DiagnosticReport?_include=DiagnosticReport:result&_count=1&patient="
                    + whole.user())
            .expect(200)
            .json();
    assertEquals(17, bundle.get("entry").size());
    assertEquals("match", bundle.at("/entry/0/search/mode").textValue());
    assertEquals("include", bundle.at("/entry/16/search/mode").textValue());
    assertEquals(
        bundle.at("/entry/16/fullUrl").textValue(),
        bundle.at("/link/0/url").textValue().split("/DiagnosticReport")[0]
            + "/Observation/"
            + bundle.at("/entry/16/resource/id").textValue());
  }

  @Test
  void pagesHoldEachResourceOnce() {
    Set<String> ids = new HashSet<>();
    int count = 0;
    Optional<String> page = Optional.of("/fhir/ServiceRequest?_count=3");
    while (page.isPresent()) {
      JsonNode bundle = node.get(page.get()).expect(200).json();
      assertTrue(FhirReads.resources(bundle).size() <= 3);
      assertFalse(FhirReads.resources(bundle).isEmpty(), "next, but nothing there");
      for (JsonNode r : FhirReads.resources(bundle)) {
        ids.add(r.get("id").textValue());
        count++;
      }
      page = FhirReads.next(bundle);
    }
    assertEquals(ids.size(), count);
    assertTrue(count >= 10, "orders of two markers: " + count);
  }

  @Test
  void wearablesAndResultsAreOneSearch() {
    TestUser wearer = TestUser.of(node);
    NormalizedBatch.Builder b = NormalizedBatch.builder();
    Source meter = Source.of("freestyle_libre", SourceType.UNKNOWN);
    for (int i = 0; i < 7; i++) {
      b.add(
          Sample.point(
              Resource.GLUCOSE,
              meter,
              Instant.parse("2026-03-02T00:00:00Z").plusSeconds(i),
              null,
              5));
    }
    wearer.store(b.build());
    OrderRow order =
        LabAnswers.acceptedOrder(
            bench,
            bench.orders.open(
                node.tenant(), wearer.id, Modality.WALK_IN, Optional.empty(), Optional.empty()));
    LabAnswers.storeAllResults(bench, order);
    for (int size : List.of(1, 3, 7, 8, 16, 23, 100)) {
      List<String> ids = new ArrayList<>();
      Optional<String> page =
          Optional.of(
              "/fhir/Observation?category=laboratory&patient=" + wearer.id + "&_count=" + size);
      while (page.isPresent()) {
        JsonNode bundle = node.get(page.get()).expect(200).json();
        assertTrue(FhirReads.resources(bundle).size() <= size);
        assertFalse(FhirReads.resources(bundle).isEmpty(), "next, but nothing there");
        FhirReads.resources(bundle).forEach(r -> ids.add(r.get("id").textValue()));
        page = FhirReads.next(bundle);
      }
      assertEquals(7 + 16, ids.size(), "pages of " + size);
      assertEquals(ids.size(), new HashSet<>(ids).size());
      assertTrue(
          ids.get(6).startsWith("s") && ids.get(7).startsWith("lab-"), "one after the other");
    }
    String both = "Observation?_id=" + String.join(",", ids(wearer.id));
    assertEquals(23, reads.search(both).size());
    assertEquals(7, reads.search(both + "&code=glucose").size());
    assertEquals(1, reads.search(both + "&code=2276-4").size());
  }

  @Test
  void whoIsDeletedIsNotSeen() {
    OrderRow order = bench.waitingOrder();
    LabAnswers.storeAllResults(bench, order);
    List<String> paths = new ArrayList<>();
    for (String type : List.of("ServiceRequest", "DiagnosticReport", "Specimen", "Observation")) {
      paths.add(
          "/fhir/"
              + type
              + "/"
              + reads.searchByUser(type, order, "").getFirst().get("id").textValue());
    }
    node.call("DELETE", "/v2/user/" + order.user(), null).expect(200);
    for (String path : paths) {
      FhirReads.outcome(node.get(path), 404, "not-found");
      String[] parts = path.split("/");
      assertEquals(List.of(), reads.search(parts[2] + "?_id=" + parts[3]));
    }
    FhirReads.outcome(node.get("/fhir/ServiceRequest?patient=" + order.user()), 404, "not-found");
    String all = node.get("/fhir/ServiceRequest?_count=1000").expect(200).text();
    assertFalse(all.contains(order.id().toString()));
    assertNotEquals(List.of(), reads.search("ServiceRequest?_count=1000"));
  }

  @Test
  void failuresAreOutcomes() {
    for (String type : List.of("ServiceRequest", "DiagnosticReport", "Specimen")) {
      FhirReads.outcome(node.send("GET", "/fhir/" + type, null, Map.of()), 401, "login");
      FhirReads.outcome(
          node.get("/fhir/" + type + "?patient=" + UUID.randomUUID()), 404, "not-found");
      for (String none : List.of("x", UUID.randomUUID().toString(), whole.id() + "-99999999999")) {
        FhirReads.outcome(node.get("/fhir/" + type + "/" + none), 404, "not-found");
      }
      for (String wrong :
          List.of(
              "patient=x",
              "_count=0",
              "_format=xml",
              "cursor=x",
              "status:not=active",
              "status=,",
              "subject.name=x")) {
        FhirReads.outcome(node.get("/fhir/" + type + "?" + wrong), 400, "invalid");
      }
    }
    for (String wrong :
        List.of(
            "ServiceRequest?authored=ne2026",
            "DiagnosticReport?date=2026-13",
            "DiagnosticReport?_include=DiagnosticReport:subject",
            "DiagnosticReport?based-on=Patient/x",
            "Specimen?collected=x",
            "Observation?_id=x&date=2026",
            "Observation?_id="
                + IntStream.range(0, 51).mapToObj(i -> "x" + i).collect(Collectors.joining(",")),
            "Specimen?_id=a,b&_count=1",
            "ServiceRequest?code=%7C")) {
      FhirReads.outcome(node.get("/fhir/" + wrong), 400, "invalid");
    }
    assertEquals(2, node.get("/fhir/Specimen?collected=x&_count=y").json().get("issue").size());
    String cursor = FhirReads.next(node.get("/fhir/ServiceRequest?_count=1").json()).orElseThrow();
    FhirReads.outcome(node.get(cursor + "&status=active"), 400, "invalid");
    FhirReads.outcome(
        node.send(
            "GET",
            "/fhir/Specimen?date=2026",
            null,
            Map.of("x-service-api-key", node.first().apiKey(), "prefer", "handling=strict")),
        400,
        "invalid");
  }

  private static List<String> ids(UUID user) {
    return reads.search("Observation?patient=" + user).stream()
        .map(r -> r.get("id").textValue())
        .toList();
  }
}
