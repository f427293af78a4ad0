package io.tributary.lab.exchange;

import static io.tributary.lab.exchange.LinkedNode.SOON;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.lab.exchange.ScriptedLab.Got;
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

/** Two answers to each message: the transport's, and the application's in its own time. */
class EnhancedLinkTest {
  @TempDir Path folder;
  private final Vertx vertx = Vertx.vertx();

  @AfterEach
  void stop() throws Exception {
    vertx.close().toCompletionStage().toCompletableFuture().get();
  }

  private LinkedNode linked(ScriptedLab lab, String format) {
    return LinkedNode.start(
        folder,
        LinkedNode.to(lab) + ", \"hl7\": {\"enhanced\": true, \"format\": \"" + format + "\"}");
  }

  /** The application's answer, which wants the transport to answer and nobody else. */
  private static String application(Got g, String type, String code, String control) {
    String text =
        "MSH|^~\\&|LIS|tamberline|TRIBUTARY|1|20260101||%s|APP%s|P|2.5.1|||AL|NE\rMSA|%s|%s\r"
            .formatted(type, g.controlId(), code, g.controlId());
    for (int i = 1; i <= g.tests(); i++) {
      text += "ORC|%s|%s-%d|F%d\r".formatted(control, g.sample(), i, i);
    }
    return text;
  }

  private static List<Got> answersOf(ScriptedLab lab, Got to) {
    return lab.got.stream()
        .filter(g -> g.text().contains("\rMSA|") && g.text().contains("|APP" + to.controlId()))
        .toList();
  }

  @ParameterizedTest
  @CsvSource({"oml_o21,OML^O21^OML_O21,ORL^O22", "orm_o01,ORM^O01^ORM_O01,ORR^O02"})
  void anOrderWaitsForBothAnswers(String format, String sent, String answered) throws Exception {
    try (ScriptedLab lab = new ScriptedLab(vertx);
        LinkedNode at = linked(lab, format)) {
      lab.answers(g -> g.answer("CA"));
      OrderRow order = at.open();
      at.messages(order, "order awaiting");
      assertEquals(LowStatus.ORDERED, at.now(order).status().low());
      Got got = lab.orders("NW").getFirst();
      String[] header = got.text().split("\r")[0].split("\\|", -1);
      assertEquals(sent, header[8]);
      assertEquals(List.of("AL", "AL"), List.of(header[14], header[15]));
      assertEquals(format.equals("oml_o21"), got.text().contains("\rTQ1|"));
      assertFalse(format.equals("orm_o01") && got.text().contains("\rSPM|"));
      String answer = application(got, answered, "AA", "OK");
      lab.say(answer);
      lab.say(answer);
      at.reached(order, LowStatus.REQUISITION_CREATED);
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
        LinkedNode at = linked(lab, "orm_o01")) {
      lab.answers(g -> g.answer("CA"));
      OrderRow order = at.open();
      at.messages(order, "order awaiting");
      lab.say(application(lab.orders("NW").getFirst(), "ORR^O02", "AE", "UA"));
      at.reached(order, LowStatus.CANCELLED);
      at.messages(order, "order parked");
      assertEquals(List.of("ordered", "cancelled fulfillment_error"), at.steps(order));
    }
  }

  @Test
  void theTransportMayRefuse() throws Exception {
    try (ScriptedLab lab = new ScriptedLab(vertx);
        LinkedNode at = linked(lab, "oml_o21")) {
      lab.answers(g -> g.answer("CE"));
      OrderRow order = at.reached(at.open(), LowStatus.CANCELLED);
      at.messages(order, "order parked");
      lab.answers(g -> g.answer(lab.orders("NW").size() < 4 ? "CR" : "CA"));
      at.messages(at.open(), "order awaiting");
      assertEquals(4, lab.orders("NW").size());
    }
  }

  @Test
  void resultsGetTheAnswersTheyAskFor() throws Exception {
    try (ScriptedLab lab = new ScriptedLab(vertx);
        LinkedNode at = linked(lab, "oml_o21")) {
      lab.answers(g -> g.answer("AA"));
      OrderRow order = at.reached(at.open(), LowStatus.REQUISITION_CREATED);
      String report = Reports.of(order, order.sampleId().orElseThrow(), "R7");
      lab.say(report.replace("|R7|P|2.5.1\r", "|R7|P|2.5.1|||AL|AL\r"));
      at.reached(order, LowStatus.COMPLETED);
      Eventually.eventually(
          SOON,
          () ->
              assertEquals(
                  List.of("MSA|CA|R7", "MSA|AA|R7"),
                  lab.got.stream()
                      .filter(g -> g.text().contains("|R7"))
                      .map(g -> g.text().split("\r")[1])
                      .toList()));
    }
  }
}
