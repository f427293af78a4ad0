package io.tributary.lab.catalogue;

import static io.tributary.lab.catalogue.CatalogueTestNode.marker;
import static io.tributary.lab.catalogue.CatalogueTestNode.shared;
import static io.tributary.lab.catalogue.CatalogueTestNode.texts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.testkit.TestNode;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compendium search and conversion. */
class CompendiumTest {
  private static final String SEARCH = "/v3/compendium/search";
  private static final String CONVERT = "/v3/compendium/convert";
  private static final String ORDERABLE = "/v3/compendium/search_orderable_tests";
  private static TestNode node;

  @BeforeAll
  static void start() {
    node = CatalogueTestNode.start();
    for (String path : List.of(SEARCH, CONVERT, ORDERABLE)) {
      assertEquals(
          "compendium_search is off for this team",
          node.post(path, "{}").expect(403).json().get("detail").asText());
    }
    node.callManagement(
            "PATCH",
            "/v1/org/" + node.first().org() + "/team/" + node.first().team(),
            "{\"sandbox\":{\"compendium_search\":true}}")
        .expect(200);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static JsonNode ok(String path, String body) {
    return node.post(path, body).expect(200).json();
  }

  private static String code(String lab, String name) {
    return marker(node, lab, name).get("provider_id").asText();
  }

  @Test
  void wordsFindTheBestKnownNameFirst() {
    JsonNode found = ok(SEARCH, "{\"mode\":\"canonical\",\"query\":\"CMP\"}");
    JsonNode best = found.get("selected_canonical");
    assertEquals("Comprehensive Metabolic Panel", best.get("display_name").asText());
    assertEquals(best, found.at("/canonical_candidates/0"));
    assertEquals(14, best.get("loinc_codes").size());
    assertEquals(best.get("loinc_codes").size(), best.get("loinc_components").size());
    assertTrue(best.get("aliases").size() > 1);
    assertEquals(4, best.get("provider_ids").size());
    assertEquals(0, found.get("per_lab").size());
    assertEquals(0, found.get("related").size());
    assertTrue(found.get("canonical_candidates").size() <= 3);
  }

  @Test
  void theHashIsThatOfTheSortedCodes() {
    JsonNode best =
        ok(SEARCH, "{\"mode\":\"canonical\",\"query\":\"ferritin\"}").get("selected_canonical");
    assertEquals(LoincSet.of(List.of("2276-4")).hash(), best.get("loinc_set_hash").asText());
    assertEquals(1.0, best.get("confidence").asDouble());
  }

  @Test
  void theLimitCutsTheCandidates() {
    for (int limit : new int[] {1, 10}) {
      JsonNode found =
          ok(SEARCH, "{\"mode\":\"canonical\",\"query\":\"panel\",\"limit\":" + limit + "}");
      assertEquals(limit, found.get("canonical_candidates").size());
    }
  }

  @Test
  void whatNobodyHasIsNothing() {
    JsonNode none = ok(SEARCH, "{\"mode\":\"canonical\",\"query\":\"zzzz qqqq\"}");
    assertTrue(none.get("selected_canonical").isNull());
    assertEquals(0, none.get("canonical_candidates").size());
    JsonNode walk = ok(SEARCH, "{\"mode\":\"crosswalk\",\"loinc_set_hash\":\"0000\"}");
    assertTrue(walk.get("selected_canonical").isNull());
    assertEquals(0, walk.get("related").size());
    assertEquals(4, walk.get("per_lab").size());
    walk.get("per_lab").forEach(list -> assertEquals(0, list.size()));
  }

  @Test
  void aCrosswalkShowsWhatEachLabHasForIt() {
    JsonNode walk = ok(SEARCH, "{\"mode\":\"crosswalk\",\"query\":\"basic metabolic panel\"}");
    assertEquals(4, walk.get("per_lab").size());
    walk.get("per_lab")
        .forEach(
            list -> {
              assertEquals("exact", list.at("/0/relation").asText(), list.toString());
              assertEquals("EXACT_LOINC_SET", list.at("/0/reason_codes/0").asText());
              assertEquals(1.0, list.at("/0/confidence").asDouble());
              assertEquals(8, list.at("/0/loinc_codes").size());
              assertTrue(list.size() <= 3);
            });
    assertEquals(
        code("quillmere", "Metabolic Panel, Basic"),
        walk.at("/per_lab/quillmere/0/provider_id").asText());
    // The renal and comprehensive panels contain every component of the basic panel.
    assertFalse(walk.get("related").isEmpty());
    walk.get("related")
        .forEach(
            r ->
                assertFalse(
                    r.at("/canonical/loinc_set_hash")
                        .asText()
                        .equals(walk.at("/selected_canonical/loinc_set_hash").asText())));
  }

  @Test
  void theHashOfACanonicalLeadsToTheSameCrosswalk() {
    JsonNode byName = ok(SEARCH, "{\"mode\":\"crosswalk\",\"query\":\"lipid panel\"}");
    String hash = byName.at("/selected_canonical/loinc_set_hash").asText();
    JsonNode byHash = ok(SEARCH, "{\"mode\":\"crosswalk\",\"loinc_set_hash\":\"" + hash + "\"}");
    assertEquals(byName.get("per_lab"), byHash.get("per_lab"));
  }

  @Test
  void labsAndRelatedAreLeftOutOnDemand() {
    JsonNode walk =
        ok(
            SEARCH,
            """
            {"mode":"crosswalk","query":"ferritin","labs":["ostrelle"],"include_related":false,
             "limit":1}
            """);
    assertEquals(1, walk.get("per_lab").size());
    assertEquals(1, walk.at("/per_lab/ostrelle").size());
    assertEquals(0, walk.get("related").size());
  }

  @Test
  void procedureCodesNarrowTheSearch() {
    node.db()
        .query(
            "update marker set cpt_codes = '{82728}' where name = 'Ferritin' and lab_id = $1",
            CatalogueTestNode.lab(node, "fernholt"));
    String body = "{\"mode\":\"canonical\",\"query\":\"ferritin\",\"cpt_codes\":[\"%s\"]}";
    assertEquals(
        "[\"82728\"]",
        ok(SEARCH, body.formatted("82728")).at("/selected_canonical/cpt_codes").toString());
    assertTrue(ok(SEARCH, body.formatted("00000")).get("selected_canonical").isNull());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|mode",
        "{\"mode\":\"x\"}|mode",
        "{\"mode\":\"canonical\"}|query",
        "{\"mode\":\"canonical\",\"query\":\"  \"}|query",
        "{\"mode\":\"canonical\",\"query\":\"a\",\"loinc_set_hash\":\"b\"}|loinc_set_hash",
        "{\"mode\":\"canonical\",\"query\":\"a\",\"limit\":0}|limit",
        "{\"mode\":\"canonical\",\"query\":\"a\",\"limit\":11}|limit",
        "{\"mode\":\"crosswalk\"}|query",
        "{\"mode\":\"crosswalk\",\"query\":\"a\",\"loinc_set_hash\":\"b\"}|query",
        "{\"mode\":\"crosswalk\",\"query\":\"a\",\"limit\":0}|limit",
        "{\"mode\":\"crosswalk\",\"query\":\"a\",\"limit\":21}|limit",
        "{\"mode\":\"crosswalk\",\"query\":\"a\",\"labs\":[\"pipwick\"]}|labs",
        "{\"mode\":\"crosswalk\",\"query\":\"a\",\"labs\":\"ostrelle\"}|labs",
        "{\"mode\":\"crosswalk\",\"query\":\"a\",\"include_related\":1}|include_related",
        "{\"mode\":\"crosswalk\",\"query\":\"a\",\"cpt_codes\":\"1\"}|cpt_codes"
      })
  void faultsOfASearchAreNamed(String body, String field) {
    JsonNode faults = node.post(SEARCH, body).expect(422).json().get("detail");
    assertEquals(1, faults.size(), faults.toString());
    assertEquals(field, faults.at("/0/loc/1").asText());
  }

  @Test
  void codesAreConvertedToAnotherLab() {
    String cbc = code("tamberline", "Complete Blood Count with Differential");
    String rare = code("tamberline", "Phencyclidine screen, urine");
    JsonNode out =
        ok(
            CONVERT,
            "{\"provider_ids\":[\"%s\",\"%s\",\"none\"],\"target_lab\":\"ostrelle\"}"
                .formatted(cbc, rare));
    assertEquals("ostrelle", out.get("target_lab_slug").asText());
    assertEquals(CatalogueTestNode.lab(node, "ostrelle"), out.get("target_lab_id").asInt());
    assertEquals(CatalogueTestNode.lab(node, "tamberline"), out.get("source_lab_id").asInt());
    assertTrue(out.get("source_lab_test_id").isNull());
    assertEquals(
        "[\"" + code("ostrelle", "CBC (includes Differential and Platelets)") + "\"]",
        out.get("converted_provider_ids").toString());
    assertEquals("[\"" + rare + "\",\"none\"]", out.get("unresolved_provider_ids").toString());
    assertEquals(3, out.get("by_source_provider_id").size());
    assertEquals(
        "exact", out.at("/by_source_provider_id/" + cbc + "/candidates/0/relation").asText());
    assertEquals(0, out.at("/by_source_provider_id/none/candidates").size());
  }

  @Test
  void aSupersetStandsForASetThatTheOtherLabDoesNotSellAlone() {
    node.db()
        .query(
            "update marker set active = false where lab_id = $1 and name = 'FSH and LH'",
            CatalogueTestNode.lab(node, "fernholt"));
    String code = code("tamberline", "FSH and LH");
    JsonNode out = ok(CONVERT, "{\"provider_ids\":[\"" + code + "\"],\"target_lab\":\"fernholt\"}");
    JsonNode best = out.at("/by_source_provider_id/" + code + "/candidates/0");
    assertEquals("superset", best.get("relation").asText());
    assertEquals("[" + best.get("provider_id") + "]", out.get("converted_provider_ids").toString());
  }

  @Test
  void aTestIsConvertedMarkerByMarker() {
    String test = shared(node, "sandbox-wellness-walk-in").toString();
    JsonNode out =
        ok(CONVERT, "{\"lab_test_id\":\"" + test + "\",\"target_lab\":\"quillmere\",\"limit\":1}");
    assertEquals(test, out.get("source_lab_test_id").asText());
    assertEquals(4, out.get("source_provider_ids").size());
    assertEquals(4, out.get("converted_provider_ids").size());
    assertEquals(0, out.get("unresolved_provider_ids").size());
    out.get("by_source_provider_id")
        .forEach(
            s -> {
              assertEquals(1, s.get("candidates").size());
              assertEquals("quillmere", s.at("/candidates/0/lab_slug").asText());
            });
    node.post(CONVERT, "{\"lab_test_id\":\"" + Ids.uuid() + "\",\"target_lab\":\"quillmere\"}")
        .expect(404);
  }

  @Test
  void eachCodeHasItsCandidates() {
    String a = code("tamberline", "Ferritin");
    String b = code("tamberline", "Lipid Panel");
    String body = "{\"provider_ids\":[\"%s\",\"%s\",\"none\"],\"target_lab\":\"ostrelle\"%s}";
    JsonNode one = ok(ORDERABLE, body.formatted(a, b, "")).get("candidates");
    assertEquals(1, one.get(a).size());
    assertEquals(code("ostrelle", "Ferritin"), one.at("/" + a + "/0/provider_id").asText());
    assertEquals(0, one.get("none").size());
    JsonNode more =
        ok(ORDERABLE, body.formatted(a, b, ",\"per_provider_limit\":20")).get("candidates");
    assertTrue(more.get(b).size() > 1);
    TreeSet<String> relations = new TreeSet<>(texts(more.get(b), "relation"));
    assertTrue(relations.contains("exact") && relations.contains("subset"), relations.toString());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/v3/compendium/convert|{\"provider_ids\":[\"1\"]}|target_lab",
        "/v3/compendium/convert|{\"provider_ids\":[\"1\"],\"target_lab\":\"pipwick\"}|target_lab",
        "/v3/compendium/convert|{\"target_lab\":\"ostrelle\"}|provider_ids",
        "/v3/compendium/convert|{\"target_lab\":\"ostrelle\",\"provider_ids\":[]}|provider_ids",
        "/v3/compendium/convert|{\"target_lab\":\"ostrelle\",\"provider_ids\":[\"1\"],\"limit\":0}|limit",
        "/v3/compendium/convert|{\"target_lab\":\"ostrelle\",\"provider_ids\":[\"1\"],\"limit\":21}|limit",
        "/v3/compendium/convert|{\"target_lab\":\"ostrelle\",\"lab_test_id\":\"x\",\"provider_ids\":[\"1\"]}|lab_test_id",
        "/v3/compendium/search_orderable_tests|{\"target_lab\":\"ostrelle\"}|provider_ids",
        "/v3/compendium/search_orderable_tests|{\"provider_ids\":[\"1\"]}|target_lab",
        "/v3/compendium/search_orderable_tests|{\"provider_ids\":[\"1\"],\"target_lab\":\"x\"}|target_lab",
        "/v3/compendium/search_orderable_tests|{\"provider_ids\":[\"1\"],\"target_lab\":\"ostrelle\",\"per_provider_limit\":0}|per_provider_limit"
      })
  void faultsOfAConversionAreNamed(String path, String body, String field) {
    JsonNode faults = node.post(path, body).expect(422).json().get("detail");
    assertEquals(1, faults.size(), faults.toString());
    assertEquals(field, faults.at("/0/loc/1").asText());
  }

  @Test
  void atMostAHundredCodesAreTaken() {
    String codes = "\"1\",".repeat(100) + "\"1\"";
    String body = "{\"provider_ids\":[" + codes + "],\"target_lab\":\"ostrelle\"}";
    for (String path : List.of(CONVERT, ORDERABLE)) {
      assertEquals(
          "too_long", node.post(path, body).expect(422).json().at("/detail/0/type").asText());
    }
  }
}
