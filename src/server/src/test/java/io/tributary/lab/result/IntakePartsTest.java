package io.tributary.lab.result;

import static io.tributary.lab.result.Bench.FERRITIN;
import static io.tributary.lab.result.Bench.PANEL;
import static io.tributary.lab.result.Bench.ferritin;
import static io.tributary.lab.result.Bench.panel;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.lab.catalogue.SeededLabs;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.LabReport;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.state.LowStatus;
import io.tributary.testkit.TestNode;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** However a laboratory cuts its message up, each part of it arrives, and arrives once. */
class IntakePartsTest {
  private static final String REVIEWS = "/v3/unmatched_result";
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

  private static LowStatus low(OrderRow order) {
    return bench.now(order).status().low();
  }

  private static List<String> told(OrderRow order) {
    return bench.orders.told(order.id()).stream()
        .map(e -> e.at("/data/last_event/status").asText())
        .toList();
  }

  private static long items(UUID raw) {
    return node.db()
        .query("select count(*) as n from lab_unmatched_result where raw_message = $1", raw)
        .iterator()
        .next()
        .getLong("n");
  }

  private static LabReport.Subject someoneElse(OrderRow order, LabReport.Panel panel) {
    return Bench.person("BOB", "OTHER", LocalDate.of(1971, 1, 1), List.of(Bench.of(order, panel)));
  }

  @Test
  void aPatientBeforeEachTestOfOneOrderIsOneReport() {
    OrderRow order = bench.waiting();
    LabReport report =
        Bench.report(
            Said.at(1),
            Bench.ada(List.of(Bench.of(order, ferritin(PanelStatus.FINAL, "20")))),
            Bench.ada(List.of(Bench.of(order, panel(PanelStatus.FINAL)))));
    UUID raw = Ids.uuid();
    assertEquals(IntakeOutcome.ATTACHED, bench.take(raw, report));
    assertEquals(15, bench.result(order).get("results").size());
    assertEquals(LowStatus.COMPLETED, low(order));
    List<String> told = told(order);
    assertEquals(
        0, told.stream().filter(s -> s.endsWith("partial_results")).count(), told.toString());
    assertEquals(IntakeOutcome.UNCHANGED, bench.take(raw, report));
    assertEquals(told, told(order));
  }

  @Test
  void ordersOfOneMessageMayTakeTurns() {
    OrderRow first = bench.waiting();
    OrderRow second = bench.waiting();
    LabReport report =
        Bench.report(
            Said.at(1),
            Bench.ada(List.of(Bench.of(first, ferritin(PanelStatus.FINAL, "31")))),
            Bench.ada(List.of(Bench.of(second, ferritin(PanelStatus.FINAL, "32")))),
            Bench.ada(List.of(Bench.of(first, panel(PanelStatus.FINAL)))),
            Bench.ada(List.of(Bench.of(second, panel(PanelStatus.FINAL)))));
    assertEquals(IntakeOutcome.ATTACHED, bench.take(Ids.uuid(), report));
    for (OrderRow order : List.of(first, second)) {
      assertEquals(15, bench.result(order).get("results").size());
      assertEquals(LowStatus.COMPLETED, low(order));
    }
  }

  @Test
  void thePartOfSomebodyElseWaitsAndIsAddedOnceAPersonSaysSo() {
    OrderRow order = bench.waiting();
    UUID raw = Ids.uuid();
    LabReport report =
        Bench.report(
            Said.at(1),
            Bench.ada(List.of(Bench.of(order, ferritin(PanelStatus.FINAL, "20")))),
            someoneElse(order, panel(PanelStatus.FINAL)));
    assertEquals(IntakeOutcome.UNMATCHED, bench.take(raw, report));
    assertEquals(1, bench.result(order).get("results").size());
    assertEquals(LowStatus.PARTIAL_RESULTS, low(order));
    assertEquals(1, items(raw));
    JsonNode item = node.get(REVIEWS + "?limit=1").expect(200).json().at("/data/0");
    assertEquals("match_sample_id_mismatch_demo", item.get("decision_code").asText());
    node.post(REVIEWS + "/" + item.get("id").asText() + "/accept", "{}").expect(200);
    assertEquals(15, bench.result(order).get("results").size());
    assertEquals(LowStatus.COMPLETED, low(order));
    assertEquals(IntakeOutcome.UNCHANGED, bench.take(raw, report));
    assertEquals(1, items(raw));
    assertEquals(15, bench.result(order).get("results").size());
  }

  @Test
  void twoUnknownRequisitionsAreTwoItems() {
    UUID raw = Ids.uuid();
    LabReport report =
        Bench.report(
            Said.at(1),
            Bench.ada(
                List.of(
                    Bench.numbered("UNKNOWN-A", ferritin(PanelStatus.FINAL, "20")),
                    Bench.numbered("UNKNOWN-B", ferritin(PanelStatus.FINAL, "99")),
                    Bench.numbered("UNKNOWN-A", panel(PanelStatus.FINAL)))));
    assertEquals(IntakeOutcome.UNMATCHED, bench.take(raw, report));
    List<Integer> panels =
        node
            .db()
            .query(
                "select jsonb_array_length(pieces -> 'panels') as n from lab_unmatched_result"
                    + " where raw_message = $1 order by position",
                raw)
            .stream()
            .map(r -> r.getInteger("n"))
            .toList();
    assertEquals(List.of(2, 1), panels, "what belongs to two orders is not accepted as one");
    assertEquals(IntakeOutcome.UNCHANGED, bench.take(raw, report));
    assertEquals(2, items(raw));
  }

  @Test
  void oneTestOnTwoSamplesIsDoneWhenBothAre() {
    OrderRow order = bench.waiting();
    bench.said(
        order,
        1,
        Said.panel(PANEL, PanelStatus.PARTIAL, Said.observation("001204", "1")),
        Said.panel(PANEL, PanelStatus.FINAL, Said.observation("001476", "2")),
        ferritin(PanelStatus.FINAL, "20"));
    assertEquals("partial", bench.result(order).at("/metadata/status").asText());
    assertEquals(3, bench.result(order).get("results").size());
    assertEquals(LowStatus.PARTIAL_RESULTS, low(order));
  }

  @Test
  void anUnnumberedTestGoesWithTheOneOrderOfItsPerson() {
    OrderRow order = bench.waiting();
    assertEquals(
        IntakeOutcome.ATTACHED,
        bench.take(
            Ids.uuid(),
            Bench.report(
                Said.at(1),
                Bench.ada(
                    List.of(
                        Bench.of(order, panel(PanelStatus.FINAL)),
                        Bench.numbered("", ferritin(PanelStatus.FINAL, "20")))))));
    assertEquals(LowStatus.COMPLETED, low(order));
    assertEquals(FERRITIN, bench.result(order).at("/results/14/provider_id").asText());
  }
}
