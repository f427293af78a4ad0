package io.tributary.lab.catalogue;

import static io.tributary.lab.catalogue.CatalogueTestNode.id;
import static io.tributary.lab.catalogue.CatalogueTestNode.lab;
import static io.tributary.lab.catalogue.CatalogueTestNode.marker;
import static io.tributary.lab.catalogue.CatalogueTestNode.texts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MarkerRoutesTest {
  private static final String MARKERS = "/v3/lab_tests/markers";
  private static TestNode node;

  @BeforeAll
  static void start() {
    node = CatalogueTestNode.start();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static JsonNode ok(String path) {
    return node.get(path).expect(200).json();
  }

  @Test
  void labsAreListedWithWhatTheyOffer() {
    JsonNode labs = ok("/v3/lab_tests/labs");
    assertTrue(labs.size() >= 6, labs.toString());
    Set<String> fields = new TreeSet<>();
    labs.get(0).fieldNames().forEachRemaining(fields::add);
    assertEquals(
        Set.of(
            "id",
            "slug",
            "name",
            "first_line_address",
            "city",
            "zipcode",
            "collection_methods",
            "sample_types",
            "logo_url"),
        fields);
    assertTrue(texts(labs, "slug").contains("tamberline"));
  }

  @Test
  void aPageOfMarkersHasItsNumbers() {
    JsonNode page = ok(MARKERS);
    assertEquals(1, page.get("page").asInt());
    assertEquals(50, page.get("size").asInt());
    assertEquals(50, page.get("markers").size());
    assertTrue(page.get("total").asInt() > 400);
    assertEquals(
        (page.get("total").asInt() + 49) / 50,
        page.get("pages").asInt(),
        page.get("pages").asText());
    assertTrue(page.get("pricing").isNull());
  }

  @Test
  void pagesAreInTheOrderOfIdsAndTogetherAreAll() {
    List<Integer> ids = new ArrayList<>();
    int total = ok(MARKERS).get("total").asInt();
    for (int page = 1; page <= (total + 99) / 100; page++) {
      ok(MARKERS + "?size=100&page=" + page)
          .get("markers")
          .forEach(m -> ids.add(m.get("id").asInt()));
    }
    assertEquals(ids.stream().sorted().toList(), ids);
    assertEquals(total, new HashSet<>(ids).size());
    assertEquals(total, ids.size());
  }

  @Test
  void aPagePastTheEndIsEmpty() {
    JsonNode page = ok(MARKERS + "?page=2147483647&size=100");
    assertEquals(0, page.get("markers").size());
    assertTrue(page.get("total").asInt() > 400);
  }

  @ParameterizedTest
  @CsvSource({
    "page=0, page, greater_than_equal",
    "page=-1, page, greater_than_equal",
    "page=x, page, int_parsing",
    "size=0, size, greater_than_equal",
    "size=101, size, less_than_equal",
    "lab_id=x, lab_id, int_parsing",
    "a_la_carte_enabled=maybe, a_la_carte_enabled, enum",
    "include_pricing=maybe, include_pricing, enum",
    "lab_account_id=x, lab_account_id, uuid_parsing"
  })
  void faultsOfTheQueryAreNamed(String query, String name, String type) {
    JsonNode fault = node.get(MARKERS + "?" + query).expect(422).json().at("/detail/0");
    assertEquals("[\"query\",\"" + name + "\"]", fault.get("loc").toString());
    assertEquals(type, fault.get("type").asText());
  }

  @Test
  void everyFaultOfAQueryIsListed() {
    assertEquals(
        3, node.get(MARKERS + "?page=0&size=101&lab_id=x").expect(422).json().get("detail").size());
  }

  @Test
  void theSlugOfALabWinsOverIds() {
    int other = lab(node, "ostrelle");
    JsonNode found = ok(MARKERS + "?lab_slug=quillmere&lab_id=" + other).get("markers");
    assertFalse(found.isEmpty());
    found.forEach(m -> assertEquals(lab(node, "quillmere"), m.get("lab_id").asInt()));
    assertEquals(0, ok(MARKERS + "?lab_slug=nobody&lab_id=" + other).get("total").asInt());
  }

  @Test
  void labsAreChosenByOneIdOrSeveral() {
    int one = lab(node, "rillowen");
    int two = lab(node, "allerwyn");
    int a = ok(MARKERS + "?lab_id=" + one).get("total").asInt();
    int b = ok(MARKERS + "?lab_id=" + two).get("total").asInt();
    assertEquals(a + b, ok(MARKERS + "?lab_id=" + one + "&lab_id=" + two).get("total").asInt());
    assertEquals(0, ok(MARKERS + "?lab_id=2147483647").get("total").asInt());
  }

  @ParameterizedTest
  @ValueSource(strings = {"hemoglobin%20a1c", "HEMOGLOBIN%20A1C", "globin%20A1c"})
  void namesAreFoundByAnyPartInAnyCase(String name) {
    List<String> names =
        texts(ok(MARKERS + "?lab_slug=tamberline&name=" + name).get("markers"), "name");
    assertTrue(names.contains("Hemoglobin A1c"), names.toString());
    names.forEach(n -> assertTrue(n.toLowerCase().contains("globin a1c"), n));
  }

  @Test
  void panelsAreFoundByName() {
    assertEquals(
        "panel", marker(node, "tamberline", "Comprehensive Metabolic Panel").get("type").asText());
  }

  @Test
  void aSearchOfOneOrTwoLettersFindsWhatHoldsThem() {
    int all = ok(MARKERS + "?lab_slug=allerwyn").get("total").asInt();
    int some = ok(MARKERS + "?lab_slug=allerwyn&name=ig").get("total").asInt();
    assertTrue(some > 0 && some <= all, some + " of " + all);
    for (JsonNode m : ok(MARKERS + "?lab_slug=allerwyn&size=100&name=ig").get("markers")) {
      assertTrue(
          (m.get("name").asText() + m.get("provider_id").asText()).toLowerCase().contains("ig"));
    }
  }

  @Test
  void codesAreFoundWithTheirLeadingZeros() {
    String code = marker(node, "tamberline", "Ferritin").get("provider_id").asText();
    assertTrue(code.startsWith("00"), code);
    assertEquals(
        List.of(code),
        texts(ok(MARKERS + "?lab_slug=tamberline&name=" + code).get("markers"), "provider_id"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"%25%25%25", "___", "%5C%5C%5C", "%00abc", "zzzz"})
  void signsOfPatternsAreOnlySigns(String name) {
    assertEquals(0, ok(MARKERS + "?name=" + name).get("total").asInt());
  }

  @Test
  void whatCanBeOrderedByItselfIsAFilter() {
    int all = ok(MARKERS + "?lab_slug=tamberline").get("total").asInt();
    int yes = ok(MARKERS + "?lab_slug=tamberline&a_la_carte_enabled=true").get("total").asInt();
    JsonNode no = ok(MARKERS + "?lab_slug=tamberline&a_la_carte_enabled=false");
    assertEquals(all, yes + no.get("total").asInt());
    assertFalse(no.get("markers").isEmpty());
    no.get("markers").forEach(m -> assertFalse(m.get("a_la_carte_enabled").asBoolean()));
  }

  @Test
  void reflexesAndWhatIsNotOrderableAreNotListed() {
    assertEquals(0, ok(MARKERS + "?name=%28Reflex%29").get("total").asInt());
    String name = "Calcitonin";
    int id = id(node, "ostrelle", name);
    node.db().query("update marker set orderable = false where id = $1", id);
    assertFalse(
        texts(ok(MARKERS + "?lab_slug=ostrelle&name=" + name).get("markers"), "name")
            .contains(name));
    node.db().query("update marker set orderable = true, active = false where id = $1", id);
    assertFalse(
        texts(ok(MARKERS + "?lab_slug=ostrelle&name=" + name).get("markers"), "name")
            .contains(name));
    node.db().query("update marker set active = true where id = $1", id);
  }

  @Test
  void pricesAreShownOnDemand() {
    JsonNode page = ok(MARKERS + "?lab_slug=tamberline&name=glucose&size=100&include_pricing=true");
    JsonNode pricing = page.get("pricing");
    assertEquals("USD", pricing.get("currency").asText());
    assertEquals(page.get("markers").size(), pricing.get("data").size());
    JsonNode glucose = marker(node, "tamberline", "Glucose");
    JsonNode price = pricing.at("/data/" + glucose.get("id").asText());
    assertEquals(
        glucose.get("price").asText().replace(".", ""), price.get("base_amount_minor").asText());
    assertEquals(150, price.at("/modifiers/0/delta_amount_minor").asInt());
    assertEquals("NY", price.at("/modifiers/0/conditions/us_state/any_of/0").asText());
    assertTrue(price.at("/modifiers/0/conditions/reflex").isNull());
  }

  @Test
  void aMarkerWithoutPriceSaysWhy() {
    JsonNode page =
        ok(MARKERS + "?lab_slug=tamberline&include_pricing=true&name=LDL%20particle%20number");
    assertEquals("N/A", page.at("/markers/0/price").asText());
    assertEquals(
        "refer_to_contract",
        page.at("/pricing/data/" + page.at("/markers/0/id").asText() + "/unspecified").asText());
  }

  @Test
  void expectedResultsHaveTheirCodes() {
    JsonNode panel = marker(node, "tamberline", "Basic Metabolic Panel");
    Set<String> required = new TreeSet<>();
    for (JsonNode r : panel.get("expected_results")) {
      assertEquals(panel.get("lab_id"), r.get("lab_id"));
      if (r.get("required").asBoolean()) {
        required.add(r.at("/loinc/code").asText());
      }
    }
    assertEquals(
        new TreeSet<>(
            Set.of(
                "2345-7", "3094-0", "2160-0", "2951-2", "2823-3", "2075-0", "2028-9", "17861-6")),
        required);
    JsonNode loinc = panel.at("/expected_results/0/loinc");
    assertEquals("Glucose [Mass/volume] in Serum or Plasma", loinc.get("name").asText());
    assertEquals("mg/dL", loinc.get("unit").asText());
    assertTrue(loinc.get("id").isInt() && !loinc.get("slug").asText().isEmpty());
  }

  @Test
  void aResultWithoutLoincHasNone() {
    JsonNode panel = marker(node, "allerwyn", "Venom Allergy Panel");
    assertTrue(panel.at("/expected_results/0/loinc").isNull());
    assertEquals("Honey Bee Venom IgE", panel.at("/expected_results/0/name").asText());
  }

  @Test
  void questionsHaveTheirAnswers() {
    JsonNode q = marker(node, "tamberline", "Heavy Metals, Blood").at("/aoe/questions/0");
    assertEquals("LPUR", q.get("code").asText());
    assertEquals("choice", q.get("type").asText());
    assertTrue(q.get("required").asBoolean());
    assertEquals(1, q.get("sequence").asInt());
    assertEquals(List.of("I", "R", "F"), texts(q.get("answers"), "code"));
    assertTrue(q.get("id").isIntegralNumber() && q.at("/answers/0/id").isIntegralNumber());
    assertTrue(q.get("constraint").isNull() && q.get("default").isNull());
    assertTrue(marker(node, "tamberline", "Ferritin").get("aoe").isNull());
  }

  @Test
  void oneMarkerIsShownByLabAndCodeWithoutResults() {
    JsonNode listed = marker(node, "tamberline", "Ferritin");
    JsonNode one =
        ok(
            "/v3/lab_tests/"
                + listed.get("lab_id").asInt()
                + "/markers/"
                + listed.get("provider_id").asText());
    assertEquals(listed.get("id"), one.get("id"));
    assertFalse(one.has("expected_results"));
    assertEquals(listed.get("common_tat_days"), one.get("common_tat_days"));
  }

  @Test
  void aMarkerThatIsNotThereIsNotFound() {
    int lab = lab(node, "tamberline");
    node.get("/v3/lab_tests/" + lab + "/markers/none").expect(404);
    node.get("/v3/lab_tests/2147483647/markers/001204").expect(404);
    String code = marker(node, "ostrelle", "Ferritin").get("provider_id").asText();
    node.get("/v3/lab_tests/" + lab + "/markers/" + code).expect(404);
    JsonNode fault = node.get("/v3/lab_tests/x/markers/001204").expect(422).json();
    assertEquals("lab_id", fault.at("/detail/0/loc/1").asText());
  }

  @Test
  void anAccountOfNobodyIsNotFound() {
    String none = "?lab_account_id=" + Ids.uuid();
    node.get(MARKERS + none).expect(404);
    node.get("/v3/lab_tests/" + lab(node, "tamberline") + "/markers/001204" + none).expect(404);
    node.get(
            "/v3/lab_tests/"
                + CatalogueTestNode.shared(node, "sandbox-wellness-walk-in")
                + "/markers"
                + none)
        .expect(404);
  }

  @Test
  void theMarkersOfATestIncludeTheirReflexes() {
    String test =
        node.post(
                "/v3/lab_tests",
                """
                {"name":"Reflex","description":"","method":"walk_in_test","marker_ids":[%d,%d]}
                """
                    .formatted(
                        id(node, "tamberline", "TSH with Reflex to Free T4"),
                        id(node, "tamberline", "Ferritin")))
            .expect(200)
            .json()
            .get("id")
            .asText();
    JsonNode page = ok("/v3/lab_tests/" + test + "/markers");
    assertEquals(3, page.get("total").asInt());
    assertEquals(
        Set.of("TSH with Reflex to Free T4", "Ferritin", "Free T4 (Reflex)"),
        Set.copyOf(texts(page.get("markers"), "name")));
    JsonNode second = ok("/v3/lab_tests/" + test + "/markers?size=2&page=2");
    assertEquals(1, second.get("markers").size());
    assertEquals(2, second.get("pages").asInt());
    node.get("/v3/lab_tests/" + test + "/markers?size=101").expect(422);
    node.get("/v3/lab_tests/" + Ids.uuid() + "/markers").expect(404);
    node.get("/v3/lab_tests/x/markers").expect(422);
  }

  @Test
  void nothingIsShownWithoutAKey() {
    for (String path : List.of("/v3/lab_tests/labs", MARKERS, "/v3/lab_test", "/v3/lab_tests")) {
      TestResponse a = node.send("GET", path, null, Map.of());
      assertEquals(401, a.status(), path);
    }
  }
}
