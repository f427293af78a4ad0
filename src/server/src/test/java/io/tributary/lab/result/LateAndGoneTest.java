package io.tributary.lab.result;

import static io.tributary.lab.result.Bench.FERRITIN;
import static io.tributary.lab.result.Bench.ferritin;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.tributary.lab.catalogue.SeededLabs;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.protocol.CodedValue;
import io.tributary.lab.protocol.LabReport.Panel;
import io.tributary.lab.protocol.LabReport.PanelStatus;
import io.tributary.lab.protocol.LabReport.ResultAction;
import io.tributary.lab.protocol.ResultValue;
import io.tributary.testkit.TestNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class LateAndGoneTest {
  private static TestNode node;
  private static Bench bench;

  @BeforeAll
  static void start() {
    node = SeededLabs.start();
    bench = new Bench(node);
  }

  @AfterAll
  static void stop() {
    node.close();
  }

  private static Panel paper(String text) {
    return Said.panel(
        FERRITIN,
        PanelStatus.FINAL,
        Said.numeric(FERRITIN, "20", "ng/mL", "11-307", Optional.empty()),
        Said.observation(
            CodedValue.of("PDF", "Report", "L"),
            "",
            new ResultValue.Document("application/pdf", text.getBytes(StandardCharsets.ISO_8859_1)),
            "",
            "",
            List.of(),
            Optional.empty(),
            ResultAction.FINAL,
            List.of()));
  }

  private static byte[] kept(OrderRow order) {
    return node.db()
        .query("select content from lab_result_file where order_id = $1", order.id())
        .iterator()
        .next()
        .getBuffer("content")
        .getBytes();
  }

  @Test
  void anOlderPaperThatComesLateReplacesNothing() {
    OrderRow order = bench.waiting();
    bench.said(order, 5, paper("newer"));
    bench.said(order, 3, paper("older"));
    assertArrayEquals("newer".getBytes(StandardCharsets.ISO_8859_1), kept(order));
    bench.said(order, 7, paper("newest"));
    assertArrayEquals("newest".getBytes(StandardCharsets.ISO_8859_1), kept(order));
    // A message without a paper is newer than all, and yet says nothing about papers.
    bench.said(order, 9, ferritin(PanelStatus.FINAL, "20"));
    bench.said(order, 8, paper("last"));
    assertArrayEquals("last".getBytes(StandardCharsets.ISO_8859_1), kept(order));
  }

  @Test
  void nobodyReadsTheResultsOfAUserWhoIsDeleted() {
    OrderRow order = bench.waiting();
    bench.said(order, 1, paper("p"));
    String one = "/v3/order/" + order.id() + "/result";
    String all = "/v3/order_transaction/" + order.transaction() + "/result";
    for (String path : List.of(one, one + "/metadata", one + "/pdf", all, all + "/pdf")) {
      node.get(path).expect(200);
    }
    node.call("DELETE", "/v2/user/" + order.user(), null).expect(200);
    for (String path : List.of(one, one + "/metadata", one + "/pdf", all, all + "/pdf")) {
      node.get(path).expect(404);
    }
    node.get("/v3/order/" + order.id() + "/requisition/pdf").expect(404);
  }
}
