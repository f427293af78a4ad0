package io.tributary.lab.catalogue;

import static io.tributary.lab.catalogue.CatalogueTestNode.detail;
import static io.tributary.lab.catalogue.CatalogueTestNode.id;
import static io.tributary.lab.catalogue.CatalogueTestNode.marker;
import static io.tributary.lab.catalogue.CatalogueTestNode.shared;
import static io.tributary.lab.catalogue.CatalogueTestNode.texts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.testkit.TestNode;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Resolution of order sets, without the rules about collection methods. */
class OrderSetTest {
  private static final String PATH = "/v3/lab_tests/list_order_set_markers";
  private static TestNode node;
  private static String wellness;

  @BeforeAll
  static void start() {
    node = CatalogueTestNode.start();
    wellness = shared(node, "sandbox-wellness-walk-in").toString();
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static JsonNode ok(String body) {
    return node.post(PATH, body).expect(200).json();
  }

  private static String refused(String body) {
    return detail(node.post(PATH, body).expect(400));
  }

  private static String tests(String... ids) {
    return "\"lab_test_ids\":[\"" + String.join("\",\"", ids) + "\"]";
  }

  @Test
  void testsAndMarkersBesideThemComeOnce() {
    int ferritin = id(node, "tamberline", "Ferritin");
    int cmp = id(node, "tamberline", "Comprehensive Metabolic Panel");
    JsonNode page =
        ok(
            "{%s,\"add_on\":{\"marker_ids\":[%d,%d,%d]}}"
                .formatted(tests(wellness, wellness), ferritin, cmp, ferritin));
    assertEquals(5, page.get("total").asInt());
    List<Integer> ids = texts(page.get("markers"), "id").stream().map(Integer::valueOf).toList();
    assertEquals(ids.stream().sorted().distinct().toList(), ids);
    assertTrue(ids.contains(ferritin) && ids.contains(cmp));
    assertTrue(page.at("/markers/0/expected_results").size() > 0);
  }

  @Test
  void markersAloneAreASet() {
    String code = marker(node, "ostrelle", "Ferritin").get("provider_id").asText();
    JsonNode page = ok("{\"add_on\":{\"provider_ids\":[\"" + code + "\"]}}");
    assertEquals(List.of(code), texts(page.get("markers"), "provider_id"));
  }

  @Test
  void codesAreThoseOfTheLabOfTheTests() {
    String code = marker(node, "ostrelle", "Ferritin").get("provider_id").asText();
    assertEquals(
        "unknown provider_ids: " + code,
        refused("{%s,\"add_on\":{\"provider_ids\":[\"%s\"]}}".formatted(tests(wellness), code)));
  }

  @Test
  void pagesOfASet() {
    JsonNode first = node.post(PATH + "?size=3", "{" + tests(wellness) + "}").expect(200).json();
    JsonNode second =
        node.post(PATH + "?size=3&page=2", "{" + tests(wellness) + "}").expect(200).json();
    assertEquals(3, first.get("markers").size());
    assertEquals(1, second.get("markers").size());
    assertEquals(4, second.get("total").asInt());
    assertEquals(2, second.get("pages").asInt());
    assertEquals(
        0,
        node.post(PATH + "?page=9", "{" + tests(wellness) + "}")
            .expect(200)
            .json()
            .get("markers")
            .size());
  }

  @Test
  void aSetHoldsSomething() {
    String empty = "the order set is empty: lab_test_ids or add_on must be set";
    assertEquals(empty, refused("{}"));
    assertEquals(empty, refused("{\"lab_test_ids\":[],\"add_on\":null}"));
    String none = "marker_ids or provider_ids must be set in add_on";
    assertEquals(none, refused("{\"add_on\":{}}"));
    assertEquals(none, refused("{" + tests(wellness) + ",\"add_on\":{\"marker_ids\":[]}}"));
    assertEquals(
        "cannot set both marker_ids and provider_ids in add_on",
        refused("{\"add_on\":{\"marker_ids\":[1],\"provider_ids\":[\"1\"]}}"));
  }

  @Test
  void aSetIsOfOneLab() {
    String kit = shared(node, "sandbox-hormones-kit").toString();
    String several = "cannot order lab_tests from multiple labs";
    assertEquals(several, refused("{" + tests(wellness, kit) + "}"));
    int other = id(node, "ostrelle", "Ferritin");
    assertEquals(
        several,
        refused("{%s,\"add_on\":{\"marker_ids\":[%d]}}".formatted(tests(wellness), other)));
  }

  @Test
  void whatCannotBeOrderedByItselfIsNoAddOn() {
    int id = id(node, "tamberline", "LDL particle number");
    assertEquals(
        "marker " + id + " cannot be ordered a la carte",
        refused("{\"add_on\":{\"marker_ids\":[" + id + "]}}"));
  }

  @Test
  void archivedTestsAreInNoSet() {
    int cmp = id(node, "tamberline", "Comprehensive Metabolic Panel");
    String test =
        node.post(
                "/v3/lab_tests",
                """
                {"name":"Gone","description":"","method":"walk_in_test","marker_ids":[%d]}
                """
                    .formatted(cmp))
            .expect(200)
            .json()
            .get("id")
            .asText();
    assertEquals(1, ok("{" + tests(test) + "}").get("total").asInt());
    node.call("PATCH", "/v3/lab_tests/" + test, "{\"active\":false}").expect(200);
    assertEquals("lab test " + test + " is not active", refused("{" + tests(test) + "}"));
  }

  @Test
  void whatIsNotThereIsNotFound() {
    node.post(PATH, "{" + tests(Ids.uuid().toString()) + "}").expect(404);
    node.post(PATH, "{\"add_on\":{\"marker_ids\":[2147483647]}}").expect(404);
    node.post(PATH, "{" + tests(wellness) + ",\"lab_account_id\":\"" + Ids.uuid() + "\"}")
        .expect(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"lab_test_ids\":\"x\"}|[\"body\",\"lab_test_ids\"]",
        "{\"lab_test_ids\":[\"x\"]}|[\"body\",\"lab_test_ids\",0]",
        "{\"add_on\":7}|[\"body\",\"add_on\"]",
        "{\"add_on\":{\"marker_ids\":[\"x\"]}}|[\"body\",\"add_on\",\"marker_ids\"]",
        "{\"add_on\":{\"provider_ids\":[7]}}|[\"body\",\"add_on\",\"provider_ids\",0]",
        "{\"lab_account_id\":7}|[\"body\",\"lab_account_id\"]",
        "[]|[\"body\"]"
      })
  void faultsOfFormAreNamed(String body, String loc) {
    assertEquals(loc, node.post(PATH, body).expect(422).json().at("/detail/0/loc").toString());
  }

  @Test
  void boundsOfPages() {
    for (String query : List.of("page=0", "size=0", "size=101")) {
      node.post(PATH + "?" + query, "{" + tests(wellness) + "}").expect(422);
    }
  }
}
