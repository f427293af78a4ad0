package io.tributary.lab.result;

import static io.tributary.lab.result.LabResultFixture.FERRITIN;
import static io.tributary.lab.result.LabResultFixture.PANEL;
import static io.tributary.lab.result.LabResultFixture.ferritin;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Ids;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.CodedValue;
import io.tributary.lab.protocol.LabReport.Panel;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.protocol.LabReport.ReportSample;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.lab.state.StatusDetail;
import io.tributary.testkit.TestNode;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Reports about samples that the laboratory could not use or could use only partly. */
class RejectedSampleTest {
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

  private static CodedValue code(String code, String text) {
    return CodedValue.of(code, text, "L");
  }

  private static Panel with(Panel p, List<CodedValue> rejections, List<CodedValue> conditions) {
    ReportSample sample =
        new ReportSample(
            "",
            "",
            CodedValue.NONE,
            Optional.empty(),
            Optional.empty(),
            rejections,
            conditions,
            List.of(),
            List.of());
    return new Panel(
        p.control(),
        p.placer(),
        p.group(),
        p.filler(),
        p.code(),
        p.collectedAt(),
        p.receivedAt(),
        p.reportedAt(),
        p.provider(),
        p.status(),
        p.statusCode(),
        p.notes(),
        p.observations(),
        List.of(sample));
  }

  private static Panel inState(String test, PanelStatus status, String code, String text) {
    return with(TestReports.panel(test, status), List.of(), List.of(code(code, text)));
  }

  private static LowStatus low(OrderRow order) {
    return bench.now(order).status().low();
  }

  private static Optional<StatusDetail> detail(OrderRow order) {
    return bench.now(order).status().detail();
  }

  @Test
  void aSampleInABadStateOfWhichNothingComesEndsTheOrder() {
    OrderRow order = bench.waitingOrder();
    bench.receiveFor(
        order,
        1,
        inState(FERRITIN, PanelStatus.ALL_MISSING, "HEM", "Hemolyzed"),
        inState(PANEL, PanelStatus.ALL_MISSING, "HEM", "Hemolyzed"));
    assertEquals(LowStatus.SAMPLE_ERROR, low(order));
    assertEquals(Optional.of(StatusDetail.SAMPLE_HEMOLYZED), detail(order));
    JsonNode missing = bench.result(order).get("missing_results");
    assertEquals(15, missing.size());
    assertEquals("collection_process_failure", missing.at("/0/inferred_failure_type").asText());
    assertEquals("Hemolyzed", missing.at("/0/note").asText());
  }

  @Test
  void aSampleInABadStateMayDo() {
    OrderRow order = bench.waitingOrder();
    bench.receiveFor(order, 1, inState(FERRITIN, PanelStatus.NONE, "HEM", "Hemolyzed"));
    assertEquals(LowStatus.REQUISITION_CREATED, low(order), "the laboratory is at it");
    bench.receiveFor(
        order,
        2,
        ferritin(PanelStatus.FINAL, "20"),
        inState(PANEL, PanelStatus.ALL_MISSING, "CON", ""));
    assertEquals(LowStatus.COMPLETED, low(order));
    JsonNode missing = bench.result(order).get("missing_results");
    assertEquals(14, missing.size());
    // The laboratory sends a code without a text.
    assertEquals("collection_process_failure", missing.at("/0/inferred_failure_type").asText());
    assertEquals("CON", missing.at("/0/note").asText());
  }

  @Test
  void aCoolSampleIsNoFault() {
    OrderRow order = bench.waitingOrder();
    bench.receiveFor(
        order,
        1,
        inState(FERRITIN, PanelStatus.ALL_MISSING, "COOL", "Cool"),
        inState(PANEL, PanelStatus.ALL_MISSING, "COOL", "Cool"));
    assertEquals(LowStatus.COMPLETED, low(order));
    assertEquals(
        "unknown_failure",
        bench.result(order).at("/missing_results/0/inferred_failure_type").asText());
  }

  @Test
  void aRejectionThatCannotMoveTheOrderDoesNotHoldItUp() {
    OrderRow order = bench.waitingOrder();
    // Only test kits have the status blocked.
    List<CodedValue> blocked = List.of(code("RD", "No date of collection"));
    bench.receiveFor(
        order,
        1,
        with(TestReports.panel(FERRITIN, PanelStatus.ALL_MISSING), blocked, List.of()),
        with(TestReports.panel(PANEL, PanelStatus.ALL_MISSING), blocked, List.of()));
    assertEquals(LowStatus.COMPLETED, low(order));
    assertEquals(
        "order_entry_failure",
        bench.result(order).at("/missing_results/0/inferred_failure_type").asText());
  }

  @Test
  void aKitIsBlockedUntilItIsCorrected() {
    OrderRow order =
        bench.waitingOrder(
            Modality.KIT,
            LowStatus.REQUISITION_CREATED,
            LowStatus.TRANSIT_CUSTOMER,
            LowStatus.OUT_FOR_DELIVERY,
            LowStatus.WITH_CUSTOMER,
            LowStatus.TRANSIT_LAB,
            LowStatus.DELIVERED_TO_LAB);
    bench.receiveFor(
        order,
        1,
        with(
            TestReports.panel(FERRITIN, PanelStatus.NONE),
            List.of(code("RI", "Identification problem")),
            List.of()));
    assertEquals(LowStatus.LAB_PROCESSING_BLOCKED, low(order));
    assertEquals(Optional.of(StatusDetail.DEMOGRAPHIC_INFORMATION_MISMATCH), detail(order));
  }

  @Test
  void aRejectionThatSomebodyAcceptsCountsLikeOneThatFits() {
    OrderRow order = bench.waitingOrder();
    Panel rejected =
        with(
            LabResultFixture.of(order, TestReports.panel(FERRITIN, PanelStatus.ALL_MISSING)),
            List.of(code("QS", "Quantity not sufficient")),
            List.of());
    assertEquals(
        IntakeOutcome.UNMATCHED,
        bench.receive(
            Ids.uuid(),
            LabResultFixture.report(
                TestReports.at(1),
                LabResultFixture.person(
                    "A", "EXAMPEL", LocalDate.of(1990, 5, 17), List.of(rejected)))));
    assertFalse(low(order) == LowStatus.SAMPLE_ERROR);
    String id = node.get("/v3/unmatched_result").expect(200).json().at("/data/0/id").asText();
    node.post("/v3/unmatched_result/" + id + "/accept", "{}").expect(200);
    assertEquals(LowStatus.SAMPLE_ERROR, low(order));
    assertEquals(Optional.of(StatusDetail.SAMPLE_QUANTITY_NOT_SUFFICIENT), detail(order));
  }
}
