package io.tributary.lab.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Encryption;
import io.tributary.core.Json;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.lab.insurance.Insurance;
import io.tributary.lab.insurance.InsuranceService;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Payment of orders from every source. */
class OrderInsuranceTest {
  private static final String CREATE = "/v3/order/create";
  private static final String IMPORT = "/v3/order/import";
  private static final String PAID =
      "/billing_type=\"commercial_insurance\" ;; /icd_codes=[\"E78.5\"]";
  private static TestNode node;
  private static OpenApiDocument api;
  private static OrderBodies bodies;

  @BeforeAll
  static void start() {
    node = CatalogueTestNode.start("TRIBUTARY_USERS_SANDBOX_LIMIT", "1000");
    api = OpenApiDocument.of(node);
    bodies = new OrderBodies(node);
    node.callManagement(
            "PATCH",
            "/v1/org/" + node.first().org() + "/team/" + node.first().team(),
            "{\"sandbox\":{\"order_import\":true}}")
        .expect(200);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static void insured(String user) {
    node.post(CREATE, bodies.walkIn(user).toString()).expect(200);
    node.post(
            "/v2/user/" + user + "/insurance",
            """
            {"payor_code":"ASTRA","member_id":"M-1","relationship":"Self","insured":
              {"first_name":"Ada","last_name":"Example","gender":"female","dob":"1990-05-17",
               "email":"ada@example.com","phone_number":"+16025550100",
               "address":{"first_line":"1 Main Street","country":"US","zip":"85004",
                 "city":"Phoenix","state":"AZ"}}}
            """)
        .expect(200);
  }

  private static JsonNode latest(String user) {
    return node.get("/v2/user/" + user + "/insurance/latest").expect(200).json();
  }

  private static ObjectNode imported(String user, String changes) {
    ObjectNode body = bodies.walkIn(user);
    body.put("collection_method", "walk_in_test")
        .put("billing_type", "client_bill")
        .put("sample_id", "C-" + user);
    return bodies.applyChanges(body, changes);
  }

  private static JsonNode order(TestResponse answer) {
    return answer.expect(200).json().get("order");
  }

  private static ObjectNode paid(String user) {
    return bodies.applyChanges(bodies.walkIn(user), PAID);
  }

  @Test
  void anInsuranceThatComesAlongIsTheUsersFromThenOn() {
    String user = bodies.user();
    String inline =
        "/health_insurance={\"payor_code\":\"ASTRA\",\"insurance_id\":\"M-7\","
            + "\"subjective\":\"tired\",\"front_image\":{\"content\":\"eA==\","
            + "\"content_type\":\"image/png\"}}";
    JsonNode order =
        order(
            api.assertValid(
                node.post(CREATE, bodies.applyChanges(paid(user), inline).toString()),
                200,
                "placeOrder"));
    JsonNode shown = latest(user);
    assertEquals("M-7", shown.get("member_id").asText());
    assertEquals("Self", shown.get("relationship").asText());
    assertEquals("1990-05-17", shown.at("/insured/dob").asText());
    assertEquals("85004", shown.at("/insured/address/zip").asText());
    assertFalse(shown.toString().contains("papers"));
    Insurance stored = stored(order);
    assertEquals("tired", stored.document().at("/papers/subjective").asText());
    assertEquals("eA==", stored.document().at("/papers/front_image/content").asText());
    JsonNode next = order(node.post(CREATE, paid(user).toString()));
    assertEquals(order.get("health_insurance_id"), next.get("health_insurance_id"));
  }

  private static Insurance stored(JsonNode order) {
    UUID id = UUID.fromString(order.get("health_insurance_id").asText());
    Encryption secrets = node.secrets();
    return node.db()
        .tx(tx -> new InsuranceService(secrets).find(tx, node.tenant(), id).orElseThrow());
  }

  @Test
  void whoAnswersForThePatientIsInsured() {
    String user = bodies.user();
    String inline =
        "/health_insurance={\"payor_code\":\"ASTRA\",\"insurance_id\":\"M-8\","
            + "\"responsible_relationship\":\"Spouse\",\"responsible_details\":"
            + "{\"first_name\":\"Bo\",\"last_name\":\"Example\",\"phone_number\":\"6025550101\","
            + "\"address\":{\"first_line\":\"2 Side Street\",\"city\":\"Phoenix\","
            + "\"state\":\"AZ\",\"zip\":\"85004\",\"country\":\"US\"}}}";
    order(node.post(CREATE, bodies.applyChanges(paid(user), inline).toString()));
    JsonNode shown =
        api.assertValid(
                node.get("/v2/user/" + user + "/insurance/latest"), 200, "getLatestInsurance")
            .json();
    assertEquals("Spouse", shown.get("relationship").asText());
    assertEquals("Bo", shown.at("/insured/first_name").asText());
    assertTrue(shown.at("/insured/dob").isNull());
    assertEquals("2 Side Street", shown.at("/guarantor/address/first_line").asText());
  }

  @Test
  void anImportedOrderKeepsItsInsuranceAndItsAnswers() {
    String user = bodies.user();
    String paid = "/billing_type=\"commercial_insurance\"";
    assertEquals(
        "commercial_insurance needs a primary insurance of the user",
        CatalogueTestNode.detail(node.post(IMPORT, imported(user, paid).toString()).expect(400)));
    insured(user);
    JsonNode order = order(node.post(IMPORT, imported(user, paid).toString()));
    assertEquals("M-1", stored(order).document().get("member_id").asText());
    String urine =
        "/order_set={\"add_on\":{\"marker_ids\":[{urine}]}} ;; /sample_id=\"U-%s\"".formatted(user);
    String answered =
        urine
            + " ;; /aoe_answers=[{\"marker_id\":{urine},\"question_id\":{source},"
            + "\"answer\":\"%s\"}]";
    JsonNode asked =
        order(node.post(IMPORT, imported(user, answered.formatted("midstream")).toString()));
    assertEquals("midstream", aoe(asked).at("/0/answer").asText());
    node.post(IMPORT, imported(user, answered.formatted(" ")).toString()).expect(400);
    // An import without answers is accepted: answers that the laboratory did not require for this
    // order are not requested again.
    order(node.post(IMPORT, imported(user, urine.replace("U-", "V-")).toString()));
  }

  private static JsonNode aoe(JsonNode order) {
    return Json.parse(
        node.db()
            .query("select aoe::text as a from lab_order where id = $1", OrderBodies.id(order))
            .iterator()
            .next()
            .getString("a"));
  }

  @Test
  void anImportedOrderMayBeOfTestsThatNobodyLists() {
    String user = bodies.user();
    String none = "/order_set={\"lab_test_ids\":[]}";
    assertEquals(
        "lab_account_id is required when lab_test_ids is empty, because it determines the lab",
        CatalogueTestNode.detail(node.post(IMPORT, imported(user, none).toString()).expect(400)));
    String account = account();
    try {
      unlisted(user, none, account);
    } finally {
      node.db()
          .query("delete from lab_account_team where account_id = $1", UUID.fromString(account));
    }
  }

  private static void unlisted(String user, String none, String account) {
    String named = none + " ;; /lab_account_id=\"" + account + "\"";
    JsonNode order =
        order(
            api.assertValid(
                node.post(IMPORT, imported(user, named).toString()), 200, "importOrder"));
    assertEquals("tamberline", order.at("/lab_test/lab/slug").asText());
    assertEquals(0, order.at("/lab_test/markers").size());
    JsonNode again =
        order(
            node.post(
                IMPORT, imported(user, named + " ;; /sample_id=\"N-" + user + "\"").toString()));
    assertEquals(order.at("/lab_test/id"), again.at("/lab_test/id"));
  }

  /** Creates an account of the organization at the first laboratory. */
  private static String account() {
    JsonNode made =
        node.callManagement(
                "POST",
                "/v1/org/" + node.first().org() + "/lab_account/sandbox/us",
                """
                {"lab":"tamberline","provider_account_id":"9","delegated_flow":"not_delegated",
                 "allowed_billing":{"client_bill":["AZ"]},"team_id_allowlist":["%s"]}
                """
                    .formatted(node.first().team()))
            .expect(200)
            .json();
    return made.at("/lab_account/id").asText();
  }

  @Test
  void whatNoInsurancePaysForInTheStateIsNotBilledToOne() {
    String user = bodies.user();
    insured(user);
    int marker = Integer.parseInt(bodies.replacePlaceholders("{ferritin}"));
    String ferritin =
        PAID
            + " ;; /order_set={\"add_on\":{\"marker_ids\":[{ferritin}]}}"
            + " ;; /collection_method=\"walk_in_test\"";
    node.db().query("update marker set insured_in = '{NY,CA}' where id = $1", marker);
    try {
      assertEquals(
          "Ferritin cannot be billed to insurance in AZ",
          CatalogueTestNode.detail(
              node.post(CREATE, bodies.applyChanges(bodies.walkIn(user), ferritin).toString())
                  .expect(400)));
      String there = ferritin + " ;; /patient_address/state=\"NY\"";
      order(node.post(CREATE, bodies.applyChanges(bodies.walkIn(user), there).toString()));
      String client = ferritin + " ;; /billing_type=\"client_bill\"";
      order(node.post(CREATE, bodies.applyChanges(bodies.walkIn(user), client).toString()));
    } finally {
      node.db().query("update marker set insured_in = null where id = $1", marker);
    }
  }

  @Test
  void anOrderThatIsMadeAgainIsPaidForLikeTheOldOne() {
    String user = bodies.user();
    insured(user);
    JsonNode old = order(node.post(CREATE, paid(user).toString()));
    JsonNode made =
        order(
            node.post(
                "/v3/order/" + old.get("id").asText() + "/recreate",
                "{\"update_reason\":\"OTHER\"}"));
    assertNotEquals(old.get("id"), made.get("id"));
    assertEquals(old.get("health_insurance_id"), made.get("health_insurance_id"));
    assertEquals("commercial_insurance", made.get("billing_type").asText());
    assertEquals(old.get("icd_codes"), made.get("icd_codes"));
  }

  @Test
  void anOrderThatIsDrawnAgainIsPaidForLikeTheFirst() {
    String user = bodies.user();
    insured(user);
    JsonNode first = order(node.post(CREATE, paid(user).toString()));
    OrderLifecycle book = new TestOrders(node).lifecycle();
    UUID redraw =
        node.db()
            .tx(
                tx -> {
                  OrderRow row = book.lock(tx, OrderBodies.id(first)).orElseThrow();
                  List<Integer> markers = OrderRepo.markers(tx, row.id());
                  return book.createRedraw(tx, row, markers.subList(0, 1));
                });
    JsonNode shown = node.get("/v3/order/" + redraw).expect(200).json();
    assertEquals(first.get("health_insurance_id"), shown.get("health_insurance_id"));
    assertEquals("commercial_insurance", shown.get("billing_type").asText());
  }

  @Test
  void anImportWithoutDiagnosesIsMadeAgainWithSome() {
    String user = bodies.user();
    insured(user);
    JsonNode old =
        order(
            node.post(IMPORT, imported(user, "/billing_type=\"commercial_insurance\"").toString()));
    String path = "/v3/order/" + old.get("id").asText() + "/recreate";
    assertEquals(
        "commercial_insurance needs icd_codes",
        CatalogueTestNode.detail(node.post(path, "{\"update_reason\":\"OTHER\"}").expect(400)));
    JsonNode made =
        order(node.post(path, "{\"update_reason\":\"OTHER\",\"icd_codes\":[\"E78.5\"]}"));
    assertEquals("E78.5", made.at("/icd_codes/0").asText());
  }
}
