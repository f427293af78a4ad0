package io.tributary.lab.sandbox;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.lab.catalogue.CatalogueTestNode;
import io.tributary.lab.order.OrderRow;
import io.tributary.lab.order.TestOrders;
import io.tributary.lab.state.LowStatus;
import io.tributary.lab.state.Modality;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that the node starts the laboratory simulator and restarts it after a crash. */
class SimulatorProcessTest {
  private static final Duration SOON = Duration.ofSeconds(60);

  @TempDir Path data;

  @Test
  void theSandboxWorksWithNothingElseRunning() throws Exception {
    try (TestNode node =
        CatalogueTestNode.start(
            "TRIBUTARY_DATA_DIR", data.toString(),
            "TRIBUTARY_LAB_EXCHANGE_CLAIM_INTERVAL", "100ms",
            "TRIBUTARY_LAB_EXCHANGE_RETRY_SCHEDULE", "200ms")) {
      TestOrders orders = new TestOrders(node);
      complete(node, orders);
      assertEquals(1, Files.readAllLines(data.resolve("lab-simulator.txt")).size());
      List<ProcessHandle> children = laboratories();
      assertEquals(1, children.size());
      children.getFirst().destroyForcibly();
      complete(node, orders);
      assertEquals(1, laboratories().size());
    }
    Eventually.eventually(SOON, () -> assertTrue(laboratories().isEmpty()));
  }

  private static void complete(TestNode node, TestOrders orders) {
    OrderRow order = orders.open(Modality.WALK_IN);
    node.post("/v3/order/" + order.id() + "/test", null).expect(200);
    Eventually.eventually(
        SOON,
        () ->
            assertEquals(
                LowStatus.COMPLETED,
                node.db()
                    .tx(tx -> orders.lifecycle().lock(tx, order.id()))
                    .orElseThrow()
                    .status()
                    .low()));
  }

  /** Returns child processes of this process only, because parallel test runs have their own. */
  private static List<ProcessHandle> laboratories() {
    return ProcessHandle.current()
        .children()
        .filter(ProcessHandle::isAlive)
        .filter(SimulatorProcessTest::isLaboratory)
        .toList();
  }

  private static boolean isLaboratory(ProcessHandle process) {
    try {
      return Files.readString(Path.of("/proc", process.pid() + "", "cmdline"))
          .contains("simulators.lab.LabSimulator");
    } catch (IOException ended) {
      return false;
    }
  }
}
