package io.tributary.lab.catalogue;

import static io.tributary.lab.catalogue.CatalogueTestNode.detail;
import static io.tributary.lab.catalogue.CatalogueTestNode.id;
import static io.tributary.lab.catalogue.CatalogueTestNode.marker;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.testkit.TestNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Lab tests of a team. */
class LabTestRoutesTest {
  private static final String TESTS = "/v3/lab_tests";
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

  private static String refusal(String more) {
    return detail(node.post(TESTS, body("n", more)).expect(400));
  }

  @Test
  void aTestIsMadeOfMarkers() {
    JsonNode t =
        make("My  Test, No. 1", ",\"marker_ids\":[" + cmp + "," + ferritin + "],\"fasting\":true");
    assertEquals("my-test-no-1", t.get("slug").asText());
    assertEquals("serum", t.get("sample_type").asText());
    assertEquals("walk_in_test", t.get("method").asText());
    assertTrue(t.get("fasting").asBoolean());
    assertFalse(t.get("is_delegated").asBoolean());
    assertFalse(t.get("auto_generated").asBoolean());
    assertEquals("tamberline", t.at("/lab/slug").asText());
    assertEquals(
        Set.of(cmp, ferritin),
        Set.of(t.at("/markers/0/id").asInt(), t.at("/markers/1/id").asInt()));
    assertFalse(t.at("/markers/0").has("expected_results"));
    double sum = 0;
    int common = 0;
    int worst = 0;
    for (JsonNode m : t.get("markers")) {
      sum += m.get("price").asDouble();
      common = Math.max(common, m.get("common_tat_days").asInt());
      worst = Math.max(worst, m.get("worst_case_tat_days").asInt());
    }
    assertEquals(sum, t.get("price").asDouble(), 0.001);
    assertEquals(common, t.get("common_tat_days").asInt());
    assertEquals(worst, t.get("worst_case_tat_days").asInt());
    assertEquals(t, ok(TESTS + "/" + t.get("id").asText()));
  }

  @Test
  void theTurnaroundOfATestIsNotKnownWhenThatOfAMarkerIsNot() {
    int id = id(node, "ostrelle", "Leptin");
    node.db()
        .query(
            "update marker set common_tat_days = null, worst_case_tat_days = null where id = $1",
            id);
    JsonNode t = make("Thin", ",\"marker_ids\":[" + id + "," + other + "]");
    assertTrue(t.get("common_tat_days").isNull() && t.get("worst_case_tat_days").isNull());
  }

  @Test
  void aTestIsMadeOfCodes() {
    String code = marker(node, "tamberline", "Ferritin").get("provider_id").asText();
    JsonNode t = make("Coded", ",\"provider_ids\":[\"" + code + "\",\"" + code + "\"]");
    assertEquals(1, t.get("markers").size());
    assertEquals(ferritin, t.at("/markers/0/id").asInt());
    assertFalse(t.get("fasting").asBoolean());
  }

  @Test
  void sameMarkersCountOnce() {
    assertEquals(
        1, make("Twice", ",\"marker_ids\":[" + cmp + "," + cmp + "]").get("markers").size());
  }

  @Test
  void aTestIsOfMarkersOrOfCodes() {
    assertEquals("marker_ids or provider_ids must be set", refusal(""));
    assertEquals(
        "marker_ids or provider_ids must be set",
        refusal(",\"marker_ids\":[],\"provider_ids\":null"));
    assertEquals(
        "cannot set both marker_ids and provider_ids",
        refusal(",\"marker_ids\":[" + cmp + "],\"provider_ids\":[\"1\"]"));
  }

  @Test
  void aTestIsOfOneLab() {
    assertEquals(
        "the markers belong to several labs",
        refusal(",\"marker_ids\":[" + ferritin + "," + other + "]"));
    String a = marker(node, "tamberline", "Ferritin").get("provider_id").asText();
    String b = marker(node, "ostrelle", "Ferritin").get("provider_id").asText();
    assertEquals(
        "no lab has all of the provider_ids",
        refusal(",\"provider_ids\":[\"" + a + "\",\"" + b + "\"]"));
    assertEquals(
        "the markers do not belong to the lab in lab_slug",
        refusal(",\"lab_slug\":\"ostrelle\",\"marker_ids\":[" + ferritin + "]"));
    assertEquals(
        "unknown provider_ids: " + a,
        refusal(",\"lab_slug\":\"ostrelle\",\"provider_ids\":[\"" + a + "\"]"));
  }

  @Test
  void codesThatSeveralLabsHaveNeedTheLab() {
    node.db()
        .query(
            "update marker set provider_id = 'SAME' where id = any($1::int[])",
            (Object)
                new Integer[] {id(node, "ostrelle", "Digoxin"), id(node, "tamberline", "Digoxin")});
    assertEquals(
        "several labs have these provider_ids: set lab_slug",
        refusal(",\"provider_ids\":[\"SAME\"]"));
    JsonNode t = make("Same", ",\"lab_slug\":\"ostrelle\",\"provider_ids\":[\"SAME\"]");
    assertEquals("ostrelle", t.at("/lab/slug").asText());
  }

  @Test
  void whatIsNotThereOrCannotBeOrderedMakesNoTest() {
    node.post(TESTS, body("n", ",\"marker_ids\":[2147483647]")).expect(404);
    assertEquals("unknown provider_ids: nope", refusal(",\"provider_ids\":[\"nope\"]"));
    int reflex =
        node.db()
            .query("select min(id) as id from marker where reflex")
            .iterator()
            .next()
            .getInteger("id");
    assertEquals(
        "marker " + reflex + " cannot be ordered", refusal(",\"marker_ids\":[" + reflex + "]"));
    int kit = id(node, "pipwick", "Ferritin");
    assertEquals(
        "Pipwick Home Kits does not offer walk_in_test", refusal(",\"marker_ids\":[" + kit + "]"));
    node.post(TESTS, body("n", ",\"marker_ids\":[1],\"lab_account_id\":\"" + Ids.uuid() + "\""))
        .expect(404);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|name,description,method",
        "{\"name\":\"\",\"description\":\"\",\"method\":\"x\"}|name,method",
        "{\"name\":1,\"description\":2,\"method\":3}|name,description,method",
        "{\"name\":\"n\",\"description\":\"\",\"method\":\"testkit\",\"marker_ids\":7}|marker_ids",
        "{\"name\":\"n\",\"description\":\"\",\"method\":\"testkit\",\"marker_ids\":[\"7\"]}|marker_ids",
        "{\"name\":\"n\",\"description\":\"\",\"method\":\"testkit\",\"provider_ids\":\"7\"}|provider_ids",
        "{\"name\":\"n\",\"description\":\"\",\"method\":\"testkit\",\"fasting\":\"yes\"}|fasting",
        "{\"name\":\"n\",\"description\":\"\",\"method\":\"testkit\",\"lab_account_id\":\"x\"}|lab_account_id",
        "{\"name\":\"n\",\"description\":\"\",\"method\":\"testkit\",\"marker_ids\":[1],\"lab_slug\":\"x\"}|lab_slug"
      })
  void faultsOfABodyAreAllNamed(String body, String fields) {
    JsonNode faults = node.post(TESTS, body).expect(422).json().get("detail");
    List<String> found = new ArrayList<>();
    faults.forEach(f -> found.add(f.at("/loc/1").asText()));
    assertEquals(List.of(fields.split(",")), found);
  }

  @Test
  void aNewTestIsActiveInTheSandboxAndWaitsInProduction() {
    assertEquals("active", make("Now", ",\"marker_ids\":[" + cmp + "]").get("status").asText());
    String key = productionKey();
    JsonNode t =
        node.send(
                "POST",
                TESTS,
                body("Later", ",\"marker_ids\":[" + cmp + "]"),
                Map.of("x-service-api-key", key))
            .expect(200)
            .json();
    assertEquals("pending_approval", t.get("status").asText());
    assertFalse(t.get("is_active").asBoolean());
    String one = TESTS + "/" + t.get("id").asText();
    node.get(one).expect(404);
    node.call("PATCH", one, "{\"active\":false}").expect(404);
    assertEquals("inactive", patch(key, one, "{\"active\":false}").get("status").asText());
    // Reactivating a test does not approve it.
    assertEquals("pending_approval", patch(key, one, "{\"active\":true}").get("status").asText());
    assertEquals(
        0,
        node.send(
                "GET", TESTS + "?status=active&name=Later", null, Map.of("x-service-api-key", key))
            .expect(200)
            .json()
            .size());
  }

  @Test
  void aTestIsApprovedByTheManagementAlone() {
    String key = productionKey();
    String id =
        node.send(
                "POST",
                TESTS,
                body("Approved", ",\"marker_ids\":[" + cmp + "]"),
                Map.of("x-service-api-key", key))
            .expect(200)
            .json()
            .get("id")
            .asText();
    String base = "/v1/org/" + node.first().org() + "/team/" + node.first().team();
    String approve = base + "/production/lab_test/" + id + "/approve";
    node.send("POST", approve, null, Map.of("x-service-api-key", key)).expect(401);
    node.callManagement("POST", base + "/sandbox/lab_test/" + id + "/approve", null).expect(404);
    node.callManagement("POST", approve.replace(id, Ids.uuid().toString()), null).expect(404);
    node.callManagement("POST", approve.replace("production", "moon"), null).expect(422);
    for (int i = 0; i < 2; i++) {
      JsonNode t = node.callManagement("POST", approve, null).expect(200).json();
      assertEquals("active", t.get("status").asText());
    }
    assertEquals(
        "inactive", patch(key, TESTS + "/" + id, "{\"active\":false}").get("status").asText());
    assertEquals(
        "the lab test is archived; its team must restore it first",
        detail(node.callManagement("POST", approve, null).expect(400)));
    assertEquals(
        "active", patch(key, TESTS + "/" + id, "{\"active\":true}").get("status").asText());
  }

  private static JsonNode patch(String key, String path, String body) {
    return node.send("PATCH", path, body, Map.of("x-service-api-key", key)).expect(200).json();
  }

  private static String productionKey() {
    return node.callManagement(
            "POST",
            "/v1/org/" + node.first().org() + "/team_api_keys/production/us",
            "{\"label\":\"l\",\"team_id\":\"" + node.first().team() + "\"}")
        .expect(200)
        .json()
        .get("value")
        .asText();
  }

  @Test
  void aTestIsRenamedArchivedAndRestored() {
    JsonNode made = make("Old", ",\"marker_ids\":[" + cmp + "]");
    String one = TESTS + "/" + made.get("id").asText();
    JsonNode named = node.call("PATCH", one, "{\"name\":\"New\"}").expect(200).json();
    assertEquals("New", named.get("name").asText());
    assertTrue(named.get("is_active").asBoolean());
    JsonNode gone = node.call("PATCH", one, "{\"active\":false}").expect(200).json();
    assertEquals("inactive", gone.get("status").asText());
    assertEquals("New", gone.get("name").asText());
    assertFalse(gone.get("is_active").asBoolean());
    node.call("PATCH", one, "{\"active\":false}").expect(200);
    assertEquals(
        "active",
        node.call("PATCH", one, "{\"active\":true}").expect(200).json().get("status").asText());
    assertEquals("New", node.call("PATCH", one, "{}").expect(200).json().get("name").asText());
  }

  @Test
  void faultsOfAChangeAreNamed() {
    JsonNode made = make("Kept", ",\"marker_ids\":[" + cmp + "]");
    String one = TESTS + "/" + made.get("id").asText();
    assertEquals(
        2,
        node.call("PATCH", one, "{\"name\":5,\"active\":\"x\"}")
            .expect(422)
            .json()
            .get("detail")
            .size());
    node.call("PATCH", one, "{\"name\":\"\"}").expect(422);
    node.call("PATCH", TESTS + "/" + Ids.uuid(), "{}").expect(404);
    node.call("PATCH", TESTS + "/x", "{}").expect(422);
  }
}
