package io.tributary.lab.result;

import static io.tributary.lab.result.LabResultFixture.ferritin;
import static io.tributary.lab.result.LabResultFixture.panel;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.lab.order.ErasedSampleIds;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.LabReport;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.Status;
import io.tributary.testkit.EventSchemaValidator;
import io.tributary.testkit.TestNode;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Reprocesses a stored message: unmatched parts are matched again, and the others stay unchanged.
 */
class MessageReplayTest {
  private static final String ALL = "/v3/unmatched_result";
  private static TestNode node;
  private static LabResultFixture bench;

  @BeforeAll
  static void start() {
    node = CatalogueTestNode.start();
    bench = new LabResultFixture(node);
    bench.lab("unmatched_review", true);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static boolean settled(UUID raw) {
    return node.db().tx(tx -> bench.intake.isSettled(tx, raw));
  }

  private static JsonNode item(UUID raw) {
    UUID id =
        node.db()
            .query("select id from lab_unmatched_result where lab_message_id = $1", raw)
            .iterator()
            .next()
            .getUUID("id");
    return node.get(ALL + "/" + id).expect(200).json();
  }

  private static String status(UUID raw) {
    return node.db()
        .query("select status from lab_unmatched_result where lab_message_id = $1", raw)
        .iterator()
        .next()
        .getString("status");
  }

  @Test
  void anOrderThatHasComeAsFarTakesWhatWaited() {
    OrderRow order = bench.waitingOrder(Modality.PHLEBOTOMY, LowStatus.REQUISITION_CREATED);
    LabReport report =
        LabResultFixture.report(
            TestReports.at(1),
            LabResultFixture.ada(
                List.of(LabResultFixture.of(order, ferritin(PanelStatus.FINAL, "20")))));
    UUID raw = Ids.uuid();
    assertEquals(IntakeOutcome.UNMATCHED, bench.receive(raw, report));
    assertFalse(settled(raw));
    assertEquals(IntakeOutcome.UNCHANGED, bench.receive(raw, report), "nothing has changed yet");
    assertFalse(settled(raw));
    String id = item(raw).get("id").asText();
    node.db()
        .tx(
            tx ->
                bench.orderLifecycle.move(
                    tx, bench.now(order), Status.of(LowStatus.DRAW_COMPLETED)));
    assertEquals(IntakeOutcome.ATTACHED, bench.receive(raw, report));
    assertTrue(settled(raw));
    assertEquals("20", bench.result(order).at("/results/0/result").asText());
    assertEquals("matched", status(raw));
    List<JsonNode> told = bench.events("labtest.match_review.updated", id);
    assertEquals(1, told.size());
    assertEquals(List.of(), EventSchemaValidator.violations(told.getFirst()));
    assertEquals(order.id().toString(), told.getFirst().at("/data/resolved_order_id").asText());
    assertEquals(IntakeOutcome.UNCHANGED, bench.receive(raw, report));
    assertEquals(1, bench.events("labtest.match_review.updated", id).size());
    node.post(ALL + "/" + id + "/accept", "{}").expect(404);
  }

  @Test
  void aNumberThatIsKnownByNowIsFound() {
    String number = "LATE-" + Ids.randomHex(4);
    LabReport report =
        LabResultFixture.report(
            TestReports.at(1),
            LabResultFixture.ada(
                List.of(
                    LabResultFixture.withSampleId(number, ferritin(PanelStatus.FINAL, "20")),
                    LabResultFixture.withSampleId("NEVER-" + number, panel(PanelStatus.FINAL)))));
    UUID raw = Ids.uuid();
    assertEquals(IntakeOutcome.UNMATCHED, bench.receive(raw, report));
    OrderRow order = bench.orders.open(Modality.WALK_IN);
    node.db()
        .tx(
            tx -> {
              bench.orderLifecycle.assignSampleId(tx, order, number);
              return bench.orderLifecycle.move(tx, order, Status.of(LowStatus.REQUISITION_CREATED));
            });
    bench.receive(raw, report);
    assertEquals("20", bench.result(order).at("/results/0/result").asText());
    assertFalse(settled(raw), "the other one still waits");
    assertEquals(1, bench.result(order).get("results").size());
  }

  @Test
  void whatWaitsForSomebodyElseOutlivesTheOrderOfItsNumber() {
    OrderRow order = bench.waitingOrder(Modality.WALK_IN, LowStatus.REQUISITION_CREATED);
    LabReport report =
        LabResultFixture.report(
            TestReports.at(1),
            LabResultFixture.person(
                "EVE",
                "OTHER",
                LocalDate.of(1971, 2, 3),
                List.of(LabResultFixture.of(order, ferritin(PanelStatus.FINAL, "20")))));
    UUID raw = Ids.uuid();
    assertEquals(IntakeOutcome.UNMATCHED, bench.receive(raw, report));
    erase(order);
    bench.receive(raw, report);
    assertFalse(settled(raw));
    UUID later = Ids.uuid();
    assertEquals(IntakeOutcome.UNCHANGED, bench.receive(later, report), "nobody kept that one");
    assertTrue(settled(later));
  }

  @Test
  void aNumberThatOnlyTheMessageTellsIsRemembered() {
    OrderRow order = bench.orders.open(Modality.WALK_IN);
    String number = "LOST-" + Ids.randomHex(4);
    node.db()
        .query(
            """
            insert into lab_message
              (id, connection_name, direction, kind, order_id, sender, control_id, hash, body, sample_id, lab_id)
            values ($1, 'l', 'out', 'order', $2, 'l', $3, 'h', 'x', $3, $4)
            """,
            Ids.uuid(),
            order.id(),
            number,
            bench.lab());
    erase(order);
    LabReport report =
        LabResultFixture.report(
            TestReports.at(1),
            LabResultFixture.ada(
                List.of(LabResultFixture.withSampleId(number, ferritin(PanelStatus.FINAL, "20")))));
    assertEquals(IntakeOutcome.UNCHANGED, bench.receive(Ids.uuid(), report));
  }

  private static void erase(OrderRow order) {
    ErasedSampleIds samples = new ErasedSampleIds(new Encryption(new byte[32]));
    node.db()
        .tx(
            tx -> {
              samples.remember(tx, order.user());
              return tx.update("delete from lab_order where id = $1", order.id());
            });
  }

  @Test
  void whatAPersonDecidedStaysDecided() {
    OrderRow order = bench.waitingOrder(Modality.PHLEBOTOMY, LowStatus.REQUISITION_CREATED);
    LabReport report =
        LabResultFixture.report(
            TestReports.at(1),
            LabResultFixture.ada(
                List.of(LabResultFixture.of(order, ferritin(PanelStatus.FINAL, "20")))));
    UUID raw = Ids.uuid();
    bench.receive(raw, report);
    node.post(ALL + "/" + item(raw).get("id").asText() + "/resolve", "{\"action\":\"reject\"}")
        .expect(200);
    node.db()
        .tx(
            tx ->
                bench.orderLifecycle.move(
                    tx, bench.now(order), Status.of(LowStatus.DRAW_COMPLETED)));
    assertEquals(IntakeOutcome.UNCHANGED, bench.receive(raw, report));
    assertEquals("resolved", status(raw));
    node.get("/v3/order/" + order.id() + "/result").expect(404);
  }

  @Test
  void whatATeamHandedOnStaysWithOperatorsUntilItFits() {
    OrderRow order = bench.waitingOrder(Modality.PHLEBOTOMY, LowStatus.REQUISITION_CREATED);
    LabReport report =
        LabResultFixture.report(
            TestReports.at(1),
            LabResultFixture.ada(
                List.of(LabResultFixture.of(order, ferritin(PanelStatus.FINAL, "20")))));
    UUID raw = Ids.uuid();
    bench.receive(raw, report);
    node.post(ALL + "/" + item(raw).get("id").asText() + "/resolve", "{\"action\":\"unsure\"}")
        .expect(200);
    assertEquals(IntakeOutcome.UNCHANGED, bench.receive(raw, report));
    assertEquals("pending_ops_review", status(raw));
    node.db()
        .tx(
            tx ->
                bench.orderLifecycle.move(
                    tx, bench.now(order), Status.of(LowStatus.DRAW_COMPLETED)));
    assertEquals(IntakeOutcome.ATTACHED, bench.receive(raw, report));
    assertEquals("matched", status(raw));
  }
}
