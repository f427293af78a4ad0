package io.tributary.fhir;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Environment;
import io.tributary.core.Json;
import io.tributary.core.Tenant;
import io.tributary.ingest.TestUser;
import io.tributary.model.NormalizedBatch;
import io.tributary.model.Resource;
import io.tributary.model.Sample;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.net.URI;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** FHIR reads of stored data, with paging. */
class FhirTest {
  private static TestNode node;
  private static TestUser person;
  private static String mine;

  @BeforeAll
  static void start() {
    node = TestNode.start("TRIBUTARY_FHIR_MAX_PAGE_SIZE", "500");
    person = TestUser.of(node);
    person.store(AllResources.batch(person.registerDevice("Sense 2")));
    mine = "/fhir/Observation?patient=" + person.id;
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static List<JsonNode> resources(JsonNode bundle) {
    List<JsonNode> out = new ArrayList<>();
    bundle.path("entry").forEach(e -> out.add(e.get("resource")));
    return out;
  }

  private static List<JsonNode> all(String query) {
    JsonNode bundle = node.get(mine + query + "&_count=500").expect(200).json();
    assertTrue(link(bundle, "next").isEmpty(), "one page is not enough");
    return resources(bundle);
  }

  private static Optional<String> link(JsonNode bundle, String relation) {
    for (JsonNode l : bundle.get("link")) {
      if (l.get("relation").textValue().equals(relation)) {
        URI url = URI.create(l.get("url").textValue());
        return Optional.of(url.getRawPath() + "?" + url.getRawQuery());
      }
    }
    return Optional.empty();
  }

  private static Set<String> codes(JsonNode concept) {
    Set<String> out = new TreeSet<>();
    concept.get("coding").forEach(c -> out.add(c.get("code").textValue()));
    return out;
  }

  private static Set<String> ids(List<JsonNode> resources) {
    Set<String> out = new HashSet<>();
    resources.forEach(r -> out.add(r.get("id").textValue()));
    return out;
  }

  private static JsonNode one(String code) {
    List<JsonNode> found = all("&code=" + code + "&date=le2026-03-01T12:00:30Z");
    assertEquals(1, found.size(), code);
    return found.getFirst();
  }

  @Test
  void everythingThatIsServedIsValid() {
    TestResponse codes = node.send("GET", "/fhir/CodeSystem/resource", null, Map.of()).expect(200);
    assertEquals("application/fhir+json", codes.header("content-type"));
    FhirResourceValidator judge = new FhirResourceValidator(codes.text());
    // Confirms that the validator detects errors.
    JsonNode pulse = one("8867-4");
    String wrong = pulse.toString().replace("\"code\":\"/min\"", "\"code\":\"bpm\"");
    assertFalse(judge.errors(wrong).isEmpty());
    assertFalse(judge.errors(pulse.toString().replace("\"heartrate\"", "\"pulse\"")).isEmpty());

    List<String> errors = new ArrayList<>();
    int count = 0;
    Optional<String> page = Optional.of(mine + "&_count=100");
    while (page.isPresent()) {
      TestResponse answer = node.get(page.get()).expect(200);
      assertEquals("application/fhir+json", answer.header("content-type"));
      errors.addAll(judge.errors(answer.text()));
      count += resources(answer.json()).size();
      page = link(answer.json(), "next");
    }
    for (String other :
        List.of(
            node.get("/fhir/metadata").expect(200).text(),
            node.get("/fhir/Patient/" + person.id).expect(200).text(),
            node.get(mine + "&date=1999").expect(200).text(),
            node.get(mine + "&date=x&code=%7C").expect(400).text(),
            pulse.toString(),
            codes.text())) {
      errors.addAll(judge.errors(other));
    }
    assertEquals(List.of(), errors);
    assertEquals(all("").size(), count);
    System.out.println("FHIR: " + count + " observations and 6 other resources are valid");
  }

  @Test
  void everyResourceAndEveryCodeOfOursIsSent() {
    Set<String> sent = new TreeSet<>();
    for (JsonNode o : all("")) {
      sent.addAll(codes(o.get("code")));
      o.path("component").forEach(c -> sent.addAll(codes(c.get("code"))));
    }
    Set<String> missing = new TreeSet<>();
    for (Resource r : Resource.values()) {
      missing.add(r.wire());
    }
    for (TributaryCode own : TributaryCode.values()) {
      missing.add(own.coding().code());
    }
    missing.removeAll(sent);
    // Daily summaries and weigh-ins appear as observations, a profile as the patient, and a workout
    // stream has no FHIR counterpart.
    assertEquals(Set.of("activity", "body", "profile", "workout_stream"), missing);
    for (JsonNode known :
        Json.tree(List.of("8867-4", "85354-9", "59408-5", "14646-4", "29463-7"))) {
      assertTrue(sent.contains(known.textValue()), known.textValue());
    }
  }

  @Test
  void pagesOfAnySizeShowEachObservationOnceAndInOneOrder() {
    List<String> whole = all("").stream().map(r -> r.get("id").textValue()).toList();
    assertEquals(whole.size(), new HashSet<>(whole).size());
    for (int size : new int[] {1, 7, whole.size()}) {
      List<String> read = new ArrayList<>();
      Optional<String> page = Optional.of(mine + "&_count=" + size);
      while (page.isPresent()) {
        JsonNode bundle = node.get(page.get()).expect(200).json();
        assertEquals(page.get(), link(bundle, "self").orElseThrow());
        List<JsonNode> found = resources(bundle);
        page = link(bundle, "next");
        assertTrue(found.size() == size || page.isEmpty() && found.size() < size);
        found.forEach(r -> read.add(r.get("id").textValue()));
      }
      assertEquals(whole, read, "pages of " + size);
    }
  }

  @Test
  void manySamplesArePagedWithoutLoss() {
    TestUser busy = TestUser.of(node);
    NormalizedBatch.Builder b = NormalizedBatch.builder();
    for (int i = 0; i < 3000; i++) {
      b.add(
          Sample.point(
              Resource.HEARTRATE,
              i % 3 == 0 ? AllResources.UNKNOWN : AllResources.WATCH,
              AllResources.NOON.plusSeconds(i * 10L),
              null,
              60 + i % 50));
    }
    busy.store(b.build());
    List<String> times = new ArrayList<>();
    Optional<String> page =
        Optional.of("/fhir/Observation?subject=Patient/" + busy.id + "&_count=99999");
    int pages = 0;
    while (page.isPresent()) {
      JsonNode bundle = node.get(page.get()).expect(200).json();
      assertTrue(resources(bundle).size() <= 500);
      resources(bundle).forEach(r -> times.add(r.get("effectiveDateTime").textValue()));
      page = link(bundle, "next");
      pages++;
    }
    assertEquals(6, pages);
    assertEquals(3000, times.size());
    assertEquals(times.stream().sorted().distinct().toList(), times);
  }

  @Test
  void everyObservationReadsAloneAsInItsPage() {
    for (JsonNode o : all("")) {
      assertEquals(o, node.get("/fhir/Observation/" + o.get("id").textValue()).expect(200).json());
    }
  }

  @Test
  void readingsCarryTheirCodesUnitsAndTimes() {
    JsonNode pressure = one("85354-9");
    assertEquals(Set.of("85354-9", "blood_pressure"), codes(pressure.get("code")));
    assertEquals(80, pressure.at("/component/1/valueQuantity/value").intValue());
    assertEquals("mm[Hg]", pressure.at("/component/1/valueQuantity/code").textValue());
    assertNull(pressure.get("valueQuantity"));
    JsonNode oxygen = one("blood_oxygen");
    assertEquals(Set.of("2708-6", "59408-5", "blood_oxygen"), codes(oxygen.get("code")));
    assertEquals("2026-03-01T13:00:00+01:00", oxygen.get("effectiveDateTime").textValue());
    assertEquals("1.25", oxygen.at("/valueQuantity/value").asText());
    assertEquals("Fitbit Sense 2", oxygen.at("/device/display").textValue());
    assertEquals("watch", oxygen.at("/method/text").textValue());
    JsonNode steps = one("steps");
    assertEquals("2026-03-01T13:01:00+01:00", steps.at("/effectivePeriod/end").textValue());
    assertEquals("activity", steps.at("/category/0/coding/0/code").textValue());
    assertEquals("2026-03-01", one("daily_steps").get("effectiveDateTime").textValue());
    assertEquals("finger", one("body_temperature").at("/bodySite/text").textValue());
    JsonNode note = one("note");
    assertEquals("ate late,\ufffd slept badly", note.get("valueString").textValue());
    assertEquals(2, note.get("component").size());
    assertEquals(
        4, all("&code=14647-2,14646-4,22748-8,14927-8&date=eq2026-03-01T12:00:00Z").size());
    assertEquals(Set.of("15074-8", "glucose"), codes(one("15074-8").get("code")));
    assertEquals(Set.of("14745-4", "glucose"), codes(all("&code=14745-4").getFirst().get("code")));
    assertEquals(27_000, one("sleep").at("/valueQuantity/value").intValue());
  }

  @Test
  void aSearchNarrows() {
    Set<String> labs = ids(all("&category=laboratory"));
    assertEquals(
        labs,
        ids(
            all(
                "&category=http://terminology.hl7.org/CodeSystem/observation-category%7Claboratory")));
    assertEquals(labs, ids(all("&code=glucose,cholesterol,ige,igg")));
    assertEquals(0, all("&category=laboratory&code=8867-4").size());
    assertEquals(0, all("&code=http://snomed.info/sct%7C8867-4").size());
    assertTrue(all("&code=http://loinc.org%7C").size() > 15);
    assertEquals(2, all("&code=29463-7&date=2026-03-01&date=lt2026-03-01T12:00:30Z").size());
    assertEquals(3, all("&code=29463-7&date=2026-03").size());
    assertEquals(1, all("&code=29463-7&date=gt2026-03-31&date=le2026-12-31").size());
    assertEquals(4, all("&code=29463-7&date=ge2026&date=lt2027").size());
    // Daily summaries use the calendar days of the person.
    assertEquals(1, all("&code=daily_steps&date=2026-03-01").size());
    assertEquals(0, all("&code=daily_steps&date=sa2026-03-01&date=eb2026-03-20").size());
    assertEquals(0, all("&date=ge2026-03-02&date=le2026-03-01").size());
    assertEquals(
        ids(all("&code=heartrate")), ids(all("&code=heartrate&unheard_of=1&_format=json")));
  }

  @Test
  void aPatientIsTheCustomersReferenceAndTheProfile() {
    JsonNode patient = node.get("/fhir/Patient/" + person.id).expect(200).json();
    assertEquals(person.id.toString(), patient.get("id").textValue());
    assertEquals("client-" + person.id, patient.at("/identifier/0/value").textValue());
    assertEquals("female", patient.get("gender").textValue());
    assertEquals("1990-05-17", patient.get("birthDate").textValue());
    JsonNode blank = node.get("/fhir/Patient/" + TestUser.of(node).id).expect(200).json();
    assertFalse(blank.has("gender") || blank.has("birthDate") || blank.has("meta"));
  }

  @Test
  void failuresAreOutcomes() {
    String id = ids(all("&code=heartrate")).iterator().next();
    outcome(node.send("GET", mine, null, Map.of()), 401, "login");
    outcome(node.get("/fhir/Patient/" + UUID.randomUUID()), 404, "not-found");
    outcome(node.get("/fhir/Patient/x"), 404, "not-found");
    outcome(node.get("/fhir/Observation?patient=" + UUID.randomUUID()), 404, "not-found");
    for (String none :
        List.of("s1-", "s999999999-1", "s99999999999-1", id + "0", UUID.randomUUID() + "-sleep")) {
      outcome(node.get("/fhir/Observation/" + none), 404, "not-found");
    }
    outcome(node.get("/fhir/Encounter"), 404, "not-found");
    outcome(node.get("/fhir"), 404, "not-found");
    outcome(node.call("DELETE", "/fhir/Observation", null), 405, "not-supported");
    outcome(node.get("/fhir/Observation"), 400, "invalid");
    for (String wrong :
        List.of(
            "&date=ne2026",
            "&date=2026-13",
            "&date=2026-02-30",
            "&_count=0",
            "&_count=x",
            "&code:not=8867-4",
            "&category=,",
            "&_format=xml",
            "&cursor=x",
            "&subject=Patient/" + UUID.randomUUID())) {
      outcome(node.get(mine + wrong), 400, "invalid");
    }
    String next =
        link(node.get(mine + "&_count=1").expect(200).json(), "next").orElseThrow() + "&code=x";
    outcome(node.get(next), 400, "invalid");
    TestResponse many = node.get(mine + "&date=x&_count=y");
    assertEquals(2, many.json().get("issue").size());
    outcome(
        node.send(
            "GET",
            mine + "&unheard_of=1",
            null,
            Map.of("x-service-api-key", node.first().apiKey(), "prefer", "handling=strict")),
        400,
        "invalid");
  }

  @Test
  void repliesAreAsDocumented() {
    OpenApiDocument api = OpenApiDocument.of(node);
    String search = "searchObservations";
    api.assertValid(node.get(mine + "&_count=20"), 200, search);
    api.assertValid(node.get(mine + "&date=1999"), 200, search);
    api.assertValid(node.get(mine + "&date=x"), 400, search);
    api.assertValid(node.send("GET", mine, null, Map.of()), 401, search);
    api.assertValid(node.get("/fhir/Observation?patient=" + UUID.randomUUID()), 404, search);
    String id = ids(all("&code=heartrate")).iterator().next();
    api.assertValid(node.get("/fhir/Observation/" + id), 200, "readObservation");
    api.assertValid(node.get("/fhir/Observation/x"), 404, "readObservation");
    api.assertValid(node.get("/fhir/Patient/" + person.id), 200, "readPatient");
    api.assertValid(node.get("/fhir/Patient/x"), 404, "readPatient");
    api.assertValid(node.send("GET", "/fhir/metadata", null, Map.of()), 200, "readCapabilities");
    api.assertValid(node.get("/fhir/CodeSystem/resource"), 200, "readCodes");
  }

  private static void outcome(TestResponse answer, int status, String code) {
    JsonNode body = answer.expect(status).json();
    assertEquals("application/fhir+json", answer.header("content-type"));
    assertEquals("OperationOutcome", body.get("resourceType").textValue());
    assertEquals(code, body.at("/issue/0/code").textValue());
    assertFalse(body.at("/issue/0/diagnostics").asText().isBlank());
  }

  @Test
  void anotherEnvironmentIsUnknown() {
    TestUser other = TestUser.of(node, new Tenant(node.first().team(), Environment.PRODUCTION));
    other.store(
        NormalizedBatch.builder()
            .add(Sample.point(Resource.HEARTRATE, AllResources.WATCH, AllResources.NOON, null, 60))
            .build());
    int series =
        node.db()
            .query("select id from series where user_id = $1", other.id)
            .iterator()
            .next()
            .getInteger(0);
    long micros = AllResources.NOON.toEpochMilli() * 1000;
    outcome(node.get("/fhir/Observation/s" + series + "-" + micros), 404, "not-found");
    outcome(node.get("/fhir/Patient/" + other.id), 404, "not-found");
    outcome(node.get("/fhir/Observation?patient=" + other.id), 404, "not-found");
  }
}
