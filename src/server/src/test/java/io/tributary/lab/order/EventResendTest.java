package io.tributary.lab.order;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Status;
import io.tributary.testkit.OpenApiDocument;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestResponse;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Resends webhook events of orders. */
class EventResendTest {
  private static final String RESEND = "/v3/order/resend_events";
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

  private static void move(UUID id, LowStatus to) {
    node.db()
        .tx(
            tx ->
                orders
                    .lifecycle()
                    .move(tx, orders.lifecycle().lock(tx, id).orElseThrow(), Status.of(to)));
  }

  private static TestResponse resend(String body) {
    return node.post(RESEND, body);
  }

  @Test
  void theLastWebhookOfAnOrderIsSentAgain() {
    JsonNode order = bodies.placeOrder("");
    UUID id = OrderBodies.id(order);
    JsonNode sent =
        api.assertValid(resend("{\"order_ids\":[\"" + id + "\"]}"), 200, "resendOrderEvents")
            .json();
    assertEquals("{\"order_ids\":[\"" + id + "\"]}", sent.toString());
    List<JsonNode> told = orders.events(id);
    assertEquals(2, told.size());
    assertEquals(told.getFirst(), told.getLast());
    move(id, LowStatus.REQUISITION_CREATED);
    resend("{\"order_ids\":[\"" + id + "\"]}").expect(200);
    told = orders.events(id);
    assertEquals(4, told.size());
    assertEquals(told.get(2), told.getLast());
    node.db().query("update lab_order set status_at = '2021-01-05T00:00:00Z' where id = $1", id);
    assertEquals(
        "{\"order_ids\":[\"" + id + "\"]}",
        resend("{\"start_at\":\"2021-01-01T00:00:00Z\",\"end_at\":\"2021-02-01T00:00:00Z\"}")
            .expect(200)
            .text());
  }

  @Test
  void whatIsSentAgainIsAsItWasThen() {
    JsonNode order = bodies.placeOrder("");
    UUID id = OrderBodies.id(order);
    String ids = "{\"order_ids\":[\"" + id + "\"]}";
    node.db().query("update lab_order set passthrough = 'later' where id = $1", id);
    resend(ids).expect(200);
    resend(ids).expect(200);
    List<JsonNode> told = orders.events(id);
    assertEquals(3, told.size());
    assertEquals(1, told.stream().distinct().count());
    // The team does not receive partial results, so the last sent event is resent.
    move(id, LowStatus.REQUISITION_CREATED);
    move(id, LowStatus.PARTIAL_RESULTS);
    resend(ids).expect(200);
    told = orders.events(id);
    assertEquals(5, told.size());
    assertEquals(told.get(3), told.getLast());
    // Message bodies are deleted after the retention period.
    node.db()
        .query(
            "update message set body = null where id = (select last_webhook from lab_order where id"
                + " = $1)",
            id);
    resend(ids).expect(200);
    JsonNode now = orders.events(id).getLast();
    assertEquals("sample_with_lab", now.at("/data/status").asText());
    assertEquals("labtest.order.updated", now.get("event_type").asText());
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}|400|exactly one of order_ids and start_at must be set",
        "{\"order_ids\":[],\"start_at\":\"2021-01-01T00:00:00Z\"}|400|exactly one of order_ids and"
            + " start_at must be set",
        "{\"start_at\":\"2021-01-01T00:00:00Z\"}|400|start_at and end_at must be at most 60 days"
            + " apart",
        "{\"start_at\":\"2021-01-02T00:00:00Z\",\"end_at\":\"2021-01-01T00:00:00Z\"}|400|end_at"
            + " must not be before start_at",
        "{\"order_ids\":[\"00000000-0000-4000-8000-000000000000\"]}|404|order not found"
      })
  void whatCannotBeSentAgainIsRefused(String body, int status, String detail) {
    assertEquals(
        detail,
        CatalogueTestNode.detail(api.assertValid(resend(body), status, "resendOrderEvents")));
  }
}
