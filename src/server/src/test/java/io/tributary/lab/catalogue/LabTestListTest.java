package io.tributary.lab.catalogue;

import static io.tributary.lab.catalogue.CatalogueTestNode.detail;
import static io.tributary.lab.catalogue.CatalogueTestNode.id;
import static io.tributary.lab.catalogue.CatalogueTestNode.marker;
import static io.tributary.lab.catalogue.CatalogueTestNode.shared;
import static io.tributary.lab.catalogue.CatalogueTestNode.texts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lists of lab tests and their visibility. */
class LabTestListTest {
  private static final String TESTS = "/v3/lab_tests";
  private static final String PAGE = "/v3/lab_test";
  private static TestNode node;
  private static int ferritin;
  private static int cmp;
  private static int other;

  @BeforeAll
  static void start() {
    node = CatalogueTestNode.start();
    ferritin = id(node, "tamberline", "Ferritin");
    cmp = id(node, "tamberline", "Comprehensive Metabolic Panel");
    other = id(node, "ostrelle", "Ferritin");
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static String body(String name, String more) {
    return "{\"name\":\""
        + name
        + "\",\"description\":\"d\",\"method\":\"walk_in_test\""
        + more
        + "}";
  }

  private static JsonNode make(String name, String more) {
    return node.post(TESTS, body(name, more)).expect(200).json();
  }

  private static JsonNode ok(String path) {
    return node.get(path).expect(200).json();
  }

  @Test
  void theInstallationsTestsAreSeenByAllAndChangedByNone() {
    String one = TESTS + "/" + shared(node, "sandbox-wellness-walk-in");
    assertEquals(4, ok(one).get("markers").size());
    String refused = detail(node.call("PATCH", one, "{\"active\":false}").expect(400));
    assertEquals("this lab test belongs to the installation and cannot be changed", refused);
  }

  @Test
  void theSandboxHasOneTestOfEachMethod() {
    Map<String, Long> methods =
        texts(ok(PAGE + "?name=sandbox").get("data"), "method").stream()
            .collect(Collectors.groupingBy(m -> m, Collectors.counting()));
    JsonNode all = ok(PAGE + "?lab_test_limit=500").get("data");
    Set<String> seen = new HashSet<>();
    for (JsonNode t : all) {
      if (t.get("slug").asText().startsWith("sandbox-")) {
        assertTrue(seen.add(t.get("method").asText()));
        assertEquals("active", t.get("status").asText());
      }
    }
    assertEquals(
        Set.of("testkit", "walk_in_test", "at_home_phlebotomy", "on_site_collection"), seen);
    assertTrue(methods.isEmpty());
  }

  @Test
  void anotherTeamsTestIsNotFound() {
    String id = make("Mine", ",\"marker_ids\":[" + cmp + "]").get("id").asText();
    String org = "/v1/org/" + node.first().org();
    String team =
        node.callManagement("POST", org + "/team", "{\"name\":\"Second\",\"region\":\"us\"}")
            .expect(200)
            .json()
            .get("id")
            .asText();
    String key =
        node.callManagement(
                "POST",
                org + "/team_api_keys/sandbox/us",
                "{\"label\":\"l\",\"team_id\":\"" + team + "\"}")
            .expect(200)
            .json()
            .get("value")
            .asText();
    Map<String, String> headers = Map.of("x-service-api-key", key);
    for (String path : List.of(TESTS + "/" + id, TESTS + "/" + id + "/markers")) {
      node.send("GET", path, null, headers).expect(404);
    }
    node.send("PATCH", TESTS + "/" + id, "{\"active\":false}", headers).expect(404);
    node.send(
            "POST",
            TESTS + "/list_order_set_markers",
            "{\"lab_test_ids\":[\"" + id + "\"]}",
            headers)
        .expect(404);
    TestResponse list = node.send("GET", TESTS, null, headers).expect(200);
    assertFalse(list.text().contains(id));
  }

  @Test
  void filtersOfTheListAreTakenTogether() {
    String tag = "filter-" + Ids.randomHex(4);
    make(tag + " a", ",\"marker_ids\":[" + cmp + "," + ferritin + "]");
    make(tag + " b", ",\"marker_ids\":[" + ferritin + "]");
    JsonNode c = make(tag + " c", ",\"marker_ids\":[" + other + "]");
    node.call("PATCH", TESTS + "/" + c.get("id").asText(), "{\"active\":false}").expect(200);
    String code = marker(node, "tamberline", "Ferritin").get("provider_id").asText();
    String code2 =
        marker(node, "tamberline", "Comprehensive Metabolic Panel").get("provider_id").asText();
    Map<String, List<String>> wanted =
        Map.of(
            "",
            List.of("a", "b", "c"),
            "&lab_slug=tamberline",
            List.of("a", "b"),
            "&lab_slug=nobody",
            List.of(),
            "&status=inactive",
            List.of("c"),
            "&status=pending_approval",
            List.of(),
            "&marker_ids=" + ferritin,
            List.of("a", "b"),
            "&marker_ids=" + ferritin + "&marker_ids=" + cmp,
            List.of("a"),
            "&provider_ids=" + code,
            List.of("a", "b"),
            "&provider_ids=" + code + "&provider_ids=" + code2,
            List.of("a"),
            "&collection_method=testkit",
            List.of());
    wanted.forEach(
        (query, names) -> {
          for (String path : List.of(PAGE, TESTS)) {
            JsonNode found = ok(path + "?name=" + tag.toUpperCase() + query);
            JsonNode list = path.equals(PAGE) ? found.get("data") : found;
            assertEquals(
                names,
                texts(list, "name").stream().map(n -> n.substring(n.length() - 1)).toList(),
                path + query);
          }
        });
  }

  @Test
  void hiddenTestsAreShownOnDemand() {
    String tag = "hidden-" + Ids.randomHex(4);
    JsonNode t = make(tag, ",\"marker_ids\":[" + cmp + "]");
    node.db()
        .query(
            "update lab_test set auto_generated = true where id = $1",
            java.util.UUID.fromString(t.get("id").asText()));
    assertEquals(0, ok(PAGE + "?name=" + tag).get("data").size());
    assertEquals(0, ok(PAGE + "?name=" + tag + "&generation_method=manual").get("data").size());
    assertEquals(1, ok(PAGE + "?name=" + tag + "&generation_method=auto").get("data").size());
    assertEquals(1, ok(PAGE + "?name=" + tag + "&generation_method=all").get("data").size());
  }

  @ParameterizedTest
  @CsvSource({
    "price, asc",
    "price, desc",
    "created_at, asc",
    "created_at, desc",
    "updated_at, asc",
    "updated_at, desc"
  })
  void pagesInEveryOrderAreTheWholeList(String key, String direction) {
    String tag = "page-" + key + direction + Ids.randomHex(3);
    int[] kinds = {cmp, ferritin, cmp, ferritin, cmp};
    for (int k : kinds) {
      make(tag, ",\"marker_ids\":[" + k + "]");
    }
    List<JsonNode> seen = new ArrayList<>();
    String query = "?name=" + tag + "&order_key=" + key + "&order_direction=" + direction;
    String cursor = "";
    do {
      JsonNode page = ok(PAGE + query + "&lab_test_limit=2&next_cursor=" + cursor);
      page.get("data").forEach(seen::add);
      cursor = page.get("next_cursor").isNull() ? null : page.get("next_cursor").asText();
    } while (cursor != null);
    assertEquals(5, seen.stream().map(t -> t.get("id")).distinct().count());
    assertEquals(5, seen.size());
    if (key.equals("price")) {
      Comparator<JsonNode> by = Comparator.comparingDouble(t -> t.get("price").asDouble());
      List<JsonNode> sorted =
          seen.stream().sorted(direction.equals("asc") ? by : by.reversed()).toList();
      assertEquals(
          sorted.stream().map(t -> t.get("price")).toList(),
          seen.stream().map(t -> t.get("price")).toList());
    } else {
      Comparator<JsonNode> by = Comparator.comparing(t -> t.get("id").asText());
      assertEquals(
          seen.stream().sorted(direction.equals("asc") ? by : by.reversed()).toList(), seen);
    }
  }

  @Test
  void aCursorIsOfItsListOnly() {
    String tag = "cursor-" + Ids.randomHex(4);
    make(tag, ",\"marker_ids\":[" + cmp + "]");
    make(tag, ",\"marker_ids\":[" + cmp + "]");
    String cursor = ok(PAGE + "?lab_test_limit=1&name=" + tag).get("next_cursor").asText();
    node.get(PAGE + "?lab_test_limit=1&name=" + tag + "x&next_cursor=" + cursor).expect(400);
    node.get(PAGE + "?next_cursor=x").expect(400);
    assertTrue(ok(PAGE + "?name=" + tag + "&next_cursor=" + cursor).get("next_cursor").isNull());
  }

  @ParameterizedTest
  @CsvSource({
    "lab_test_limit=0, lab_test_limit",
    "lab_test_limit=501, lab_test_limit",
    "lab_test_limit=x, lab_test_limit",
    "include_pricing=x, include_pricing",
    "lab_account_id=x, lab_account_id",
    "generation_method=x, generation_method",
    "collection_method=x, collection_method",
    "status=x, status",
    "marker_ids=x, marker_ids",
    "order_key=x, order_key",
    "order_direction=x, order_direction"
  })
  void faultsOfTheQueryAreNamed(String query, String name) {
    JsonNode faults = node.get(PAGE + "?" + query).expect(422).json().get("detail");
    assertEquals(1, faults.size());
    assertEquals("[\"query\",\"" + name + "\"]", faults.at("/0/loc").toString());
  }

  @Test
  void pricesOfATestAreThoseOfItsMarkers() {
    String tag = "price-" + Ids.randomHex(4);
    JsonNode t = make(tag, ",\"marker_ids\":[" + cmp + "," + ferritin + "]");
    JsonNode page = ok(PAGE + "?include_pricing=true&name=" + tag);
    JsonNode one = page.at("/pricing/data/" + t.get("id").asText());
    int sum = 0;
    for (JsonNode m : one.get("marker_breakdown")) {
      sum += m.get("base_amount_minor").asInt();
    }
    assertEquals(2, one.get("marker_breakdown").size());
    assertEquals(sum, one.at("/pricing/base_amount_minor").asInt());
    assertEquals(Math.round(t.get("price").asDouble() * 100), sum);
    assertTrue(ok(PAGE + "?name=" + tag).get("pricing").isNull());
    int none = id(node, "ostrelle", "Zinc transporter 8 antibody");
    JsonNode u = make(tag + "-none", ",\"marker_ids\":[" + none + "]");
    assertEquals(
        "price_unavailable",
        ok(PAGE + "?include_pricing=true&name=" + tag + "-none")
            .at("/pricing/data/" + u.get("id").asText() + "/pricing/unspecified")
            .asText());
  }

  @Test
  void anAccountOfNobodyIsNotFound() {
    String none = "?lab_account_id=" + Ids.uuid();
    node.get(PAGE + none).expect(404);
    node.get(TESTS + "/" + shared(node, "sandbox-wellness-walk-in") + none).expect(404);
  }
}
