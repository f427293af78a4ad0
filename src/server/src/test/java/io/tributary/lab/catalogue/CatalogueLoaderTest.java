package io.tributary.lab.catalogue;

import static io.tributary.lab.catalogue.CatalogueTestNode.texts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.db.RowMapping;
import io.tributary.testkit.TestNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Checks that catalog files are imported once, that changes of files change rows, and that IDs stay
 * the same.
 */
class CatalogueLoaderTest {
  private static final String LOINC =
      """
      // Comments are fine.
      {"notice": "n", "loinc": [
        {"code": "2345-7", "name": "Glucose [Mass/volume]", "component": "Glucose", "unit": "mg/dL"},
        {"code": "4548-4", "name": "Hemoglobin A1c", "component": "Hemoglobin A1c", "unit": "%"}]}
      """;
  private static final String GLUCOSE =
      """
      {"code": "001", "name": "Glucose", "type": "biomarker", "sample_type": "serum",
       "price": "9.00", "results": [{"code": "001", "loinc": "2345-7"}],
       "questions": [{"code": "Q", "value": "Why?", "type": "multiple_choice", "sequence": 1,
         "answers": [{"code": "A", "value": "a"}, {"code": "B", "value": "b"}]}]}
      """;
  private static final String A1C =
      """
      {"code": "002", "name": "A1c", "type": "biomarker", "sample_type": "serum",
       "results": [{"code": "002", "loinc": "4548-4"}]}
      """;
  private static final String TEST =
      """
      {"id": "6f0c8a52-6d0f-4a35-9d57-0b6d3f3c1c11", "slug": "both", "name": "Both",
       "description": "d", "method": "testkit", "sample_type": "serum",
       "environments": ["sandbox"], "codes": ["001", "002"]}
      """;

  @TempDir Path folder;

  private static String lab(String slug, String more, String markers, String tests) {
    return """
    {"lab": {"slug": "%s", "name": "Lab %s", "first_line_address": "a", "city": "c",
      "zipcode": "z", "collection_methods": ["testkit"], "sample_types": ["serum"]%s},
     "markers": [%s], "lab_tests": [%s]}
    """
        .formatted(slug, slug, more, markers, tests);
  }

  private void write(String name, String text) {
    try {
      Files.writeString(folder.resolve(name), text);
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private TestNode start() {
    write("loinc.json", LOINC);
    write("one.json", lab("one", "", GLUCOSE + "," + A1C, TEST));
    return TestNode.start("TRIBUTARY_LAB_TESTS_CATALOGUE_DIR", folder.toString());
  }

  /** Returns all rows that were created from the files. */
  private static Map<String, String> stored(TestNode node) {
    Map<String, String> out = new LinkedHashMap<>();
    for (String table :
        List.of(
            "lab_catalogue_file",
            "loinc",
            "lab",
            "marker",
            "marker_result",
            "marker_question",
            "marker_answer",
            "marker_reflex",
            "lab_test",
            "lab_test_marker")) {
      out.put(
          table,
          RowMapping.list(
                  node.db()
                      .query(
                          "select count(*) || ' ' || coalesce(md5(string_agg(t::text, ''"
                              + " order by t::text)), '') as h from "
                              + table
                              + " t"),
                  r -> r.getString("h"))
              .getFirst());
    }
    return out;
  }

  private static JsonNode markers(TestNode node) {
    return node.get("/v3/lab_tests/markers").expect(200).json().get("markers");
  }

  @Test
  void aRestartChangesNothing() {
    TestNode node = start();
    Map<String, String> before = stored(node);
    node.close();
    try (TestNode again = node.restart();
        TestNode other = again.startPeer()) {
      assertEquals(before, stored(again));
      assertEquals(markers(again), markers(other));
      assertTrue(before.get("marker").startsWith("2 "), before.toString());
    }
  }

  @Test
  void theSameFileReadAgainChangesNothing() {
    try (TestNode node = start()) {
      Map<String, String> before = stored(node);
      node.db().query("update lab_catalogue_file set hash = 'other'");
      new CatalogueLoader(node.db(), folder.toString()).load();
      Map<String, String> after = stored(node);
      // The load time differs.
      before.remove("lab_catalogue_file");
      after.remove("lab_catalogue_file");
      assertEquals(before, after);
    }
  }

  @Test
  void aChangedFileChangesItsRowsAndKeepsTheirIds() {
    TestNode node = start();
    JsonNode old = markers(node);
    node.close();
    write(
        "one.json",
        lab(
            "one",
            "",
            GLUCOSE.replace("9.00", "8.50").replace("\"b\"", "\"bb\"")
                + ","
                + A1C.replace("\"002\"", "\"003\"").replace("A1c\"", "HbA1c\""),
            ""));
    try (TestNode again = node.restart()) {
      JsonNode now = markers(again);
      assertEquals(List.of("Glucose", "HbA1c"), texts(now, "name"));
      assertEquals(old.at("/0/id"), now.at("/0/id"));
      assertEquals("8.50", now.at("/0/price").asText());
      assertEquals(old.at("/0/expected_results/0/id"), now.at("/0/expected_results/0/id"));
      assertEquals(old.at("/0/aoe/questions/0/id"), now.at("/0/aoe/questions/0/id"));
      assertEquals(
          old.at("/0/aoe/questions/0/answers/1/id"), now.at("/0/aoe/questions/0/answers/1/id"));
      assertEquals("bb", now.at("/0/aoe/questions/0/answers/1/value").asText());
      assertNotEquals(old.at("/1/id"), now.at("/1/id"));
      again.get("/v3/lab_tests/" + now.at("/0/lab_id") + "/markers/002").expect(404);
      // A test that was removed from the file can no longer be ordered but can still be read.
      JsonNode test =
          again.get("/v3/lab_tests/6f0c8a52-6d0f-4a35-9d57-0b6d3f3c1c11").expect(200).json();
      assertEquals("inactive", test.get("status").asText());
      assertEquals(2, test.get("markers").size());
      assertEquals("[true,false]", orderable(test));
    }
  }

  private static String orderable(JsonNode test) {
    List<Boolean> out = new ArrayList<>();
    test.get("markers").forEach(m -> out.add(m.get("is_orderable").asBoolean()));
    return out.toString().replace(" ", "");
  }

  @Test
  void whatComesBackIsWhatItWas() {
    TestNode node = start();
    JsonNode old = markers(node);
    node.close();
    write("one.json", lab("one", "", A1C, ""));
    node = node.restart();
    assertEquals(List.of("A1c"), texts(markers(node), "name"));
    node.close();
    write("one.json", lab("one", "", GLUCOSE + "," + A1C, TEST));
    try (TestNode again = node.restart()) {
      assertEquals(old, markers(again));
      assertEquals(
          "active",
          again
              .get("/v3/lab_tests/6f0c8a52-6d0f-4a35-9d57-0b6d3f3c1c11")
              .expect(200)
              .json()
              .get("status")
              .asText());
    }
  }

  @Test
  void questionsAndResultsThatAreGoneAreNoLongerAskedFor() {
    TestNode node = start();
    node.close();
    write(
        "one.json",
        lab("one", "", GLUCOSE.replaceAll("(?s)\"questions\".*]}]}", "\"questions\": []}"), ""));
    try (TestNode again = node.restart()) {
      assertTrue(markers(again).at("/0/aoe").isNull());
    }
    write(
        "one.json",
        lab(
            "one",
            "",
            GLUCOSE.replace("{\"code\": \"001\", \"loinc\"", "{\"code\": \"X\", \"loinc\""),
            ""));
    try (TestNode again = node.restart()) {
      JsonNode m = markers(again).get(0);
      assertEquals(List.of("X"), texts(m.get("expected_results"), "provider_id"));
      // A result that is not sold on its own takes the name of its LOINC component.
      assertEquals("Glucose", m.at("/expected_results/0/name").asText());
      assertEquals(1, m.at("/aoe/questions").size());
    }
  }

  @Test
  void aFileThatIsNotThereTakesNothingAway() throws IOException {
    TestNode node = start();
    JsonNode old = markers(node);
    node.close();
    Files.delete(folder.resolve("one.json"));
    try (TestNode again = node.restart()) {
      assertEquals(old, markers(again));
    }
  }

  @Test
  void aLabLeavesTheCatalogueWhenItsFileSaysSo() {
    TestNode node = start();
    node.close();
    write("one.json", lab("one", ", \"active\": false", GLUCOSE + "," + A1C, TEST));
    try (TestNode again = node.restart()) {
      assertEquals(0, markers(again).size());
      assertEquals(0, again.get("/v3/lab_tests/labs").expect(200).json().size());
    }
  }

  @Test
  void anOperatorsOwnLabStandsBesideTheOthers() {
    TestNode node = start();
    node.close();
    write("two.json", lab("two", ", \"compendium\": true", GLUCOSE, ""));
    try (TestNode again = node.restart()) {
      assertEquals(
          List.of("one", "two"), texts(again.get("/v3/lab_tests/labs").expect(200).json(), "slug"));
      assertEquals(3, markers(again).size());
      assertEquals(
          1,
          again.get("/v3/lab_tests/markers?lab_slug=two").expect(200).json().get("total").asInt());
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "\"price\": \"9.00\"|\"price\": \"9\"|marker 001: price must be",
        "\"price\": \"9.00\"|\"prize\": \"9.00\"|Unrecognized field \"prize\"",
        "\"biomarker\"|\"panels\"|marker 001: type must be one of [biomarker, panel]",
        "\"serum\"|\"blood\"|marker 001: sample_type must be one of",
        "2345-7|2346-7|marker 001: result 001: loinc 2346-7 is not in loinc.json",
        "multiple_choice|bool|question Q: type must be one of",
        "multiple_choice|text|question Q: answers are allowed only for choice questions",
        "\"code\": \"B\"|\"code\": \"A\"|answers: A is listed twice",
        "\"sequence\": 1,|.|question Q: sequence is missing",
        "\"code\": \"002\", \"name\"|\"code\": \"001\", \"name\"|markers: 001 is listed twice",
        "\"name\": \"Glucose\"|\"name\": \" \"|marker 001: name is missing or empty",
        "\"price\": \"9.00\"|\"reflexes\": [\"002\"]|002 is not a reflex marker of this file",
        "\"price\": \"9.00\"|\"popularity\": 2|popularity must be from 0 to 1",
        "\"price\": \"9.00\"|\"common_tat_days\": 5, \"worst_case_tat_days\": 4|common_tat_days"
            + " and",
        "\"price\": \"9.00\"|\"price_modifiers\": [{\"delta\": \"1\", \"reflex\": true}]|delta must"
            + " be",
        "\"price\": \"9.00\"|\"price_modifiers\": [{\"delta\": 1}]|either reflex or states",
        "\"price\": \"9.00\"|\"price\": \"9.00\", \"price_note\": \"price_unavailable\"|price_note"
            + " is",
        "\"testkit\", \"sample_type\"|\"walk_in_test\", \"sample_type\"|method must be one of the"
            + " lab's",
        "[\"sandbox\"]|[\"moon\"]|environments must be",
        "[\"001\", \"002\"]|[\"009\"]|codes: 009 is not an orderable marker",
        "\"slug\": \"one\"|\"slug\": \"One!\"|lab: slug must match",
        "[\"testkit\"]|[]|lab: collection_methods is missing or empty"
      })
  void faultsOfAFileAreNamed(String from, String to, String fault) {
    write("loinc.json", LOINC);
    String good = lab("one", "", GLUCOSE + "," + A1C, TEST);
    assertTrue(good.contains(from), from);
    write("one.json", good.replace(from, to.equals(".") ? "" : to));
    String said =
        assertThrows(IllegalStateException.class, () -> CatalogueFiles.read(folder)).getMessage();
    assertTrue(said.contains("one.json: ") && said.contains(fault), said);
  }

  @Test
  void faultsOfAllFilesAreToldTogetherAndStopTheStart() {
    write("loinc.json", LOINC.replace("4548-4", "4548-5"));
    write("one.json", lab("one", "", A1C, ""));
    write("two.json", lab("one", "", GLUCOSE, TEST));
    write("three.json", "{");
    String url = TestNode.newMigratedDatabase();
    RuntimeException e =
        assertThrows(
            RuntimeException.class,
            () -> TestNode.startAt(url, "TRIBUTARY_LAB_TESTS_CATALOGUE_DIR", folder.toString()));
    for (String part :
        List.of(
            "loinc.json: 4548-5 is not a LOINC code",
            "one.json: marker 002: result 002: loinc 4548-4",
            "two.json: lab: slug is used by one.json too",
            "two.json: lab test both: codes: 002",
            "three.json: ")) {
      assertTrue(e.getMessage().contains(part), e.getMessage());
    }
  }

  @Test
  void aSearchFindsWhatReadingEachNameWouldFind() {
    Random random = new Random(7);
    String[] parts = {"ab", "Ab%", "_c", "\\\\d", "É", "\uD83D\uDE00", "x y", "12", "-"};
    StringBuilder markers = new StringBuilder();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < 2500; i++) {
      StringBuilder name = new StringBuilder("n");
      for (int k = 0; k < 6; k++) {
        name.append(parts[random.nextInt(parts.length)]);
      }
      names.add(name.toString().replace("\\\\", "\\"));
      markers
          .append(i == 0 ? "" : ",")
          .append(
              """
              {"code": "c%04d", "name": "%s", "type": "biomarker", "sample_type": "serum",
               "results": [{"code": "r", "name": "r"}]}
              """
                  .formatted(i, name));
    }
    write("many.json", lab("many", "", markers.toString(), ""));
    try (TestNode node = TestNode.start("TRIBUTARY_LAB_TESTS_CATALOGUE_DIR", folder.toString())) {
      for (String part :
          List.of("AB", "b%x", "_c1", "\\d", "é\uD83D\uDE00", "x Y", "%", "_", "12-", "c24", "q")) {
        long wanted = 0;
        for (int i = 0; i < names.size(); i++) {
          String folded = Trigrams.fold(part);
          if (Trigrams.fold(names.get(i)).contains(folded)
              || "c%04d".formatted(i).contains(folded)) {
            wanted++;
          }
        }
        String asked = java.net.URLEncoder.encode(part, java.nio.charset.StandardCharsets.UTF_8);
        assertEquals(
            wanted,
            node.get("/v3/lab_tests/markers?name=" + asked)
                .expect(200)
                .json()
                .get("total")
                .asLong(),
            part);
      }
    }
  }

  @Test
  void aSearchGoesThroughTheIndex() {
    try (TestNode node = CatalogueTestNode.start()) {
      node.db().query("analyze marker");
      StringBuilder plan = new StringBuilder();
      node.db()
          .tx(
              tx -> {
                tx.query(
                        "explain select id from marker"
                            + " where trigrams(search) @> $1::text[] and search like $2",
                        Trigrams.of("ferritin"),
                        Trigrams.likePattern("ferritin"))
                    .forEach(r -> plan.append(r.getString(0)).append('\n'));
                return null;
              });
      assertTrue(plan.toString().contains("marker_search"), plan.toString());
    }
  }
}
