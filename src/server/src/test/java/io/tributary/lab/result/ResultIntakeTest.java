package io.tributary.lab.result;

import static io.tributary.lab.result.LabResultFixture.FERRITIN;
import static io.tributary.lab.result.LabResultFixture.PANEL;
import static io.tributary.lab.result.LabResultFixture.ferritin;
import static io.tributary.lab.result.LabResultFixture.panel;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import io.tributary.core.Environment;
import io.tributary.core.Ids;
import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.CodedValue;
import io.tributary.lab.protocol.LabReport;
import io.tributary.lab.protocol.LabReport.Interpretation;
import io.tributary.lab.protocol.LabReport.Panel;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.protocol.LabReport.ReportSample;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.testkit.EventSchemaValidator;
import io.tributary.testkit.TestNode;
import java.time.LocalDate;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class ResultIntakeTest {
  private static TestNode node;
  private static LabResultFixture bench;

  @BeforeAll
  static void start() {
    node = CatalogueTestNode.start();
    bench = new LabResultFixture(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static LowStatus low(OrderRow order) {
    return bench.now(order).status().low();
  }

  private static List<String> steps(OrderRow order) {
    return CatalogueTestNode.texts(
        node.db().tx(tx -> bench.orderLifecycle.view(tx, order.id())).get("events"), "status");
  }

  private static Panel critical(String value) {
    return TestReports.panel(
        FERRITIN,
        PanelStatus.FINAL,
        TestReports.numeric(
            FERRITIN, value, "ng/mL", "11-307", Optional.of(Interpretation.CRITICAL)));
  }

  @Test
  void resultsComeInPartsAndTheOrderGoesAlong() {
    OrderRow order = bench.waitingOrder();
    node.get("/v3/order/" + order.id() + "/result").expect(404);
    assertEquals(
        IntakeOutcome.ATTACHED, bench.receiveFor(order, 1, ferritin(PanelStatus.FINAL, "9")));
    assertEquals(LowStatus.PARTIAL_RESULTS, low(order));
    JsonNode partial = bench.result(order);
    assertEquals("partial", partial.at("/metadata/status").asText());
    assertEquals("abnormal", partial.at("/metadata/interpretation").asText());
    assertEquals(0, partial.get("missing_results").size());
    assertEquals(IntakeOutcome.ATTACHED, bench.receiveFor(order, 2, panel(PanelStatus.FINAL)));
    assertEquals(LowStatus.COMPLETED, low(order));
    JsonNode done = bench.result(order);
    assertEquals("final", done.at("/metadata/status").asText());
    assertEquals(15, done.get("results").size());
    assertEquals("completed", done.at("/order_transaction/status").asText());
    assertEquals(order.id().toString(), done.at("/order_transaction/orders/0/id").asText());
    JsonNode metadata = node.get("/v3/order/" + order.id() + "/result/metadata").expect(200).json();
    assertEquals(done.get("metadata"), metadata);
    assertEquals("Ada Example", metadata.get("patient").asText());
    assertEquals("1990-05-17", metadata.get("dob").asText());
    assertEquals("35", metadata.get("age").asText());
    JsonNode view = bench.orders.events(order.id()).getLast().get("data");
    assertEquals("abnormal", view.get("interpretation").asText());
    assertFalse(view.get("has_missing_results").asBoolean(true));
    assertFalse(view.get("expected_result_by_date").isNull(), "collected, so results are due");
  }

  @Test
  void theSameMessageTwiceChangesAndTellsNothing() {
    OrderRow order = bench.waitingOrder();
    LabReport report =
        LabResultFixture.report(
            TestReports.at(1),
            LabResultFixture.ada(
                List.of(LabResultFixture.of(order, ferritin(PanelStatus.FINAL, "20")))));
    UUID raw = Ids.uuid();
    assertEquals(IntakeOutcome.ATTACHED, bench.receive(raw, report));
    List<String> steps = steps(order);
    assertEquals(IntakeOutcome.UNCHANGED, bench.receive(raw, report));
    assertEquals(
        IntakeOutcome.UNCHANGED, bench.receive(Ids.uuid(), report), "sent again under a new id");
    assertEquals(steps, steps(order));
  }

  @Test
  void aChangeAfterTheEndIsACorrectionAndTheOldVersionIsKept() {
    OrderRow order = bench.waitingOrder();
    bench.receiveFor(order, 1, ferritin(PanelStatus.FINAL, "20"), panel(PanelStatus.FINAL));
    assertEquals(LowStatus.COMPLETED, low(order));
    assertEquals(
        IntakeOutcome.ATTACHED, bench.receiveFor(order, 5, ferritin(PanelStatus.FINAL, "21")));
    assertEquals(LowStatus.CORRECTED, low(order));
    assertEquals("21", value(bench.result(order), FERRITIN));
    String kept =
        node.db()
            .query(
                "select report::text as r from lab_result_version where order_id = $1", order.id())
            .iterator()
            .next()
            .getString("r");
    assertTrue(kept.contains("\"20\""), "the first value is kept");
    assertEquals(
        IntakeOutcome.UNCHANGED,
        bench.receiveFor(order, 4, ferritin(PanelStatus.FINAL, "20")),
        "a late message of before is overruled");
    assertEquals("21", value(bench.result(order), FERRITIN));
  }

  private static String value(JsonNode result, String code) {
    for (JsonNode r : result.get("results")) {
      if (r.get("provider_id").asText().equals(code)) {
        return r.get("result").asText();
      }
    }
    throw new AssertionError("no " + code);
  }

  @Test
  void whatIsCriticalIsToldAtOnceAndOnce() {
    OrderRow order = bench.waitingOrder();
    bench.receiveFor(order, 1, critical("2"));
    assertEquals(LowStatus.PARTIAL_RESULTS, low(order));
    List<JsonNode> told = bench.events("labtest.result.critical", order.id().toString());
    assertEquals(1, told.size());
    assertEquals(List.of(), EventSchemaValidator.violations(told.getFirst()));
    assertEquals("partial", told.getFirst().at("/data/status").asText());
    assertEquals("critical", told.getFirst().at("/data/interpretation").asText());
    assertEquals(order.sampleId().orElseThrow(), told.getFirst().at("/data/sample_id").asText());
    bench.receiveFor(order, 2, critical("2.5"), panel(PanelStatus.FINAL));
    assertEquals(1, bench.events("labtest.result.critical", order.id().toString()).size());
    Panel worse =
        TestReports.panel(
            PANEL,
            PanelStatus.FINAL,
            TestReports.numeric("001782", "9.9", "", "", Optional.of(Interpretation.CRITICAL)));
    bench.receiveFor(order, 3, worse);
    assertEquals(2, bench.events("labtest.result.critical", order.id().toString()).size());
    assertTrue(
        node.db()
            .query("select is_critical from lab_order where id = $1", order.id())
            .iterator()
            .next()
            .getBoolean("is_critical"));
  }

  @Test
  void whatDoesNotComeIsMissingWithTheReasonOfTheLaboratory() {
    OrderRow order = bench.waitingOrder();
    bench.receiveFor(
        order,
        1,
        panel(PanelStatus.FINAL),
        TestReports.panel(
            FERRITIN, PanelStatus.FINAL, TestReports.missing(FERRITIN, "QNS, please redraw")));
    JsonNode result = bench.result(order);
    assertEquals(LowStatus.COMPLETED, low(order), "no redraw unless the team has them");
    assertEquals(1, result.get("missing_results").size());
    assertEquals(
        "quantity_not_sufficient_failure",
        result.at("/missing_results/0/inferred_failure_type").asText());
    assertEquals("2276-4", result.at("/missing_results/0/loinc").asText());
    assertTrue(
        bench.orders.events(order.id()).getLast().at("/data/has_missing_results").asBoolean());
  }

  @Test
  void aKitKeepsItsStatusWhileResultsAreNotAllThere() {
    OrderRow order =
        bench.waitingOrder(
            Modality.KIT,
            LowStatus.REQUISITION_CREATED,
            LowStatus.TRANSIT_CUSTOMER,
            LowStatus.OUT_FOR_DELIVERY,
            LowStatus.WITH_CUSTOMER,
            LowStatus.TRANSIT_LAB,
            LowStatus.DELIVERED_TO_LAB);
    assertEquals(
        IntakeOutcome.ATTACHED, bench.receiveFor(order, 1, ferritin(PanelStatus.FINAL, "20")));
    assertEquals(LowStatus.DELIVERED_TO_LAB, low(order));
    assertEquals("partial", bench.result(order).at("/metadata/status").asText());
    bench.receiveFor(order, 2, panel(PanelStatus.FINAL));
    assertEquals(LowStatus.COMPLETED, low(order));
  }

  @Test
  void aSampleThatWasNotUsedEndsTheOrder() {
    OrderRow order = bench.waitingOrder();
    Panel p = LabResultFixture.of(order, TestReports.panel(FERRITIN, PanelStatus.ALL_MISSING));
    ReportSample sample =
        new ReportSample(
            order.sampleId().orElseThrow(),
            "",
            CodedValue.NONE,
            Optional.empty(),
            Optional.empty(),
            List.of(CodedValue.of("RH", "Hemolysis", "HL70490")),
            List.of(),
            List.of(),
            List.of());
    Panel rejected =
        new Panel(
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
    bench.receive(
        Ids.uuid(),
        LabResultFixture.report(TestReports.at(1), LabResultFixture.ada(List.of(rejected))));
    assertEquals(LowStatus.SAMPLE_ERROR, low(order));
    assertEquals("sample_hemolyzed", bench.now(order).status().detail().orElseThrow().wireName());
  }

  @Test
  void whatHasOnlyBegunIsNoResult() {
    OrderRow order = bench.waitingOrder();
    bench.receiveFor(order, 1, TestReports.panel(FERRITIN, PanelStatus.NONE));
    assertEquals(LowStatus.REQUISITION_CREATED, low(order));
    node.get("/v3/order/" + order.id() + "/result").expect(404);
    assertEquals(1, bench.orders.events(order.id()).stream().filter(e -> low(e)).count());
  }

  private static boolean low(JsonNode event) {
    return event.at("/data/last_event/status").asText().endsWith("requisition_created");
  }

  @Test
  void oneMessageMayBeAboutSeveralPeopleAndOrders() {
    OrderRow first = bench.waitingOrder();
    OrderRow second = bench.waitingOrder();
    assertEquals(
        IntakeOutcome.ATTACHED,
        bench.receive(
            Ids.uuid(),
            LabResultFixture.report(
                TestReports.at(1),
                LabResultFixture.ada(
                    List.of(
                        LabResultFixture.of(first, ferritin(PanelStatus.FINAL, "31")),
                        LabResultFixture.of(second, ferritin(PanelStatus.FINAL, "32")))))));
    assertEquals("31", value(bench.result(first), FERRITIN));
    assertEquals("32", value(bench.result(second), FERRITIN));
  }

  @Test
  void nobodyElsesResultIsGivenToAnOrder() {
    OrderRow order = bench.waitingOrder();
    Panel p = LabResultFixture.of(order, ferritin(PanelStatus.FINAL, "20"));
    assertEquals(
        IntakeOutcome.UNMATCHED,
        bench.receive(
            Ids.uuid(),
            LabResultFixture.report(
                TestReports.at(1),
                LabResultFixture.person("BOB", "OTHER", LocalDate.of(1990, 5, 17), List.of(p)))));
    assertEquals(LowStatus.REQUISITION_CREATED, low(order));
    node.get("/v3/order/" + order.id() + "/result").expect(404);
  }

  @Test
  void theResultsOfATransactionAreOne() {
    OrderRow order = bench.waitingOrder();
    bench.receiveFor(order, 1, ferritin(PanelStatus.FINAL, "20"));
    String path = "/v3/order_transaction/" + order.transaction() + "/result";
    JsonNode all = node.get(path).expect(200).json();
    assertEquals("20", value(all, FERRITIN));
    assertEquals(order.transaction().toString(), all.at("/order_transaction/id").asText());
    node.get("/v3/order_transaction/" + Ids.uuid() + "/result").expect(404);
  }

  @Test
  void whatALaboratorySpoiltIsDrawnAgainOnceIfTheTeamHasRedraws() {
    // Three laboratories support redraws; this one stands in for them.
    bench.lab("redraws", true);
    try {
      OrderRow order = bench.waitingOrder();
      LabReport report =
          LabResultFixture.report(
              TestReports.at(1),
              LabResultFixture.ada(
                  List.of(
                      LabResultFixture.of(order, panel(PanelStatus.FINAL)),
                      LabResultFixture.of(
                          order,
                          TestReports.panel(
                              FERRITIN,
                              PanelStatus.FINAL,
                              TestReports.missing(FERRITIN, "lab accident"))))));
      int lab = bench.lab();
      node.db().query("update lab set slug = 'quest' where id = $1", lab);
      node.db()
          .tx(
              tx ->
                  bench.intake.process(
                      tx,
                      new IncomingReport(
                          Ids.uuid(), lab, Optional.empty(), Environment.SANDBOX, report),
                      MessageSplitter.NONE));
      assertEquals(LowStatus.REDRAW_AVAILABLE, low(order));
      JsonNode t = bench.result(order).get("order_transaction");
      assertEquals("active", t.get("status").asText());
      assertEquals(2, t.get("orders").size());
      assertEquals("redraw", t.at("/orders/1/origin").asText());
      assertEquals(order.id().toString(), t.at("/orders/1/parent_id").asText());
      long markers =
          node.db()
              .query(
                  "select count(*) as n from lab_order_marker where order_id = $1",
                  UUID.fromString(t.at("/orders/1/id").asText()))
              .iterator()
              .next()
              .getLong("n");
      assertEquals(1, markers, "only what is missing");
    } finally {
      node.db().query("update lab set slug = 'tamberline' where slug = 'quest'");
      bench.lab("redraws", false);
    }
  }
}
