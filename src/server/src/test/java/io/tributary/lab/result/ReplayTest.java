package io.tributary.lab.result;

import static io.tributary.lab.result.Bench.ferritin;
import static io.tributary.lab.result.Bench.panel;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Encryption;
import io.tributary.core.Ids;
import io.tributary.lab.catalogue.SeededLabs;
import io.tributary.lab.order.ErasedSampleIds;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.LabReport;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.Status;
import io.tributary.testkit.EventSchemas;
import io.tributary.testkit.TestNode;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A message that is read once more: what waits is matched anew, the rest is left alone. */
class ReplayTest {
  private static final String ALL = "/v3/unmatched_result";
  private static TestNode node;
  private static Bench bench;

  @BeforeAll
  static void start() {
    node = SeededLabs.start();
    bench = new Bench(node);
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
            .query("select id from lab_unmatched_result where raw_message = $1", raw)
            .iterator()
            .next()
            .getUUID("id");
    return node.get(ALL + "/" + id).expect(200).json();
  }

  private static String status(UUID raw) {
    return node.db()
        .query("select status from lab_unmatched_result where raw_message = $1", raw)
        .iterator()
        .next()
        .getString("status");
  }

  @Test
  void anOrderThatHasComeAsFarTakesWhatWaited() {
    OrderRow order = bench.waiting(Modality.PHLEBOTOMY, LowStatus.REQUISITION_CREATED);
    LabReport report =
        Bench.report(
            Said.at(1), Bench.ada(List.of(Bench.of(order, ferritin(PanelStatus.FINAL, "20")))));
    UUID raw = Ids.uuid();
    assertEquals(IntakeOutcome.UNMATCHED, bench.take(raw, report));
    assertFalse(settled(raw));
    assertEquals(IntakeOutcome.UNCHANGED, bench.take(raw, report), "nothing has changed yet");
    assertFalse(settled(raw));
    String id = item(raw).get("id").asText();
    node.db().tx(tx -> bench.book.move(tx, bench.now(order), Status.of(LowStatus.DRAW_COMPLETED)));
    assertEquals(IntakeOutcome.ATTACHED, bench.take(raw, report));
    assertTrue(settled(raw));
    assertEquals("20", bench.result(order).at("/results/0/result").asText());
    assertEquals("matched", status(raw));
    List<JsonNode> told = bench.told("labtest.match_review.updated", id);
    assertEquals(1, told.size());
    assertEquals(List.of(), EventSchemas.faults(told.getFirst()));
    assertEquals(order.id().toString(), told.getFirst().at("/data/resolved_order_id").asText());
    assertEquals(IntakeOutcome.UNCHANGED, bench.take(raw, report));
    assertEquals(1, bench.told("labtest.match_review.updated", id).size());
    node.post(ALL + "/" + id + "/accept", "{}").expect(404);
  }

  @Test
  void aNumberThatIsKnownByNowIsFound() {
    String number = "LATE-" + Ids.randomHex(4);
    LabReport report =
        Bench.report(
            Said.at(1),
            Bench.ada(
                List.of(
                    Bench.numbered(number, ferritin(PanelStatus.FINAL, "20")),
                    Bench.numbered("NEVER-" + number, panel(PanelStatus.FINAL)))));
    UUID raw = Ids.uuid();
    assertEquals(IntakeOutcome.UNMATCHED, bench.take(raw, report));
    OrderRow order = bench.orders.open(Modality.WALK_IN);
    node.db()
        .tx(
            tx -> {
              bench.book.assignSampleId(tx, order, number);
              return bench.book.move(tx, order, Status.of(LowStatus.REQUISITION_CREATED));
            });
    bench.take(raw, report);
    assertEquals("20", bench.result(order).at("/results/0/result").asText());
    assertFalse(settled(raw), "the other one still waits");
    assertEquals(1, bench.result(order).get("results").size());
  }

  @Test
  void whatWaitsForSomebodyElseOutlivesTheOrderOfItsNumber() {
    OrderRow order = bench.waiting(Modality.WALK_IN, LowStatus.REQUISITION_CREATED);
    LabReport report =
        Bench.report(
            Said.at(1),
            Bench.person(
                "EVE",
                "OTHER",
                LocalDate.of(1971, 2, 3),
                List.of(Bench.of(order, ferritin(PanelStatus.FINAL, "20")))));
    UUID raw = Ids.uuid();
    assertEquals(IntakeOutcome.UNMATCHED, bench.take(raw, report));
    erase(order);
    bench.take(raw, report);
    assertFalse(settled(raw));
    UUID later = Ids.uuid();
    assertEquals(IntakeOutcome.UNCHANGED, bench.take(later, report), "nobody kept that one");
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
              (id, link, direction, kind, order_id, sender, control_id, hash, body, sample_id, lab_id)
            values ($1, 'l', 'out', 'order', $2, 'l', $3, 'h', 'x', $3, $4)
            """,
            Ids.uuid(),
            order.id(),
            number,
            bench.lab());
    erase(order);
    LabReport report =
        Bench.report(
            Said.at(1),
            Bench.ada(List.of(Bench.numbered(number, ferritin(PanelStatus.FINAL, "20")))));
    assertEquals(IntakeOutcome.UNCHANGED, bench.take(Ids.uuid(), report));
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
    OrderRow order = bench.waiting(Modality.PHLEBOTOMY, LowStatus.REQUISITION_CREATED);
    LabReport report =
        Bench.report(
            Said.at(1), Bench.ada(List.of(Bench.of(order, ferritin(PanelStatus.FINAL, "20")))));
    UUID raw = Ids.uuid();
    bench.take(raw, report);
    node.post(ALL + "/" + item(raw).get("id").asText() + "/resolve", "{\"action\":\"reject\"}")
        .expect(200);
    node.db().tx(tx -> bench.book.move(tx, bench.now(order), Status.of(LowStatus.DRAW_COMPLETED)));
    assertEquals(IntakeOutcome.UNCHANGED, bench.take(raw, report));
    assertEquals("resolved", status(raw));
    node.get("/v3/order/" + order.id() + "/result").expect(404);
  }

  @Test
  void whatATeamHandedOnStaysWithOperatorsUntilItFits() {
    OrderRow order = bench.waiting(Modality.PHLEBOTOMY, LowStatus.REQUISITION_CREATED);
    LabReport report =
        Bench.report(
            Said.at(1), Bench.ada(List.of(Bench.of(order, ferritin(PanelStatus.FINAL, "20")))));
    UUID raw = Ids.uuid();
    bench.take(raw, report);
    node.post(ALL + "/" + item(raw).get("id").asText() + "/resolve", "{\"action\":\"unsure\"}")
        .expect(200);
    assertEquals(IntakeOutcome.UNCHANGED, bench.take(raw, report));
    assertEquals("pending_ops_review", status(raw));
    node.db().tx(tx -> bench.book.move(tx, bench.now(order), Status.of(LowStatus.DRAW_COMPLETED)));
    assertEquals(IntakeOutcome.ATTACHED, bench.take(raw, report));
    assertEquals("matched", status(raw));
  }
}
