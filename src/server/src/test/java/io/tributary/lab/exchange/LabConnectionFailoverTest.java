package io.tributary.lab.exchange;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.lab.order.OrderRow;
import io.tributary.lab.state.LowStatus;
import io.tributary.testkit.TestNode;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Two nodes with the same connection: one sends, and the other takes over when the first stops. */
class LabConnectionFailoverTest {
  private static final int ORDERS = 15;

  @TempDir Path folder;
  private LabConnectedNode first;
  private TestNode second;

  private static void slowly(ScriptedLab lab) {
    lab.behaviour =
        (g, line) -> lab.vertx().setTimer(100, id -> ScriptedLab.send(line, g.answerAll("OK")));
  }

  @Test
  void noMessageIsSentByBoth() throws Exception {
    Vertx vertx = Vertx.vertx();
    try (ScriptedLab lab = new ScriptedLab(vertx)) {
      slowly(lab);
      // The stopping node waits long enough for the responses to what it has sent.
      first = LabConnectedNode.start(folder, lab, "TRIBUTARY_NODE_SHUTDOWN_TIMEOUT", "60s");
      second = first.node.startPeer();
      LabConnectedNode other = new LabConnectedNode(second);
      List<OrderRow> all = new ArrayList<>();
      for (int i = 0; i < ORDERS; i++) {
        all.add(other.openOrder());
      }
      all.forEach(o -> other.awaitStatus(o, LowStatus.REQUISITION_CREATED));
      once(lab, ORDERS);
      for (int i = 0; i < ORDERS; i++) {
        all.add(other.openOrder());
      }
      // Either node may own the connection; at the end the other one has it.
      first.close();
      first = null;
      all.forEach(o -> other.awaitStatus(o, LowStatus.REQUISITION_CREATED));
      once(lab, 2 * ORDERS);
    } finally {
      if (first != null) {
        first.close();
      }
      second.close();
      vertx.close().toCompletionStage().toCompletableFuture().get();
    }
  }

  private static void once(ScriptedLab lab, int messages) {
    assertEquals(messages, lab.received.size());
    assertEquals(
        messages,
        lab.received.stream().map(ScriptedLab.ReceivedMessage::controlId).distinct().count());
  }
}
