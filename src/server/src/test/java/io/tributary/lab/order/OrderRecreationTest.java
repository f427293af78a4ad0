package io.tributary.lab.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks that a recreated order follows the rules of a new one. */
class OrderRecreationTest {
  private static TestNode node;
  private static OpenApiDocument api;
  private static OrderBodies bodies;

  @BeforeAll
  static void start() {
    node = CatalogueTestNode.start("TRIBUTARY_USERS_SANDBOX_LIMIT", "1000");
    api = OpenApiDocument.of(node);
    bodies = new OrderBodies(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static TestResponse recreate(JsonNode order, String more) {
    return recreate(node, order, more);
  }

  private static TestResponse recreate(TestNode at, JsonNode order, String more) {
    return at.post(
        "/v3/order/" + order.get("id").asText() + "/recreate",
        bodies.replacePlaceholders("{\"update_reason\":\"OTHER\"" + more + "}"));
  }

  private static void assertRejected(TestResponse answer, String detail) {
    assertEquals(detail, CatalogueTestNode.detail(api.assertValid(answer, 400, "recreateOrder")));
  }

  private static void change(JsonNode order, String column) {
    node.db().query("update lab_order set " + column + " where id = $1", OrderBodies.id(order));
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
  void whatALaboratoryAsksMustBeAnswered() {
    JsonNode old = bodies.placeOrder("");
    String urine = ",\"order_set\":{\"add_on\":{\"marker_ids\":[{urine}]}}";
    assertRejected(recreate(old, urine), "Missing required questions - \"Source of the specimen\"");
    JsonNode made =
        recreate(
                old,
                urine
                    + ",\"aoe_answers\":[{\"marker_id\":{urine},\"question_id\":{source},"
                    + "\"answer\":\"midstream\"}]")
            .expect(200)
            .json()
            .get("order");
    assertEquals("midstream", aoe(made).at("/0/answer").asText());
    JsonNode third = recreate(made, "").expect(200).json().get("order");
    assertEquals(aoe(made), aoe(third));
  }

  @Test
  void aMinorNeedsTheSwitchAgain() {
    JsonNode old = bodies.placeOrder("");
    change(
        old,
        "patient = patient || jsonb_build_object('dob', '"
            + bodies.replacePlaceholders("{minor}")
            + "')");
    api.assertValid(recreate(old, ""), 403, "recreateOrder");
  }

  @Test
  void notesGoOnlyToThoseWhoReadThem() {
    JsonNode old = bodies.placeOrder("");
    change(old, "clinical_notes = 'hello'");
    assertRejected(recreate(old, ""), "clinical_notes are not supported by this lab");
    api.assertValid(
        recreate(old, ",\"clinical_notes\":\"" + "x".repeat(1001) + "\""), 422, "recreateOrder");
    recreate(old, ",\"clinical_notes\":null").expect(200);
  }

  @Test
  void consentsAreAskedForAgain() {
    JsonNode old = bodies.placeOrder("");
    try (TestNode strict = node.startPeer("TRIBUTARY_ORDERS_REQUIRE_CONSENTS", "true")) {
      assertRejected(
          recreate(strict, old, ""),
          "missing consents: hipaa-authorization, terms-of-use, telehealth-informed-consent");
      recreate(
              strict,
              old,
              ",\"physician\":{\"first_name\":\"G\",\"last_name\":\"S\",\"npi\":\"1234567893\"}")
          .expect(200);
    }
  }

  @Test
  void aTestThatWasArchivedIsNotOrderedAgain() {
    String test =
        node.post(
                "/v3/lab_tests",
                bodies.replacePlaceholders(
                    "{\"name\":\"Mine\",\"description\":\"\",\"method\":\"walk_in_test\","
                        + "\"marker_ids\":[{ferritin}]}"))
            .expect(200)
            .json()
            .get("id")
            .asText();
    JsonNode old = bodies.placeOrder("/order_set={\"lab_test_ids\":[\"" + test + "\"]}");
    node.call("PATCH", "/v3/lab_tests/" + test, "{\"active\":false}").expect(200);
    assertRejected(recreate(old, ""), "lab test " + test + " is not active");
  }

  @Test
  void theSameCallWithAKeyIsOneOrder() {
    JsonNode old = bodies.placeOrder("");
    JsonNode other = bodies.placeOrder("");
    Map<String, String> headers =
        Map.of(
            "x-service-api-key",
            node.first().apiKey(),
            "x-idempotency-key",
            "again-" + old.get("id"));
    String body = "{\"update_reason\":\"OTHER\"}";
    String path = "/v3/order/" + old.get("id").asText() + "/recreate";
    JsonNode first = node.send("POST", path, body, headers).expect(200).json();
    assertEquals(first, node.send("POST", path, body, headers).expect(200).json());
    assertEquals(
        2,
        node.get("/v3/order/" + old.get("id").asText())
            .expect(200)
            .json()
            .at("/order_transaction/orders")
            .size());
    api.assertValid(
        node.send("POST", "/v3/order/" + other.get("id").asText() + "/recreate", body, headers),
        409,
        "recreateOrder");
  }
}
