package io.tributary.lab.result;

import static io.tributary.lab.result.LabResultFixture.FERRITIN;
import static io.tributary.lab.result.LabResultFixture.PANEL;
import static io.tributary.lab.result.LabResultFixture.ferritin;
import static io.tributary.lab.result.LabResultFixture.panel;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.lab.catalogue.CatalogueTestNode;
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

/**
 * Checks that each part of a result is stored once, however the laboratory divides its messages.
 */
class SplitResultIntakeTest {
  private static final String REVIEWS = "/v3/unmatched_result";
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

  private static LowStatus low(OrderRow order) {
    return bench.now(order).status().low();
  }

  private static List<String> events(OrderRow order) {
    return bench.orders.events(order.id()).stream()
        .map(e -> e.at("/data/last_event/status").asText())
        .toList();
  }

  private static long items(UUID raw) {
    return node.db()
        .query("select count(*) as n from lab_unmatched_result where lab_message_id = $1", raw)
        .iterator()
        .next()
        .getLong("n");
  }

  private static LabReport.Subject someoneElse(OrderRow order, LabReport.Panel panel) {
    return LabResultFixture.person(
        "BOB", "OTHER", LocalDate.of(1971, 1, 1), List.of(LabResultFixture.of(order, panel)));
  }

  @Test
  void aPatientBeforeEachTestOfOneOrderIsOneReport() {
    OrderRow order = bench.waitingOrder();
    LabReport report =
        LabResultFixture.report(
            TestReports.at(1),
            LabResultFixture.ada(
                List.of(LabResultFixture.of(order, ferritin(PanelStatus.FINAL, "20")))),
            LabResultFixture.ada(List.of(LabResultFixture.of(order, panel(PanelStatus.FINAL)))));
    UUID raw = Ids.uuid();
    assertEquals(IntakeOutcome.ATTACHED, bench.receive(raw, report));
    assertEquals(15, bench.result(order).get("results").size());
    assertEquals(LowStatus.COMPLETED, low(order));
    List<String> told = events(order);
    assertEquals(
        0, told.stream().filter(s -> s.endsWith("partial_results")).count(), told.toString());
    assertEquals(IntakeOutcome.UNCHANGED, bench.receive(raw, report));
    assertEquals(told, events(order));
  }

  @Test
  void ordersOfOneMessageMayAlternate() {
    OrderRow first = bench.waitingOrder();
    OrderRow second = bench.waitingOrder();
    LabReport report =
        LabResultFixture.report(
            TestReports.at(1),
            LabResultFixture.ada(
                List.of(LabResultFixture.of(first, ferritin(PanelStatus.FINAL, "31")))),
            LabResultFixture.ada(
                List.of(LabResultFixture.of(second, ferritin(PanelStatus.FINAL, "32")))),
            LabResultFixture.ada(List.of(LabResultFixture.of(first, panel(PanelStatus.FINAL)))),
            LabResultFixture.ada(List.of(LabResultFixture.of(second, panel(PanelStatus.FINAL)))));
    assertEquals(IntakeOutcome.ATTACHED, bench.receive(Ids.uuid(), report));
    for (OrderRow order : List.of(first, second)) {
      assertEquals(15, bench.result(order).get("results").size());
      assertEquals(LowStatus.COMPLETED, low(order));
    }
  }

  @Test
  void thePartOfSomebodyElseWaitsAndIsAddedOnceAPersonSaysSo() {
    OrderRow order = bench.waitingOrder();
    UUID raw = Ids.uuid();
    LabReport report =
        LabResultFixture.report(
            TestReports.at(1),
            LabResultFixture.ada(
                List.of(LabResultFixture.of(order, ferritin(PanelStatus.FINAL, "20")))),
            someoneElse(order, panel(PanelStatus.FINAL)));
    assertEquals(IntakeOutcome.UNMATCHED, bench.receive(raw, report));
    assertEquals(1, bench.result(order).get("results").size());
    assertEquals(LowStatus.PARTIAL_RESULTS, low(order));
    assertEquals(1, items(raw));
    JsonNode item = node.get(REVIEWS + "?limit=1").expect(200).json().at("/data/0");
    assertEquals("match_sample_id_mismatch_demo", item.get("decision_code").asText());
    node.post(REVIEWS + "/" + item.get("id").asText() + "/accept", "{}").expect(200);
    assertEquals(15, bench.result(order).get("results").size());
    assertEquals(LowStatus.COMPLETED, low(order));
    assertEquals(IntakeOutcome.UNCHANGED, bench.receive(raw, report));
    assertEquals(1, items(raw));
    assertEquals(15, bench.result(order).get("results").size());
  }

  @Test
  void twoUnknownRequisitionsAreTwoItems() {
    UUID raw = Ids.uuid();
    LabReport report =
        LabResultFixture.report(
            TestReports.at(1),
            LabResultFixture.ada(
                List.of(
                    LabResultFixture.withSampleId("UNKNOWN-A", ferritin(PanelStatus.FINAL, "20")),
                    LabResultFixture.withSampleId("UNKNOWN-B", ferritin(PanelStatus.FINAL, "99")),
                    LabResultFixture.withSampleId("UNKNOWN-A", panel(PanelStatus.FINAL)))));
    assertEquals(IntakeOutcome.UNMATCHED, bench.receive(raw, report));
    List<Integer> panels =
        node
            .db()
            .query(
                "select jsonb_array_length(fragments -> 'panels') as n from lab_unmatched_result"
                    + " where lab_message_id = $1 order by position",
                raw)
            .stream()
            .map(r -> r.getInteger("n"))
            .toList();
    assertEquals(List.of(2, 1), panels, "what belongs to two orders is not accepted as one");
    assertEquals(IntakeOutcome.UNCHANGED, bench.receive(raw, report));
    assertEquals(2, items(raw));
  }

  @Test
  void oneTestOnTwoSamplesIsDoneWhenBothAre() {
    OrderRow order = bench.waitingOrder();
    bench.receiveFor(
        order,
        1,
        TestReports.panel(PANEL, PanelStatus.PARTIAL, TestReports.observation("001204", "1")),
        TestReports.panel(PANEL, PanelStatus.FINAL, TestReports.observation("001476", "2")),
        ferritin(PanelStatus.FINAL, "20"));
    assertEquals("partial", bench.result(order).at("/metadata/status").asText());
    assertEquals(3, bench.result(order).get("results").size());
    assertEquals(LowStatus.PARTIAL_RESULTS, low(order));
  }

  @Test
  void anUnnumberedTestGoesWithTheOneOrderOfItsPerson() {
    OrderRow order = bench.waitingOrder();
    assertEquals(
        IntakeOutcome.ATTACHED,
        bench.receive(
            Ids.uuid(),
            LabResultFixture.report(
                TestReports.at(1),
                LabResultFixture.ada(
                    List.of(
                        LabResultFixture.of(order, panel(PanelStatus.FINAL)),
                        LabResultFixture.withSampleId("", ferritin(PanelStatus.FINAL, "20")))))));
    assertEquals(LowStatus.COMPLETED, low(order));
    assertEquals(FERRITIN, bench.result(order).at("/results/14/provider_id").asText());
  }
}
