package io.tributary.lab.exchange;

import static io.tributary.lab.exchange.LabConnectedNode.SOON;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.lab.exchange.ScriptedLab.ReceivedMessage;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.state.LowStatus;
import io.tributary.testkit.Eventually;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * HL7 enhanced acknowledgment mode: a commit acknowledgment and a later application acknowledgment
 * for each message.
 */
class EnhancedAcknowledgmentTest {
  @TempDir Path folder;
  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void stop() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get();
  }

  private LabConnectedNode linked(ScriptedLab lab, String format) {
    return LabConnectedNode.start(
        folder,
        LabConnectedNode.to(lab)
            + ", \"hl7\": {\"enhanced\": true, \"format\": \""
            + format
            + "\"}");
  }

  /** Builds an application acknowledgment that requests only a commit acknowledgment in return. */
  private static String application(ReceivedMessage g, String type, String code, String control) {
    String text =
        "MSH|^~\\&|LIS|tamberline|TRIBUTARY|1|20260101||%s|APP%s|P|2.5.1|||AL|NE\rMSA|%s|%s\r"
            .formatted(type, g.controlId(), code, g.controlId());
    for (int i = 1; i <= g.tests(); i++) {
      text += "ORC|%s|%s-%d|F%d\r".formatted(control, g.sample(), i, i);
    }
    return text;
  }

  private static List<ReceivedMessage> answersOf(ScriptedLab lab, ReceivedMessage to) {
    return lab.received.stream()
        .filter(g -> g.text().contains("\rMSA|") && g.text().contains("|APP" + to.controlId()))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"oml_o21,OML^O21^OML_O21,ORL^O22", "orm_o01,ORM^O01^ORM_O01,ORR^O02"})
  void anOrderWaitsForBothAnswers(String format, String sent, String answered) throws Exception {
    try (ScriptedLab lab = new ScriptedLab(vertx);
        LabConnectedNode at = linked(lab, format)) {
      lab.setResponse(g -> g.answer("CA"));
      OrderRow order = at.openOrder();
      at.messages(order, "order awaiting");
      assertEquals(LowStatus.ORDERED, at.now(order).status().low());
      ReceivedMessage got = lab.orders("NW").getFirst();
      String[] header = got.text().split("\r")[0].split("\\|", -1);
      assertEquals(sent, header[8]);
      assertEquals(List.of("AL", "AL"), List.of(header[14], header[15]));
      assertEquals(format.equals("oml_o21"), got.text().contains("\rTQ1|"));
      assertFalse(format.equals("orm_o01") && got.text().contains("\rSPM|"));
      String answer = application(got, answered, "AA", "OK");
      lab.send(answer);
      lab.send(answer);
      at.awaitStatus(order, LowStatus.REQUISITION_CREATED);
      at.messages(order, "order done");
      Eventually.eventually(SOON, () -> assertEquals(2, answersOf(lab, got).size()));
      assertTrue(answersOf(lab, got).getFirst().text().contains("MSA|CA|APP"));
      assertEquals(
          1, at.texts("select id::text as t from lab_message where direction = 'in'").size());
      assertEquals(1, lab.orders("NW").size());
    }
  }

  @Test
  void theApplicationMayRefuseWhatTheTransportTook() throws Exception {
    try (ScriptedLab lab = new ScriptedLab(vertx);
        LabConnectedNode at = linked(lab, "orm_o01")) {
      lab.setResponse(g -> g.answer("CA"));
      OrderRow order = at.openOrder();
      at.messages(order, "order awaiting");
      lab.send(application(lab.orders("NW").getFirst(), "ORR^O02", "AE", "UA"));
      at.awaitStatus(order, LowStatus.CANCELLED);
      at.messages(order, "order parked");
      assertEquals(List.of("ordered", "cancelled fulfillment_error"), at.steps(order));
    }
  }

  @Test
  void theTransportMayRefuse() throws Exception {
    try (ScriptedLab lab = new ScriptedLab(vertx);
        LabConnectedNode at = linked(lab, "oml_o21")) {
      lab.setResponse(g -> g.answer("CE"));
      OrderRow order = at.awaitStatus(at.openOrder(), LowStatus.CANCELLED);
      at.messages(order, "order parked");
      lab.setResponse(g -> g.answer(lab.orders("NW").size() < 4 ? "CR" : "CA"));
      at.messages(at.openOrder(), "order awaiting");
      assertEquals(4, lab.orders("NW").size());
    }
  }

  @Test
  void resultsGetTheAnswersTheyAskFor() throws Exception {
    try (ScriptedLab lab = new ScriptedLab(vertx);
        LabConnectedNode at = linked(lab, "oml_o21")) {
      lab.setResponse(g -> g.answer("AA"));
      OrderRow order = at.awaitStatus(at.openOrder(), LowStatus.REQUISITION_CREATED);
      String report = OrderReports.of(order, order.sampleId().orElseThrow(), "R7");
      lab.send(report.replace("|R7|P|2.5.1\r", "|R7|P|2.5.1|||AL|AL\r"));
      at.awaitStatus(order, LowStatus.COMPLETED);
      Eventually.eventually(
          SOON,
          () ->
              assertEquals(
                  List.of("MSA|CA|R7", "MSA|AA|R7"),
                  lab.received.stream()
                      .filter(g -> g.text().contains("|R7"))
                      .map(g -> g.text().split("\r")[1])
                      .toList()));
    }
  }
}
