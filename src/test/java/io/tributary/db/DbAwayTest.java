package io.tributary.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tributary.config.Defaults;
import io.tributary.kernel.Refusal;
import io.vertx.core.Vertx;
import io.vertx.core.VertxException;
import java.net.ServerSocket;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

class DbAwayTest {
  /** The refused connection is a checked exception, which await passes through all the same. */
  @Test
  void aServerThatIsNotThereIsUnavailableAndNoFault() throws Exception {
    int free;
    try (ServerSocket s = new ServerSocket(0)) {
      free = s.getLocalPort();
    }
    Vertx vertx = Vertx.vertx();
    Db db = Db.open(vertx, "postgresql://u:p@127.0.0.1:" + free + "/d", Defaults.config().db());
    try {
      refused(() -> db.tx(tx -> tx.query("select 1")));
      refused(() -> db.query("select 1"));
      refused(() -> db.read("select 1").await());
      refused(() -> db.txAside(tx -> tx.query("select 1")).await());
    } finally {
      db.close().await();
      vertx.close().await();
    }
  }

  @Test
  void aConnectionThatClosedMeanwhileIsUnavailable() {
    for (String text :
        List.of("Connection is not active now, current status: CLOSED", "Pool closed", "Timeout")) {
      assertEquals(
          Refusal.Reason.UNAVAILABLE,
          assertInstanceOf(Refusal.class, Faults.translated(new VertxException(text))).reason());
    }
  }

  private static void refused(Executable call) {
    assertEquals(Refusal.Reason.UNAVAILABLE, assertThrows(Refusal.class, call).reason());
  }
}
