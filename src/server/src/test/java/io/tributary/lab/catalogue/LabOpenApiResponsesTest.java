package io.tributary.lab.catalogue;

import static io.tributary.lab.catalogue.CatalogueTestNode.marker;
import static io.tributary.lab.catalogue.CatalogueTestNode.shared;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Validates real responses about laboratories against the OpenAPI document. */
class LabOpenApiResponsesTest {
  private static final String NONE = "00000000-0000-4000-8000-000000000000";
  private static TestNode node;
  private static OpenApiDocument api;

  @BeforeAll
  static void start() {
    node = CatalogueTestNode.start();
    api = OpenApiDocument.of(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static TestResponse assertValid(TestResponse answer, int status, String operation) {
    return api.assertValid(answer, status, operation);
  }

  @Test
  void repliesAboutMarkersAreAsDocumented() {
    assertValid(node.get("/v3/lab_tests/labs"), 200, "listLabs");
    int pages = node.get("/v3/lab_tests/markers?size=100").expect(200).json().get("pages").asInt();
    for (int page = 1; page <= pages; page++) {
      assertValid(
          node.get("/v3/lab_tests/markers?include_pricing=true&size=100&page=" + page),
          200,
          "listMarkers");
    }
    assertValid(node.get("/v3/lab_tests/markers?page=0"), 422, "listMarkers");
    assertValid(node.get("/v3/lab_tests/markers?lab_account_id=" + NONE), 404, "listMarkers");
    JsonNode m = marker(node, "tamberline", "Lead, venous blood");
    String one = "/v3/lab_tests/" + m.get("lab_id").asText() + "/markers/";
    assertValid(node.get(one + m.get("provider_id").asText()), 200, "getMarker");
    assertValid(node.get(one + "none"), 404, "getMarker");
    String set = "/v3/lab_tests/list_order_set_markers";
    assertValid(
        node.post(set, "{\"add_on\":{\"marker_ids\":[" + m.get("id").asText() + "]}}"),
        200,
        "listOrderSetMarkers");
    assertValid(node.post(set, "{}"), 400, "listOrderSetMarkers");
  }

  @Test
  void repliesAboutTestsAreAsDocumented() {
    int marker = marker(node, "tamberline", "Ferritin").get("id").asInt();
    String test =
        assertValid(
                node.post(
                    "/v3/lab_tests",
                    """
                    {"name":"Iron","description":"","method":"walk_in_test","marker_ids":[%d]}
                    """
                        .formatted(marker)),
                200,
                "createLabTest")
            .json()
            .get("id")
            .asText();
    assertValid(node.post("/v3/lab_tests", "{}"), 422, "createLabTest");
    String one = "/v3/lab_tests/" + test;
    assertValid(node.get(one), 200, "getLabTest");
    assertValid(node.get("/v3/lab_tests/" + NONE), 404, "getLabTest");
    assertValid(node.call("PATCH", one, "{\"active\":false}"), 200, "patchLabTest");
    String approve =
        "/v1/org/%s/team/%s/sandbox/lab_test/%s/approve"
            .formatted(node.first().org(), node.first().team(), test);
    assertValid(node.callManagement("POST", approve, null), 400, "approveLabTest");
    assertValid(node.call("PATCH", one, "{\"active\":true}"), 200, "patchLabTest");
    assertValid(node.callManagement("POST", approve, null), 200, "approveLabTest");
    String shared = "/v3/lab_tests/" + shared(node, "sandbox-thyroid-at-home");
    assertValid(node.call("PATCH", shared, "{}"), 400, "patchLabTest");
    assertValid(node.get(shared + "/markers"), 200, "listLabTestMarkers");
    assertValid(node.get("/v3/lab_test?include_pricing=true"), 200, "pageLabTests");
    assertValid(node.get("/v3/lab_test?next_cursor=x"), 400, "pageLabTests");
    assertValid(node.get("/v3/lab_tests"), 200, "listLabTests");
    assertValid(node.get("/v3/lab_tests?status=x"), 422, "listLabTests");
    assertValid(node.send("GET", "/v3/lab_tests", null, Map.of()), 401, "listLabTests");
  }

  @Test
  void repliesOfTheCompendiumAreAsDocumented() {
    String search = "/v3/compendium/search";
    assertValid(node.post(search, "{}"), 403, "searchCompendium");
    node.callManagement(
            "PATCH",
            "/v1/org/" + node.first().org() + "/team/" + node.first().team(),
            "{\"sandbox\":{\"compendium_search\":true}}")
        .expect(200);
    assertValid(
        node.post(search, "{\"mode\":\"canonical\",\"query\":\"glucose\"}"),
        200,
        "searchCompendium");
    assertValid(
        node.post(search, "{\"mode\":\"crosswalk\",\"query\":\"lipid\"}"), 200, "searchCompendium");
    assertValid(node.post(search, "{}"), 422, "searchCompendium");
    String code = marker(node, "tamberline", "Lipid Panel").get("provider_id").asText();
    String body = "{\"provider_ids\":[\"" + code + "\",\"none\"],\"target_lab\":\"ostrelle\"}";
    assertValid(node.post("/v3/compendium/convert", body), 200, "convertCompendium");
    assertValid(
        node.post(
            "/v3/compendium/convert",
            "{\"lab_test_id\":\"" + NONE + "\",\"target_lab\":\"ostrelle\"}"),
        404,
        "convertCompendium");
    assertValid(
        node.post("/v3/compendium/search_orderable_tests", body), 200, "searchOrderableTests");
  }
}
