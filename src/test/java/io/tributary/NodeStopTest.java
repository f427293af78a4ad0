package io.tributary;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;

import io.tributary.harness.TestNode;
import org.junit.jupiter.api.Test;

class NodeStopTest {
  /** Else the process would wait for the end of its own stop for ever. */
  @Test
  void aStopThatTakesTooLongEndsAllTheSame() {
    TestNode node = TestNode.start("TRIBUTARY_NODE_DRAIN_LIMIT", "1ms");
    assertDoesNotThrow(node::close);
  }
}
