package io.tributary.db;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.tributary.config.Defaults;
import io.tributary.config.ServiceConfig;
import io.tributary.harness.TestNode;
import io.tributary.kernel.Refusal;
import io.vertx.core.Vertx;
import io.vertx.core.VertxException;
import io.vertx.sqlclient.SqlConnection;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
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

  @Test
  void connectionsThatAreAllAtWorkAreNoDatabaseThatIsAway() throws Exception {
    Vertx vertx = Vertx.vertx();
    Db db = Db.open(vertx, TestNode.freshDatabase(), settings());
    try {
      List<SqlConnection> taken = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        taken.add(db.pool().getConnection().await());
      }
      for (int i = 0; i < 20; i++) {
        Thread.sleep(100);
        assertFalse(db.away());
      }
      taken.forEach(SqlConnection::close);
    } finally {
      db.close().await();
      vertx.close().await();
    }
  }

  private static ServiceConfig.Database settings() {
    var d = Defaults.config().db();
    return new ServiceConfig.Database(
        d.url(), 2, d.waitQueue(), Duration.ofMillis(300), d.statementTimeout(), d.startLimit());
  }

  @Test
  void aConnectionThatSomebodyEndedIsNoDatabaseThatIsAway() throws Exception {
    Vertx vertx = Vertx.vertx();
    Db db = Db.open(vertx, TestNode.freshDatabase(), settings());
    try {
      Thread.sleep(800);
      db.query(
          "select pg_terminate_backend(pid) from pg_stat_activity"
              + " where datname = current_database() and pid <> pg_backend_pid()");
      for (int i = 0; i < 15; i++) {
        Thread.sleep(100);
        assertFalse(db.away());
      }
    } finally {
      db.close().await();
      vertx.close().await();
    }
  }

  private static void refused(Executable call) {
    assertEquals(Refusal.Reason.UNAVAILABLE, assertThrows(Refusal.class, call).reason());
  }
}
