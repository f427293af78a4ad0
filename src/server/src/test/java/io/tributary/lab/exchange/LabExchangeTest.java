package io.tributary.lab.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.db.RowMapping;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.order.TestOrders;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.Status;
import io.tributary.lab.state.StatusDetail;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestNode;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that orders reach the laboratory once and that its responses update them, across
 * connection failures.
 */
class LabExchangeTest {
  private static final Duration SOON = Duration.ofSeconds(120);

  private LabSimulatorFixture lab;
  private TestNode node;
  private TestOrders orders;

  @BeforeEach
  void start() throws Exception {
    lab = LabSimulatorFixture.start();
    node =
        CatalogueTestNode.start(
            "TRIBUTARY_LAB_EXCHANGE_SIMULATOR_URL", lab.control(),
            "TRIBUTARY_LAB_EXCHANGE_SANDBOX_MANUAL_DISPATCH", "false",
            "TRIBUTARY_LAB_EXCHANGE_CLAIM_INTERVAL", "50ms",
            "TRIBUTARY_LAB_EXCHANGE_RETRY_SCHEDULE", "50ms,100ms",
            "TRIBUTARY_LAB_EXCHANGE_ACK_TIMEOUT", "2s");
    orders = new TestOrders(node);
  }

  @AfterEach
  void stop() throws Exception {
    node.close();
    lab.close();
  }

  private OrderRow now(OrderRow order) {
    return node.db().tx(tx -> orders.lifecycle().lock(tx, order.id())).orElseThrow();
  }

  private OrderRow reached(OrderRow order, LowStatus status) {
    Eventually.eventually(SOON, () -> assertEquals(status, now(order).status().low()));
    return now(order);
  }

  private List<String> messages(OrderRow order) {
    return RowMapping.list(
        node.db()
            .query(
                "select kind || ' ' || state as t from lab_message where order_id = $1 order by"
                    + " created_at",
                order.id()),
        r -> r.getString("t"));
  }

  private JsonNode parked() {
    return node.callManagement("GET", "/v1/org/" + node.first().org() + "/lab_message", null)
        .expect(200)
        .json()
        .get("data");
  }

  @Test
  void anAcceptedOrderHasItsNumberAndIsTold() {
    OrderRow order = orders.open(Modality.WALK_IN);
    OrderRow after = reached(order, LowStatus.REQUISITION_CREATED);
    String sample = after.sampleId().orElseThrow();
    JsonNode seen = lab.order(sample);
    assertEquals(1, seen.get("placed").size());
    assertEquals("tamberline", seen.get("lab").asText());
    assertEquals(2, seen.get("tests").size());
    assertEquals(List.of("order done"), messages(order));
    List<JsonNode> told = orders.events(order.id());
    assertEquals(2, told.size());
    assertTrue(told.get(0).at("/data/sample_id").isNull());
    assertEquals(sample, told.get(1).at("/data/sample_id").asText());
  }

  @Test
  void eachOrderIsOneMessageHoweverOftenConnectionsBreak() {
    lab.faults("{\"drop\":0.25,\"busy\":0.2}");
    List<OrderRow> all = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      all.add(orders.open(Modality.WALK_IN));
    }
    int repetitions = 0;
    for (OrderRow order : all) {
      OrderRow after = reached(order, LowStatus.REQUISITION_CREATED);
      JsonNode placed = lab.order(after.sampleId().orElseThrow()).get("placed");
      assertEquals(1, placed.size(), placed.toString());
      repetitions += attempts(order);
      assertEquals(2, orders.events(order.id()).size());
    }
    // Confirms that connection faults occurred.
    assertTrue(repetitions > all.size(), "no message was repeated");
    assertEquals(8, lab.about().get("orders").asInt());
  }

  private int attempts(OrderRow order) {
    return node.db()
        .query("select attempt from lab_message where order_id = $1", order.id())
        .iterator()
        .next()
        .getInteger("attempt");
  }

  @Test
  void aRefusedOrderIsCancelledAndItsMessageWaitsForSomebody() {
    lab.faults("{\"refuse\":1}");
    OrderRow order = orders.open(Modality.WALK_IN);
    OrderRow after = reached(order, LowStatus.CANCELLED);
    assertEquals(Status.of(StatusDetail.FULFILLMENT_ERROR), after.status());
    assertTrue(after.sampleId().isEmpty());
    JsonNode one = parked().get(0);
    assertEquals(order.id().toString(), one.get("order_id").asText());
    assertEquals("AE", one.get("code").asText());
    assertEquals("103", one.get("error").asText());
    String path = "/v1/org/" + node.first().org() + "/lab_message/" + one.get("id").asText();
    node.callManagement("POST", path + "/replay", null).expect(400);
    Eventually.eventually(
        SOON,
        () ->
            assertEquals(
                List.of("done"),
                RowMapping.list(
                    node.db()
                        .query(
                            "select state from lab_order_dispatch where order_id = $1 and kind ="
                                + " 'cancel'",
                            order.id()),
                    r -> r.getString("state"))));
    assertEquals(0, lab.about().get("orders").asInt());
    assertEquals(1, parked().size());
    node.callManagement("POST", path + "/settle", "{\"outcome\":\"refused\"}").expect(200);
    assertEquals(0, parked().size());
  }

  @Test
  void aBusyLaboratoryGetsTheSameMessageLater() {
    lab.faults("{\"busy\":1}");
    OrderRow order = orders.open(Modality.WALK_IN);
    Eventually.eventually(SOON, () -> assertTrue(attemptsOrNone(order) > 1));
    assertEquals(LowStatus.ORDERED, now(order).status().low());
    lab.faults("{\"busy\":0}");
    OrderRow after = reached(order, LowStatus.REQUISITION_CREATED);
    assertEquals(1, lab.order(after.sampleId().orElseThrow()).get("placed").size());
  }

  private int attemptsOrNone(OrderRow order) {
    return messages(order).isEmpty() ? 0 : attempts(order);
  }

  @Test
  void aCancelledOrderIsCancelledThere() {
    OrderRow order = orders.open(Modality.WALK_IN);
    OrderRow placed = reached(order, LowStatus.REQUISITION_CREATED);
    node.db().tx(tx -> orders.lifecycle().move(tx, placed, Status.of(LowStatus.CANCELLED)));
    Eventually.eventually(
        SOON, () -> assertEquals(List.of("order done", "cancel done"), messages(order)));
    assertEquals(1, lab.order(placed.sampleId().orElseThrow()).get("cancelled").size());
  }

  @Test
  void anOrderForLaterIsNotSentBefore() {
    OrderRow order =
        orders.open(
            Modality.WALK_IN,
            Optional.of(Instant.now().plus(Duration.ofDays(2))),
            Optional.empty());
    OrderRow other = orders.open(Modality.WALK_IN);
    reached(other, LowStatus.REQUISITION_CREATED);
    assertEquals(LowStatus.ORDERED, now(order).status().low());
    assertEquals(List.of(), messages(order));
    node.db()
        .query(
            "update lab_order set activate_at = now() - interval '1 hour' where id = $1",
            order.id());
    node.db().query("update lab_order_dispatch set due_at = now() where order_id = $1", order.id());
    reached(order, LowStatus.REQUISITION_CREATED);
  }

  @Test
  void aKitThatSomebodyRegistersLaterGetsItsNumberFirst() {
    OrderRow kit = orders.open(Modality.REGISTRABLE_KIT);
    OrderRow waiting = reached(kit, LowStatus.AWAITING_REGISTRATION);
    assertTrue(waiting.sampleId().isPresent());
    assertEquals(List.of(), messages(kit));
  }

  @Test
  void aKilledServiceLosesAndDoublesNothing() {
    lab.faults("{\"drop\":0.3}");
    List<OrderRow> all = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      all.add(orders.open(Modality.WALK_IN));
    }
    node.crash();
    node = node.restart();
    orders = new TestOrders(node);
    lab.faults("{\"drop\":0}");
    for (OrderRow order : all) {
      OrderRow after = reached(order, LowStatus.REQUISITION_CREATED);
      assertEquals(1, lab.order(after.sampleId().orElseThrow()).get("placed").size());
      assertEquals(2, orders.events(order.id()).size());
    }
    assertEquals(6, lab.about().get("orders").asInt());
  }

  @Test
  void aResultIsStoredOnceHoweverOftenItComes() {
    OrderRow order = orders.open(Modality.WALK_IN);
    String sample = reached(order, LowStatus.REQUISITION_CREATED).sampleId().orElseThrow();
    lab.faults("{\"duplicate\":1}");
    lab.script(sample, "{\"id\":\"one\",\"results_to\":\"127.0.0.1:" + port() + "\"}");
    Eventually.eventually(
        SOON, () -> assertEquals(2, lab.order(sample).get("results_taken").asInt()));
    assertEquals(1, inbound().size());
    lab.faults("{\"duplicate\":0}");
    lab.script(sample, "{\"id\":\"one\",\"results_to\":\"127.0.0.1:" + port() + "\"}");
    lab.script(sample, "{\"id\":\"two\",\"results_to\":\"127.0.0.1:" + port() + "\"}");
    Eventually.eventually(
        SOON, () -> assertEquals(3, lab.order(sample).get("results_taken").asInt()));
    assertEquals(2, inbound().size());
  }

  private List<UUID> inbound() {
    return RowMapping.list(
        node.db().query("select id from lab_message where direction = 'in'"), r -> r.getUUID("id"));
  }

  private int port() {
    return node.node().sandboxPort().orElseThrow();
  }

  @Test
  void whatCannotBeReadIsKeptAndReadAgainWhenAsked() throws Exception {
    byte[] message =
        ("MSH|^~\\&|LIS|nowhere|TRIBUTARY|1|20260101||ORU^R01|M1|T|2.5.1\rPID|1\rOBR|1|A-1\r")
            .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    assertTrue(MllpRawSender.send(port(), message).contains("MSA|AA|M1"));
    assertTrue(MllpRawSender.send(port(), message).contains("MSA|AA|M1"));
    Eventually.eventually(SOON, () -> assertEquals(1, parked().size()));
    JsonNode one = parked().get(0);
    assertEquals("in", one.get("direction").asText());
    assertFalse(one.toString().contains("nowhere"));
    String path = "/v1/org/" + node.first().org() + "/lab_message/" + one.get("id").asText();
    node.callManagement("POST", path + "/settle", "{\"outcome\":\"accepted\"}").expect(400);
    node.callManagement("POST", path + "/replay", null).expect(200);
    Eventually.eventually(
        SOON,
        () -> {
          JsonNode again = parked();
          assertEquals(1, again.size());
          assertEquals(1, again.get(0).get("attempts").asInt());
        });
  }

  @Test
  void whatFitsNoOrderIsShownToOperatorsAndReadAgainUntilItFits() throws Exception {
    OrderRow order = orders.open(Modality.WALK_IN);
    reached(order, LowStatus.REQUISITION_CREATED);
    byte[] message =
        ("MSH|^~\\&|LIS|tamberline|TRIBUTARY|77001|20260302100000||ORU^R01|M7|T|2.5.1\r"
                + "PID|1||||EXAMPLE^ADA||19900517|F\r"
                + "ORC|RE|LATE-1-1|||||||\r"
                + "OBR|1|LATE-1-1|F1|004094^Ferritin^L|||||||||||||||||||||F\r"
                + "OBX|1|NM|004094^Ferritin^L||20|ng/mL|11-307||||F\r")
            .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    assertTrue(MllpRawSender.send(port(), message).contains("MSA|AA|M7"));
    Eventually.eventually(SOON, () -> assertEquals(1, parked().size()));
    JsonNode one = parked().get(0);
    assertEquals("unmatched", one.get("state").asText());
    String path = "/v1/org/" + node.first().org() + "/lab_message/" + one.get("id").asText();
    node.callManagement("POST", path + "/replay", null).expect(200);
    Eventually.eventually(SOON, () -> assertEquals(1, parked().size()));
    assertEquals(1, items());
    // An operator assigns the order.
    node.db().query("update lab_order set sample_id = 'LATE-1' where id = $1", order.id());
    node.callManagement("POST", path + "/replay", null).expect(200);
    reached(order, LowStatus.PARTIAL_RESULTS);
    assertEquals(0, parked().size());
    assertEquals(1, items());
  }

  private long items() {
    return node.db()
        .query("select count(*) as n from lab_unmatched_result")
        .iterator()
        .next()
        .getLong("n");
  }

  @Test
  void whatNothingWasUnderstoodOfIsNotTakenForDone() throws Exception {
    byte[] message =
        ("MSH|^~\\&|LIS|tamberline|TRIBUTARY|1|20260302||ORU^R01|M8|T|2.5.1\r"
                + "PID|1||||EXAMPLE^ADA||19900517|F\rOBX|1|NM|004094^Ferritin^L||20|ng/mL\r")
            .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    assertTrue(MllpRawSender.send(port(), message).contains("MSA|AA|M8"));
    Eventually.eventually(SOON, () -> assertEquals(1, parked().size()));
    assertEquals("parked", parked().get(0).get("state").asText());
  }

  @Test
  void aMessageOfProductionIsRefusedByTheSandbox() throws Exception {
    byte[] message =
        ("MSH|^~\\&|LIS|tamberline|TRIBUTARY|1|20260101||ORU^R01|M2|P|2.5.1\rPID|1\r")
            .getBytes(java.nio.charset.StandardCharsets.ISO_8859_1);
    String answer = MllpRawSender.send(port(), message);
    assertTrue(answer.contains("MSA|AR|M2"), answer);
    assertTrue(answer.contains("202"), answer);
    assertEquals(0, inbound().size());
  }
}
