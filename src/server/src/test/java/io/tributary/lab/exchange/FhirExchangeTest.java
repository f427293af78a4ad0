package io.tributary.lab.exchange;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Json;
import io.tributary.db.RowMapping;
import io.tributary.fhir.FhirResourceValidator;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.lab.order.OrderBodies;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.order.TestOrders;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.Status;
import io.tributary.lab.state.StatusDetail;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Orders and results over FHIR, across connection failures. */
class FhirExchangeTest {
  private static final Duration SOON = Duration.ofSeconds(120);
  private static final HttpClient HTTP = HttpClient.newHttpClient();
  private static final FhirResourceValidator JUDGE = FhirResourceValidator.withoutOwnCodes();

  private static LabSimulatorFixture lab;
  private static TestNode node;
  private static TestOrders orders;

  @BeforeAll
  static void start() throws Exception {
    lab = LabSimulatorFixture.start();
    node =
        CatalogueTestNode.start(
            "TRIBUTARY_LAB_EXCHANGE_SIMULATOR_URL", lab.control(),
            "TRIBUTARY_LAB_EXCHANGE_SANDBOX_FHIR", "tamberline,ostrelle,fernholt,pipwick",
            "TRIBUTARY_LAB_EXCHANGE_CLAIM_INTERVAL", "50ms",
            "TRIBUTARY_LAB_EXCHANGE_RETRY_SCHEDULE", "50ms,100ms",
            "TRIBUTARY_LAB_EXCHANGE_ACK_TIMEOUT", "2s");
    orders = new TestOrders(node);
  }

  @AfterAll
  static void stop() throws Exception {
    node.close();
    lab.close();
  }

  @AfterEach
  void calm() {
    lab.faults("{\"drop\":0,\"duplicate\":0,\"busy\":0,\"refuse\":0}");
  }

  private static OrderRow now(OrderRow order) {
    return node.db().tx(tx -> orders.lifecycle().lock(tx, order.id())).orElseThrow();
  }

  private static OrderRow reached(OrderRow order, LowStatus status) {
    Eventually.eventually(SOON, () -> assertEquals(status, now(order).status().low()));
    return now(order);
  }

  private static void drive(OrderRow order, String query) {
    node.post("/v3/order/" + order.id() + "/test" + query, null).expect(200);
  }

  private static List<String> bodies(OrderRow order, String direction) {
    MessageEncryption seal = new MessageEncryption(node.secrets());
    return RowMapping.list(
        node.db()
            .query(
                "select body, connection_name, sender, control_id from lab_message where order_id ="
                    + " $1 and direction = $2 order by created_at",
                order.id(),
                direction),
        r -> {
          byte[] body = RowMapping.bytes(r, "body");
          byte[] plain =
              direction.equals("out")
                  ? body
                  : seal.decrypt(
                      body,
                      r.getString("connection_name"),
                      r.getString("sender"),
                      r.getString("control_id"));
          return new String(plain, UTF_8);
        });
  }

  private static long count(String sql, Object... arguments) {
    return node.db().query(sql, arguments).iterator().next().getLong("n");
  }

  @Test
  void anOrderGoesOutAndItsResultsComeBackOnceWhateverBreaks() {
    lab.faults("{\"drop\":0.25,\"duplicate\":1}");
    UUID id = OrderBodies.id(new OrderBodies(node).placeOrder(""));
    OrderRow order = node.db().tx(tx -> orders.lifecycle().lock(tx, id)).orElseThrow();
    drive(order, "");
    OrderRow after = reached(order, LowStatus.COMPLETED);
    lab.faults("{\"drop\":0,\"duplicate\":0}");
    String sample = after.sampleId().orElseThrow();
    Eventually.eventually(SOON, () -> assertEquals(0, lab.about().get("results_waiting").asInt()));
    JsonNode seen = lab.order(sample);
    assertEquals(1, seen.get("placed").size(), seen.toString());
    assertTrue(seen.get("tests").size() > 0);
    assertTrue(
        seen.get("results_taken").asInt() > seen.get("results_sent").asInt(), seen.toString());
    // Partial and final results, each stored once and processed.
    assertEquals(2, bodies(order, "in").size());
    assertEquals(
        2L,
        count(
            "select count(*) as n from lab_message where connection_name = 'sandbox-fhir' and"
                + " direction = 'in' and state = 'done' and order_id = $1",
            order.id()));
    JsonNode result = node.get("/v3/order/" + order.id() + "/result").expect(200).json();
    assertEquals("final", result.at("/metadata/status").asText());
    assertTrue(result.get("results").size() > 1);
    assertEquals("numeric", result.at("/results/0/type").asText());
    assertEquals("05D0000000", result.at("/metadata/clia_number").asText());
    assertTrue(result.at("/results/0/max_range_value").asDouble() > 0, result.toString());
    node.get("/v3/order/" + order.id() + "/result/pdf").expect(200);
    assertEquals(
        1L,
        count(
            "select count(*) as n from lab_order_event where order_id = $1 and status ="
                + " 'completed'",
            order.id()));
    for (String direction : new String[] {"out", "in"}) {
      for (String body : bodies(order, direction)) {
        assertEquals(List.of(), JUDGE.errors(body), body);
      }
    }
  }

  @Test
  void missingCriticalAndCorrectedResultsArriveAsSuch() {
    OrderRow order = orders.open(Modality.WALK_IN);
    node.post(
            "/v3/order/" + order.id() + "/test?final_status=completed.walk_in_test.corrected",
            "{\"interpretation\":\"critical\",\"result_types\":[\"range\",\"comment\","
                + "\"coded_value\",\"numeric\"],\"has_missing_results\":true}")
        .expect(200);
    reached(order, LowStatus.CORRECTED);
    JsonNode result = node.get("/v3/order/" + order.id() + "/result").expect(200).json();
    assertEquals("critical", result.at("/metadata/interpretation").asText());
    assertEquals("range", result.at("/results/0/type").asText());
    assertTrue(result.get("missing_results").size() > 0);
    assertEquals(
        "quantity_not_sufficient_failure",
        result.at("/missing_results/0/inferred_failure_type").asText());
    for (String body : bodies(order, "in")) {
      assertEquals(List.of(), JUDGE.errors(body), body);
    }
  }

  @Test
  void aRefusedOrderIsCancelledAndABusyLaboratoryIsAskedAgain() {
    lab.faults("{\"busy\":1}");
    OrderRow busy = orders.open(Modality.WALK_IN);
    drive(busy, "?final_status=received.walk_in_test.requisition_created");
    Eventually.eventually(
        SOON,
        () ->
            assertTrue(
                count(
                        "select coalesce(max(attempt), 0)::bigint as n from lab_message where"
                            + " order_id = $1",
                        busy.id())
                    > 1));
    assertEquals(LowStatus.ORDERED, now(busy).status().low());
    lab.faults("{\"busy\":0}");
    OrderRow placed = reached(busy, LowStatus.REQUISITION_CREATED);
    assertEquals(1, lab.order(placed.sampleId().orElseThrow()).get("placed").size());

    lab.faults("{\"refuse\":1}");
    OrderRow refused = orders.open(Modality.WALK_IN);
    drive(refused, "?final_status=received.walk_in_test.requisition_created");
    assertEquals(
        Status.of(StatusDetail.FULFILLMENT_ERROR), reached(refused, LowStatus.CANCELLED).status());
    assertEquals(
        "422,business-rule",
        node.db()
            .query(
                "select error from lab_message where order_id = $1 and kind = 'order'",
                refused.id())
            .iterator()
            .next()
            .getString("error"));
  }

  @Test
  void aCancelledOrderIsRevokedThere() {
    OrderRow order = orders.open(Modality.WALK_IN);
    drive(order, "?final_status=received.walk_in_test.requisition_created");
    OrderRow placed = reached(order, LowStatus.REQUISITION_CREATED);
    node.post("/v3/order/" + order.id() + "/cancel", null).expect(200);
    Eventually.eventually(
        SOON,
        () -> assertEquals(1, lab.order(placed.sampleId().orElseThrow()).get("cancelled").size()));
    for (String body : bodies(order, "out")) {
      assertEquals(List.of(), JUDGE.errors(body), body);
    }
  }

  private static LabExchange.ResultsTarget resultEndpoint(OrderRow order) {
    return node.db().tx(tx -> node.node().labResults(tx, order));
  }

  private static HttpResponse<String> sendResult(
      LabExchange.ResultsTarget place, String login, String body) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(place.address()))
            .POST(HttpRequest.BodyPublishers.ofString(body));
    if (!login.isEmpty()) {
      request.header("authorization", login);
    }
    try {
      return HTTP.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException | InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void assertRejected(HttpResponse<String> answer, int status, String code) {
    assertEquals(status, answer.statusCode(), answer.body());
    JsonNode outcome = Json.parse(answer.body());
    assertEquals("OperationOutcome", outcome.get("resourceType").asText());
    assertEquals(code, outcome.at("/issue/0/code").asText());
    assertEquals(List.of(), JUDGE.errors(answer.body()));
  }

  @Test
  void theEndpointAcceptsReportsOfKnownLaboratories() {
    OrderRow order = orders.open(Modality.WALK_IN);
    LabExchange.ResultsTarget place = resultEndpoint(order);
    String report =
        "{\"resourceType\":\"Bundle\",\"type\":\"transaction\",\"entry\":[{\"resource\":"
            + "{\"resourceType\":\"DiagnosticReport\",\"status\":\"final\",\"code\":{\"text\":\"T\"},"
            + "\"performer\":[{\"identifier\":{\"value\":\"tamberline\"}}],"
            + "\"basedOn\":[{\"identifier\":{\"value\":\"NOBODY-1\"}}]}}]}";
    long before = count("select count(*) as n from lab_message where direction = 'in'");
    assertRejected(sendResult(place, "", report), 401, "login");
    assertRejected(sendResult(place, "Bearer wrong", report), 401, "login");
    assertRejected(sendResult(place, place.login(), "{"), 400, "structure");
    assertRejected(
        sendResult(place, place.login(), "{\"resourceType\":\"Patient\"}"), 422, "not-supported");
    assertRejected(
        sendResult(place, place.login(), "{\"resourceType\":\"DiagnosticReport\"}"),
        422,
        "required");
    assertRejected(sendResult(place, place.login(), "x".repeat((16 << 20) + 1)), 413, "too-long");
    assertEquals(before, count("select count(*) as n from lab_message where direction = 'in'"));
    for (int i = 0; i < 2; i++) {
      HttpResponse<String> taken = sendResult(place, place.login(), report);
      assertEquals(200, taken.statusCode());
      assertEquals("transaction-response", Json.parse(taken.body()).get("type").asText());
      assertEquals(List.of(), JUDGE.errors(taken.body()));
    }
    assertEquals(before + 1, count("select count(*) as n from lab_message where direction = 'in'"));
    // The result matches no order and waits for an operator.
    Eventually.eventually(
        SOON,
        () ->
            assertEquals(
                1L,
                count(
                    "select count(*) as n from lab_message where direction = 'in' and state ="
                        + " 'unmatched' and sender = 'fhir/tamberline'")));
  }
}
