package io.tributary.lab.exchange;

import static io.tributary.lab.exchange.LabConnectedNode.SOON;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.tributary.lab.order.OrderRow;
import io.tributary.lab.state.LowStatus;
import io.tributary.testkit.Eventually;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that a result counts as an order response, whichever order number it contains. */
class LostResponsesTest {
  @TempDir Path folder;

  @Test
  void aResultProvesThatTheOrderArrived() throws Exception {
    Vertx vertx = Vertx.vertx();
    try (ScriptedLab lab = new ScriptedLab(vertx);
        LabConnectedNode at =
            LabConnectedNode.start(folder, lab, LabConnectedNode.SHORT_ANSWER_TIMEOUT)) {
      lab.behaviour = (g, line) -> {};
      String[][] places = {
        {"ORC|RE|||#\r", "", ""},
        {"ORC|RE|#-%\r", "", ""},
        {"", "#-%", ""},
        {"", "", "SPM|1|#\r"},
      };
      for (int i = 0; i < places.length; i++) {
        String[] p = places[i];
        OrderRow order = at.openOrder();
        Eventually.eventually(
            SOON,
            () ->
                assertFalse(
                    at.texts(
                            "select 'x' as t from lab_message where order_id = $1 and attempt > 0",
                            order.id())
                        .isEmpty()));
        String sample =
            at.texts("select sample_id as t from lab_message where order_id = $1", order.id())
                .getFirst();
        String report = OrderReports.of(sample, p[0], p[1], p[2], "R" + i);
        Eventually.eventually(SOON, () -> assertFalse(lab.lines.isEmpty()));
        Eventually.eventually(
            SOON,
            () -> {
              // The connection may just have been closed. The report is stored only once in any
              // case.
              lab.send(report);
              assertEquals(List.of("order done"), at.messages(order), report);
            });
        OrderRow after = at.awaitStatus(order, LowStatus.COMPLETED);
        assertEquals(sample, after.sampleId().orElseThrow());
        assertEquals(List.of("ordered", "requisition_created", "completed"), at.steps(order));
      }
    } finally {
      vertx.close().toCompletionStage().toCompletableFuture().get();
    }
  }
}
