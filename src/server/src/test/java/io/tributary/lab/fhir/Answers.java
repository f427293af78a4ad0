package io.tributary.lab.fhir;

import io.tributary.core.Ids;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.CodedValue;
import io.tributary.lab.protocol.LabReport.Interpretation;
import io.tributary.lab.protocol.LabReport.Observation;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.protocol.LabReport.ResultAction;
import io.tributary.lab.protocol.ResultValue;
import io.tributary.lab.result.Bench;
import io.tributary.lab.result.Said;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Status;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A laboratory's answer with every kind of value. */
final class Answers {
  private Answers() {}

  /** The same order, as the laboratory knows it. */
  static OrderRow waiting(Bench bench, OrderRow order) {
    String sample = "F" + Ids.randomHex(6).toUpperCase();
    return bench
        .node
        .db()
        .tx(
            tx -> {
              bench.book.assignSampleId(tx, order, sample);
              bench.book.move(tx, order, Status.of(LowStatus.REQUISITION_CREATED));
              return bench.book.lock(tx, order.id()).orElseThrow();
            });
  }

  /** Both markers' results, one of them missing, and one that nobody asked for. */
  static void everything(Bench bench, OrderRow order) {
    List<Observation> parts = new ArrayList<>();
    for (String code : Bench.PARTS) {
      parts.add(part(code));
    }
    parts.add(Said.observation("x y", "unasked"));
    bench.said(
        order,
        3,
        Bench.ferritin(PanelStatus.FINAL, "12.50"),
        Said.panel(Bench.PANEL, PanelStatus.FINAL, parts.toArray(Observation[]::new)));
  }

  private static Observation part(String code) {
    return switch (Bench.PARTS.indexOf(code)) {
      case 0 -> observation(code, new ResultValue.Text("<5"), "mmol/L", "> 5", List.of());
      case 1 -> observation(code, new ResultValue.Text("2-4"), "mmol/L", "1-7", List.of());
      case 2 -> observation(code, new ResultValue.Text("not seen"), "", "none", List.of());
      case 3 ->
          Said.observation(
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
      case 5 -> Said.missing(code, "quantity not sufficient");
      default -> Said.numeric(code, "5.5", "mmol/L", "3-7", Optional.empty());
    };
  }

  private static Observation observation(
      String code, ResultValue value, String unit, String range, List<String> flags) {
    return Said.observation(
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
