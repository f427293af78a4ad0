package io.tributary;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.PortUnavailable;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestPostgres;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;

class NodeShutdownTest {
  /** The limit keeps the process from waiting forever for its own shutdown. */
  @Test
  void aStopThatTakesTooLongEndsAllTheSame() {
    TestNode node = TestNode.start("TRIBUTARY_NODE_SHUTDOWN_TIMEOUT", "1ms");
    assertDoesNotThrow(node::close);
  }

  @Test
  void aPortThatIsTakenEndsTheStartInOneLineAndKeepsNothing() throws IOException, SQLException {
    String database = TestNode.newMigratedDatabase();
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      String port = Integer.toString(taken.getLocalPort());
      PortUnavailable told =
          assertThrows(
              PortUnavailable.class, () -> TestNode.startAt(database, "TRIBUTARY_HTTP_PORT", port));
      assertTrue(told.getMessage().contains("127.0.0.1:" + port), told::getMessage);
      assertTrue(told.getMessage().contains("TRIBUTARY_HTTP_PORT"), told::getMessage);
    }
    try (var sql = TestPostgres.connect(database);
        var s = sql.createStatement();
        var r =
            s.executeQuery(
                "select count(*) filter (where expires_at >= now()), count(*) from actor_lease")) {
      r.next();
      assertEquals(0, r.getInt(1), "leases that nobody gave back");
      assertTrue(r.getInt(2) > 0);
    }
  }
}
