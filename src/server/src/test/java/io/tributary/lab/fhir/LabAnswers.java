package io.tributary.lab.fhir;

import io.tributary.core.Ids;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.CodedValue;
import io.tributary.lab.protocol.LabReport.Interpretation;
import io.tributary.lab.protocol.LabReport.Observation;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.protocol.LabReport.ResultAction;
import io.tributary.lab.protocol.ResultValue;
import io.tributary.lab.result.LabResultFixture;
import io.tributary.lab.result.TestReports;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Status;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A laboratory report with every type of value. */
final class LabAnswers {
  private LabAnswers() {}

  /** Returns the order after the laboratory accepted it. */
  static OrderRow acceptedOrder(LabResultFixture bench, OrderRow order) {
    String sample = "F" + Ids.randomHex(6).toUpperCase();
    return bench
        .node
        .db()
        .tx(
            tx -> {
              bench.orderLifecycle.assignSampleId(tx, order, sample);
              bench.orderLifecycle.move(tx, order, Status.of(LowStatus.REQUISITION_CREATED));
              return bench.orderLifecycle.lock(tx, order.id()).orElseThrow();
            });
  }

  /** Stores results of both markers, one of them missing, and an unrequested result. */
  static void storeAllResults(LabResultFixture bench, OrderRow order) {
    List<Observation> parts = new ArrayList<>();
    for (String code : LabResultFixture.PARTS) {
      parts.add(part(code));
    }
    parts.add(TestReports.observation("x y", "unasked"));
    bench.receiveFor(
        order,
        3,
        LabResultFixture.ferritin(PanelStatus.FINAL, "12.50"),
        TestReports.panel(
            LabResultFixture.PANEL, PanelStatus.FINAL, parts.toArray(Observation[]::new)));
  }

  private static Observation part(String code) {
    return switch (LabResultFixture.PARTS.indexOf(code)) {
      case 0 -> observation(code, new ResultValue.Text("<5"), "mmol/L", "> 5", List.of());
      case 1 -> observation(code, new ResultValue.Text("2-4"), "mmol/L", "1-7", List.of());
      case 2 -> observation(code, new ResultValue.Text("not seen"), "", "none", List.of());
      case 3 ->
          TestReports.observation(
              CodedValue.of(code, "Name of " + code, "L"),
              "",
              new ResultValue.Numeric(new BigDecimal("190"), "190"),
              "mmol/L",
              "135-145",
              List.of("HH"),
              Optional.of(Interpretation.CRITICAL),
              ResultAction.FINAL,
              List.of("seen twice"));
      case 4 ->
          observation(
              code, new ResultValue.Numeric(BigDecimal.ONE, "1"), "furlongs", "", List.of());
      case 5 -> TestReports.missing(code, "quantity not sufficient");
      default -> TestReports.numeric(code, "5.5", "mmol/L", "3-7", Optional.empty());
    };
  }

  private static Observation observation(
      String code, ResultValue value, String unit, String range, List<String> flags) {
    return TestReports.observation(
        CodedValue.of(code, "Name of " + code, "L"),
        "",
        value,
        unit,
        range,
        flags,
        Optional.empty(),
        ResultAction.FINAL,
        List.of());
  }
}
