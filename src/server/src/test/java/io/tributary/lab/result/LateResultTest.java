package io.tributary.lab.result;

import static io.tributary.lab.result.LabResultFixture.FERRITIN;
import static io.tributary.lab.result.LabResultFixture.ferritin;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;

import io.tributary.lab.catalogue.CatalogueTestNode;
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

class LateResultTest {
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

  private static Panel withDocument(String text) {
    return TestReports.panel(
        FERRITIN,
        PanelStatus.FINAL,
        TestReports.numeric(FERRITIN, "20", "ng/mL", "11-307", Optional.empty()),
        TestReports.observation(
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

  private static byte[] storedDocument(OrderRow order) {
    return node.db()
        .query("select content from lab_result_file where order_id = $1", order.id())
        .iterator()
        .next()
        .getBuffer("content")
        .getBytes();
  }

  @Test
  void anOlderDocumentThatArrivesLateReplacesNothing() {
    OrderRow order = bench.waitingOrder();
    bench.receiveFor(order, 5, withDocument("newer"));
    bench.receiveFor(order, 3, withDocument("older"));
    assertArrayEquals("newer".getBytes(StandardCharsets.ISO_8859_1), storedDocument(order));
    bench.receiveFor(order, 7, withDocument("newest"));
    assertArrayEquals("newest".getBytes(StandardCharsets.ISO_8859_1), storedDocument(order));
    // The newest message has no PDF, so it does not replace the stored one.
    bench.receiveFor(order, 9, ferritin(PanelStatus.FINAL, "20"));
    bench.receiveFor(order, 8, withDocument("last"));
    assertArrayEquals("last".getBytes(StandardCharsets.ISO_8859_1), storedDocument(order));
  }

  @Test
  void nobodyReadsTheResultsOfAUserWhoIsDeleted() {
    OrderRow order = bench.waitingOrder();
    bench.receiveFor(order, 1, withDocument("p"));
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
