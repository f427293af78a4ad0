package io.tributary.lab.fhir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.ingest.Person;
import io.tributary.lab.catalogue.SeededLabs;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.result.Bench;
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

/** A FHIR client searches among orders and results, page by page. */
class LabFacadeSearchTest {
  private static TestNode node;
  private static Bench bench;
  private static Reads reads;
  private static OrderRow whole;
  private static OrderRow partial;
  private static OrderRow open;

  @BeforeAll
  static void start() {
    node = SeededLabs.start();
    bench = new Bench(node);
    reads = new Reads(node);
    whole = bench.waiting();
    Answers.everything(bench, whole);
    partial = bench.waiting();
    bench.said(partial, 3, Bench.ferritin(PanelStatus.FINAL, "400"));
    open = bench.waiting();
    for (int i = 0; i < 3; i++) {
      bench.waiting();
    }
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  @Test
  void aSearchNarrows() {
    assertEquals(1, reads.of("ServiceRequest", whole, "&code=" + Bench.FERRITIN).size());
    assertEquals(
        0, reads.of("ServiceRequest", whole, "&code=http://loinc.org%7C" + Bench.FERRITIN).size());
    assertEquals(2, reads.of("ServiceRequest", whole, "&status=active,completed").size());
    assertEquals(0, reads.of("ServiceRequest", whole, "&status=active").size());
    assertEquals(0, reads.of("ServiceRequest", whole, "&authored=lt2026-01-01").size());
    assertEquals(2, reads.of("ServiceRequest", whole, "&authored=ge2026-01-01").size());
    assertEquals(1, reads.of("DiagnosticReport", whole, "&date=2026-03-02&category=LAB").size());
    assertEquals(0, reads.of("DiagnosticReport", whole, "&date=gt2026-03-02").size());
    assertEquals(1, reads.of("DiagnosticReport", whole, "&code=http://loinc.org%7C11502-2").size());
    String request = reads.of("ServiceRequest", whole, "").getFirst().get("id").textValue();
    assertEquals(1, reads.found("DiagnosticReport?based-on=ServiceRequest/" + request).size());
    assertEquals(0, reads.of("DiagnosticReport", partial, "&based-on=" + request).size());
    assertEquals(1, reads.of("Specimen", whole, "&collected=2026-03-02&status=available").size());
    assertEquals(0, reads.of("Specimen", whole, "&collected=2026-03-03").size());
    assertEquals(1, reads.of("Observation", whole, "&code=http://loinc.org%7C2276-4").size());
    assertEquals(0, reads.of("Observation", whole, "&category=vital-signs").size());
    assertEquals(16, reads.of("Observation", whole, "&category=laboratory&date=2026-03-02").size());
    assertEquals(0, reads.of("Observation", whole, "&date=2026-03-03").size());
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
      assertTrue(Reads.resources(bundle).size() <= 3);
      assertFalse(Reads.resources(bundle).isEmpty(), "next, but nothing there");
      for (JsonNode r : Reads.resources(bundle)) {
        ids.add(r.get("id").textValue());
        count++;
      }
      page = Reads.next(bundle);
    }
    assertEquals(ids.size(), count);
    assertTrue(count >= 10, "orders of two markers: " + count);
  }

  @Test
  void wearablesAndResultsAreOneSearch() {
    Person wearer = Person.of(node);
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
        Answers.waiting(
            bench,
            bench.orders.open(
                node.tenant(), wearer.id, Modality.WALK_IN, Optional.empty(), Optional.empty()));
    Answers.everything(bench, order);
    for (int size : List.of(1, 3, 7, 8, 16, 23, 100)) {
      List<String> ids = new ArrayList<>();
      Optional<String> page =
          Optional.of(
              "/fhir/Observation?category=laboratory&patient=" + wearer.id + "&_count=" + size);
      while (page.isPresent()) {
        JsonNode bundle = node.get(page.get()).expect(200).json();
        assertTrue(Reads.resources(bundle).size() <= size);
        assertFalse(Reads.resources(bundle).isEmpty(), "next, but nothing there");
        Reads.resources(bundle).forEach(r -> ids.add(r.get("id").textValue()));
        page = Reads.next(bundle);
      }
      assertEquals(7 + 16, ids.size(), "pages of " + size);
      assertEquals(ids.size(), new HashSet<>(ids).size());
      assertTrue(
          ids.get(6).startsWith("s") && ids.get(7).startsWith("lab-"), "one after the other");
    }
    String both = "Observation?_id=" + String.join(",", ids(wearer.id));
    assertEquals(23, reads.found(both).size());
    assertEquals(7, reads.found(both + "&code=glucose").size());
    assertEquals(1, reads.found(both + "&code=2276-4").size());
  }

  @Test
  void whoIsDeletedIsNotSeen() {
    OrderRow order = bench.waiting();
    Answers.everything(bench, order);
    List<String> paths = new ArrayList<>();
    for (String type : List.of("ServiceRequest", "DiagnosticReport", "Specimen", "Observation")) {
      paths.add("/fhir/" + type + "/" + reads.of(type, order, "").getFirst().get("id").textValue());
    }
    node.call("DELETE", "/v2/user/" + order.user(), null).expect(200);
    for (String path : paths) {
      Reads.outcome(node.get(path), 404, "not-found");
      String[] parts = path.split("/");
      assertEquals(List.of(), reads.found(parts[2] + "?_id=" + parts[3]));
    }
    Reads.outcome(node.get("/fhir/ServiceRequest?patient=" + order.user()), 404, "not-found");
    String all = node.get("/fhir/ServiceRequest?_count=1000").expect(200).text();
    assertFalse(all.contains(order.id().toString()));
    assertNotEquals(List.of(), reads.found("ServiceRequest?_count=1000"));
  }

  @Test
  void failuresAreOutcomes() {
    for (String type : List.of("ServiceRequest", "DiagnosticReport", "Specimen")) {
      Reads.outcome(node.send("GET", "/fhir/" + type, null, Map.of()), 401, "login");
      Reads.outcome(node.get("/fhir/" + type + "?patient=" + UUID.randomUUID()), 404, "not-found");
      for (String none : List.of("x", UUID.randomUUID().toString(), whole.id() + "-99999999999")) {
        Reads.outcome(node.get("/fhir/" + type + "/" + none), 404, "not-found");
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
        Reads.outcome(node.get("/fhir/" + type + "?" + wrong), 400, "invalid");
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
      Reads.outcome(node.get("/fhir/" + wrong), 400, "invalid");
    }
    assertEquals(2, node.get("/fhir/Specimen?collected=x&_count=y").json().get("issue").size());
    String cursor = Reads.next(node.get("/fhir/ServiceRequest?_count=1").json()).orElseThrow();
    Reads.outcome(node.get(cursor + "&status=active"), 400, "invalid");
    Reads.outcome(
        node.send(
            "GET",
            "/fhir/Specimen?date=2026",
            null,
            Map.of("x-service-api-key", node.first().apiKey(), "prefer", "handling=strict")),
        400,
        "invalid");
  }

  private static List<String> ids(UUID user) {
    return reads.found("Observation?patient=" + user).stream()
        .map(r -> r.get("id").textValue())
        .toList();
  }
}
