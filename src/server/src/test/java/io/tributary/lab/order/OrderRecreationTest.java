package io.tributary.lab.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.lab.catalogue.SeededLabs;
import io.tributary.testkit.Answer;
import io.tributary.testkit.ApiDocument;
import io.tributary.testkit.TestNode;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** An order that is made again keeps the rules of one that is placed: labs.md §3, §4. */
class OrderRecreationTest {
  private static TestNode node;
  private static ApiDocument api;
  private static OrderBodies bodies;

  @BeforeAll
  static void start() {
    node = SeededLabs.start("TRIBUTARY_USERS_SANDBOX_LIMIT", "1000");
    api = ApiDocument.of(node);
    bodies = new OrderBodies(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static Answer again(JsonNode order, String more) {
    return again(node, order, more);
  }

  private static Answer again(TestNode at, JsonNode order, String more) {
    return at.post(
        "/v3/order/" + order.get("id").asText() + "/recreate",
        bodies.filled("{\"update_reason\":\"OTHER\"" + more + "}"));
  }

  private static void refused(Answer answer, String detail) {
    assertEquals(detail, SeededLabs.detail(api.valid(answer, 400, "recreateOrder")));
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
    JsonNode old = bodies.placed("");
    String urine = ",\"order_set\":{\"add_on\":{\"marker_ids\":[{urine}]}}";
    refused(again(old, urine), "Missing required questions - \"Source of the specimen\"");
    JsonNode made =
        again(
                old,
                urine
                    + ",\"aoe_answers\":[{\"marker_id\":{urine},\"question_id\":{source},"
                    + "\"answer\":\"midstream\"}]")
            .expect(200)
            .json()
            .get("order");
    assertEquals("midstream", aoe(made).at("/0/answer").asText());
    JsonNode third = again(made, "").expect(200).json().get("order");
    assertEquals(aoe(made), aoe(third));
  }

  @Test
  void aMinorNeedsTheSwitchAgain() {
    JsonNode old = bodies.placed("");
    change(
        old, "patient = patient || jsonb_build_object('dob', '" + bodies.filled("{minor}") + "')");
    api.valid(again(old, ""), 403, "recreateOrder");
  }

  @Test
  void notesGoOnlyToThoseWhoReadThem() {
    JsonNode old = bodies.placed("");
    change(old, "clinical_notes = 'hello'");
    refused(again(old, ""), "clinical_notes are not supported by this lab");
    api.valid(again(old, ",\"clinical_notes\":\"" + "x".repeat(1001) + "\""), 422, "recreateOrder");
    again(old, ",\"clinical_notes\":null").expect(200);
  }

  @Test
  void consentsAreAskedForAgain() {
    JsonNode old = bodies.placed("");
    try (TestNode strict = node.another("TRIBUTARY_ORDERS_REQUIRE_CONSENTS", "true")) {
      refused(
          again(strict, old, ""),
          "missing consents: hipaa-authorization, terms-of-use, telehealth-informed-consent");
      again(
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
                bodies.filled(
                    "{\"name\":\"Mine\",\"description\":\"\",\"method\":\"walk_in_test\","
                        + "\"marker_ids\":[{ferritin}]}"))
            .expect(200)
            .json()
            .get("id")
            .asText();
    JsonNode old = bodies.placed("/order_set={\"lab_test_ids\":[\"" + test + "\"]}");
    node.call("PATCH", "/v3/lab_tests/" + test, "{\"active\":false}").expect(200);
    refused(again(old, ""), "lab test " + test + " is not active");
  }

  @Test
  void theSameCallWithAKeyIsOneOrder() {
    JsonNode old = bodies.placed("");
    JsonNode other = bodies.placed("");
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
    api.valid(
        node.send("POST", "/v3/order/" + other.get("id").asText() + "/recreate", body, headers),
        409,
        "recreateOrder");
  }
}
