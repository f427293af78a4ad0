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

/** Two nodes have the same link: one sends, and the other when the first has gone. */
class TwoNodesTest {
  private static final int ORDERS = 15;

  @TempDir Path folder;
  private LinkedNode first;
  private TestNode second;

  private static void slowly(ScriptedLab lab) {
    lab.behaviour =
        (g, line) -> lab.vertx().setTimer(100, id -> ScriptedLab.say(line, g.all("OK")));
  }

  @Test
  void noMessageIsSentByBoth() throws Exception {
    Vertx vertx = Vertx.vertx();
    try (ScriptedLab lab = new ScriptedLab(vertx)) {
      slowly(lab);
      // Who stops hears the answer to what it has sent, however long the machine takes for it.
      first = LinkedNode.start(folder, lab, "TRIBUTARY_NODE_DRAIN_LIMIT", "60s");
      second = first.node.another();
      LinkedNode other = new LinkedNode(second);
      List<OrderRow> all = new ArrayList<>();
      for (int i = 0; i < ORDERS; i++) {
        all.add(other.open());
      }
      all.forEach(o -> other.reached(o, LowStatus.REQUISITION_CREATED));
      once(lab, ORDERS);
      for (int i = 0; i < ORDERS; i++) {
        all.add(other.open());
      }
      // Whichever of them owns the link, the other one is left with it sooner or later.
      first.close();
      first = null;
      all.forEach(o -> other.reached(o, LowStatus.REQUISITION_CREATED));
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
    assertEquals(messages, lab.got.size());
    assertEquals(messages, lab.got.stream().map(ScriptedLab.Got::controlId).distinct().count());
  }
}
