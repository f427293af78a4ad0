package io.tributary.lab.order;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tributary.core.Ids;
import io.tributary.core.Json;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Status;
import io.tributary.testkit.EventSchemaValidator;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Imported, test kit and recreated orders. */
class OrderSourcesTest {
  private static final String KIT = "/v3/order/testkit";
  private static final String REGISTER = "/v3/order/testkit/register";
  private static final String IMPORT = "/v3/order/import";
  private static TestNode node;
  private static OpenApiDocument api;
  private static TestOrders orders;
  private static OrderBodies bodies;

  @BeforeAll
  static void start() {
    node = CatalogueTestNode.start("TRIBUTARY_USERS_SANDBOX_LIMIT", "1000");
    api = OpenApiDocument.of(node);
    orders = new TestOrders(node);
    bodies = new OrderBodies(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static void imports(boolean on) {
    node.callManagement(
            "PATCH",
            "/v1/org/" + node.first().org() + "/team/" + node.first().team(),
            "{\"sandbox\":{\"order_import\":" + on + "}}")
        .expect(200);
  }

  private static void move(UUID id, LowStatus to) {
    node.db()
        .tx(
            tx ->
                orders
                    .lifecycle()
                    .move(tx, orders.lifecycle().lock(tx, id).orElseThrow(), Status.of(to)));
  }

  private static ObjectNode kit(String user) {
    ObjectNode body =
        Json.object().put("user_id", user).put("lab_test_id", bodies.replacePlaceholders("{kit}"));
    body.set("shipping_details", TestOrders.SHIPPING);
    return body.put("passthrough", "mine");
  }

  /** Creates a delivered test kit order with its printed number. */
  private static JsonNode deliveredKit(String user) {
    JsonNode order =
        api.assertValid(node.post(KIT, kit(user).toString()), 200, "sendKit").json().get("order");
    UUID id = OrderBodies.id(order);
    node.db()
        .tx(
            tx ->
                orders
                    .lifecycle()
                    .assignSampleId(
                        tx,
                        orders.lifecycle().lock(tx, id).orElseThrow(),
                        "K-" + order.get("id").asText()));
    for (LowStatus s :
        List.of(
            LowStatus.AWAITING_REGISTRATION,
            LowStatus.TRANSIT_CUSTOMER,
            LowStatus.OUT_FOR_DELIVERY,
            LowStatus.WITH_CUSTOMER)) {
      move(id, s);
    }
    return order;
  }

  private static ObjectNode registration(JsonNode order) {
    ObjectNode body = Json.object().put("sample_id", "K-" + order.get("id").asText());
    ObjectNode good = bodies.walkIn(order.get("user_id").asText());
    body.set("patient_details", good.get("patient_details"));
    body.set("patient_address", good.get("patient_address"));
    return body;
  }

  @Test
  void aKitIsSentToWhoeverWillRegisterIt() {
    String user = bodies.user();
    JsonNode order =
        api.assertValid(node.post(KIT, kit(user).toString()), 200, "sendKit").json().get("order");
    assertTrue(order.get("patient_details").isNull() && order.get("patient_address").isNull());
    assertEquals("Ada Example", order.at("/shipping_details/receiver_name").asText());
    assertEquals("testkit", order.at("/details/type").asText());
    assertEquals("mine", order.get("passthrough").asText());
    JsonNode told = orders.events(OrderBodies.id(order)).getFirst();
    assertEquals(order, told.get("data"));
    assertEquals(List.of(), EventSchemaValidator.violations(told));
    ObjectNode walk = kit(user).put("lab_test_id", bodies.replacePlaceholders("{walk}"));
    assertEquals(
        "the lab test is not a test kit",
        CatalogueTestNode.detail(node.post(KIT, walk.toString()).expect(400)));
    ObjectNode bare = kit(user);
    bare.remove("shipping_details");
    api.assertValid(node.post(KIT, bare.toString()), 422, "sendKit");
    api.assertValid(node.post(KIT, kit(Ids.uuid().toString()).toString()), 404, "sendKit");
  }

  @Test
  void aKitIsRegisteredOnce() {
    JsonNode order = deliveredKit(bodies.user());
    JsonNode done =
        api.assertValid(node.post(REGISTER, registration(order).toString()), 200, "registerKit")
            .json()
            .get("order");
    assertEquals("received.testkit.registered", done.at("/last_event/status").asText());
    assertEquals("received", done.get("status").asText());
    assertEquals("Ada", done.at("/patient_details/first_name").asText());
    assertEquals(
        "the kit is already registered",
        CatalogueTestNode.detail(
            api.assertValid(
                node.post(REGISTER, registration(order).toString()), 400, "registerKit")));
    api.assertValid(
        node.post(REGISTER, registration(order).put("sample_id", "none").toString()),
        404,
        "registerKit");
  }

  @Test
  void whoeverRegistersAKitHasItFromThenOn() {
    String stock = bodies.user();
    String patient = bodies.user();
    JsonNode order = deliveredKit(stock);
    node.post(REGISTER, registration(order).put("user_id", patient).toString()).expect(200);
    List<JsonNode> told = orders.events(OrderBodies.id(order));
    for (JsonNode e : told.subList(0, told.size() - 1)) {
      assertEquals(stock, e.get("user_id").asText());
    }
    assertEquals(patient, told.getLast().get("user_id").asText());
    assertEquals(patient, told.getLast().at("/data/user_id").asText());
    assertEquals(
        0, node.get("/v3/orders?user_id=" + stock).expect(200).json().get("total").asInt());
    node.call("DELETE", "/v2/user/" + stock, null).expect(200);
    node.get("/v3/order/" + order.get("id").asText()).expect(200);
    node.get("/v3/order_transaction/" + order.at("/order_transaction/id").asText()).expect(200);
    JsonNode second = deliveredKit(bodies.user());
    node.post(REGISTER, registration(second).put("user_id", Ids.uuid().toString()).toString())
        .expect(404);
  }

  @Test
  void aKitIsRegisteredWithAnInsuranceAndWithAnswers() {
    String user = bodies.user();
    JsonNode order = deliveredKit(user);
    UUID id = OrderBodies.id(order);
    int marker =
        node.db()
            .query("select marker_id as m from lab_order_marker where order_id = $1 limit 1", id)
            .iterator()
            .next()
            .getInteger("m");
    node.db()
        .query(
            "insert into marker_question (marker_id, code, value, type, required, sequence)"
                + " values ($1, 'MEAL', 'Last meal', 'text', true, 1)",
            marker);
    try {
      assertEquals(
          "Missing required questions - \"Last meal\"",
          CatalogueTestNode.detail(
              api.assertValid(
                  node.post(REGISTER, registration(order).toString()), 400, "registerKit")));
      long question =
          node.db()
              .query("select id from marker_question where code = 'MEAL'")
              .iterator()
              .next()
              .getLong("id");
      ObjectNode body = registration(order);
      body.withArray("aoe_answers")
          .addObject()
          .put("marker_id", marker)
          .put("question_id", question)
          .put("answer", "soup");
      body.putObject("health_insurance").put("payor_code", "ASTRA").put("insurance_id", "M-3");
      JsonNode done =
          api.assertValid(node.post(REGISTER, body.toString()), 200, "registerKit")
              .json()
              .get("order");
      JsonNode latest = node.get("/v2/user/" + user + "/insurance/latest").expect(200).json();
      assertEquals("M-3", latest.get("member_id").asText());
      assertTrue(done.get("health_insurance_id").isTextual());
      assertEquals(
          1,
          node.db()
              .query("select 1 from lab_order where id = $1 and aoe -> 0 ->> 'answer' = 'soup'", id)
              .size());
    } finally {
      node.db().query("update marker_question set active = false where code = 'MEAL'");
    }
  }

  @Test
  void aKitOfAMinorIsNotRegisteredWithoutTheSwitch() {
    JsonNode order = deliveredKit(bodies.user());
    ObjectNode body = bodies.applyChanges(registration(order), "/patient_details/dob=\"{minor}\"");
    api.assertValid(node.post(REGISTER, body.toString()), 403, "registerKit");
  }

  @Test
  void theSameCallWithAKeyIsOneKit() {
    String user = bodies.user();
    Map<String, String> headers =
        Map.of("x-service-api-key", node.first().apiKey(), "x-idempotency-key", "kit-" + user);
    String body = kit(user).toString();
    JsonNode first = node.send("POST", KIT, body, headers).expect(200).json();
    assertEquals(first, node.send("POST", KIT, body, headers).expect(200).json());
  }

  private static ObjectNode imported(String sample) {
    ObjectNode body = bodies.walkIn(bodies.user());
    body.put("collection_method", "walk_in_test")
        .put("billing_type", "client_bill")
        .put("sample_id", sample);
    return bodies.applyChanges(body, "/patient_address/zip=\"none\"");
  }

  @Test
  void anImportedOrderIsWithTheLaboratoryAlready() {
    api.assertValid(node.post(IMPORT, imported("I-0").toString()), 403, "importOrder");
    imports(true);
    try {
      JsonNode order =
          api.assertValid(node.post(IMPORT, imported("I-1").toString()), 200, "importOrder")
              .json()
              .get("order");
      assertEquals("I-1", order.get("sample_id").asText());
      assertEquals(
          List.of("received.walk_in_test.ordered", "received.walk_in_test.requisition_bypassed"),
          CatalogueTestNode.texts(order.get("events"), "status"));
      assertEquals(
          List.of("labtest.order.created", "labtest.order.updated"),
          orders.events(OrderBodies.id(order)).stream()
              .map(e -> e.get("event_type").asText())
              .toList());
      assertEquals(
          0,
          node.db()
              .query("select 1 from lab_order_dispatch where order_id = $1", OrderBodies.id(order))
              .size());
      assertEquals(
          "sample_id is already used by another order of this lab",
          CatalogueTestNode.detail(
              api.assertValid(node.post(IMPORT, imported("I-1").toString()), 400, "importOrder")));
      ObjectNode nobody = imported("I-2");
      bodies.applyChanges(nobody, "/patient_address/receiver_name=");
      api.assertValid(node.post(IMPORT, nobody.toString()), 422, "importOrder");
      ObjectNode bare = imported("I-3");
      bare.remove("sample_id");
      node.post(IMPORT, bare.toString()).expect(422);
    } finally {
      imports(false);
    }
  }

  @Test
  void anOrderIsMadeAgainWithWhatItCameWith() {
    JsonNode old = bodies.placeOrder("/passthrough=\"p\" ;; /priority=true");
    String path = "/v3/order/" + old.get("id").asText() + "/recreate";
    JsonNode made =
        api.assertValid(node.post(path, "{\"update_reason\":\"OTHER\"}"), 200, "recreateOrder")
            .json()
            .get("order");
    assertNotEquals(old.get("id"), made.get("id"));
    assertEquals("recreation", made.get("origin").asText());
    assertEquals("p", made.get("passthrough").asText());
    assertTrue(made.get("priority").asBoolean());
    assertEquals(old.get("lab_test"), made.get("lab_test"));
    assertEquals(old.get("patient_details"), made.get("patient_details"));
    assertEquals(old.at("/order_transaction/id"), made.at("/order_transaction/id"));
    assertEquals(old.get("id"), made.at("/order_transaction/orders/1/parent_id"));
    assertEquals(
        "cancelled", node.get("/v3/order/" + old.get("id").asText()).json().get("status").asText());
  }

  @Test
  void anOrderIsMadeAgainAtAnotherLaboratory() {
    JsonNode old = bodies.placeOrder("");
    String path = "/v3/order/" + old.get("id").asText() + "/recreate";
    JsonNode made =
        node.post(
                path,
                bodies.replacePlaceholders(
                    "{\"update_reason\":\"INCORRECT_LAB\",\"order_set\":{\"add_on\":"
                        + "{\"marker_ids\":[{ferritin2}]}}}"))
            .expect(200)
            .json()
            .get("order");
    assertEquals("ostrelle", made.at("/lab_test/lab/slug").asText());
    assertEquals("walk_in_test", made.at("/details/type").asText());
    api.assertValid(node.post(path, "{\"update_reason\":\"why\"}"), 422, "recreateOrder");
    api.assertValid(
        node.post("/v3/order/" + Ids.uuid() + "/recreate", "{\"update_reason\":\"OTHER\"}"),
        404,
        "recreateOrder");
  }

  @Test
  void anOrderThatIsDoneIsMadeAgainAndStays() {
    JsonNode old = bodies.placeOrder("");
    UUID id = OrderBodies.id(old);
    move(id, LowStatus.REQUISITION_CREATED);
    move(id, LowStatus.COMPLETED);
    node.post("/v3/order/" + id + "/recreate", "{\"update_reason\":\"OTHER\"}").expect(200);
    assertEquals("completed", node.get("/v3/order/" + id).json().get("status").asText());
  }
}
