package io.tributary.db;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.DatabaseConfig;
import io.tributary.config.Defaults;
import io.tributary.core.ServiceException;
import io.tributary.testkit.Gate;
import io.tributary.testkit.Pg;
import io.tributary.testkit.Scratch;
import io.tributary.testkit.TestNode;
import io.vertx.core.Vertx;
import io.vertx.core.VertxException;
import io.vertx.sqlclient.SqlConnection;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DbAwayTest {
  /** The refused connection is a checked exception, which await passes through all the same. */
  @Test
  void aServerThatIsNotThereIsUnavailableAndNoFault() throws Exception {
    int free = Scratch.port();
    Vertx vertx = Vertx.vertx();
    Db db = Db.open(vertx, "postgresql://u:p@127.0.0.1:" + free + "/d", Defaults.config().db());
    try {
      refused(() -> db.tx(tx -> tx.query("select 1")));
      refused(() -> db.query("select 1"));
      refused(() -> db.read("select 1").await());
      refused(() -> db.txAsync(tx -> tx.query("select 1")).await());
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
          ServiceException.Reason.UNAVAILABLE,
          assertInstanceOf(ServiceException.class, SqlErrors.translate(new VertxException(text)))
              .reason());
    }
  }

  @Test
  void connectionsThatAreAllAtWorkAreNoDatabaseThatIsAway() throws Exception {
    Vertx vertx = Vertx.vertx();
    Db db = Db.open(vertx, TestNode.freshDatabase(), settings());
    try {
      List<SqlConnection> taken = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        taken.add(connection(db));
      }
      for (int i = 0; i < 20; i++) {
        Thread.sleep(100);
        // While they are, whatever else a pause of the machine is taken for passes.
        eventually(Duration.ofSeconds(25), () -> assertFalse(db.isUnavailable()));
      }
      taken.forEach(SqlConnection::close);
    } finally {
      db.close().await();
      vertx.close().await();
    }
  }

  @Test
  void aConnectionOfOnesOwnIsGivenUpWhenItsOtherEndIsGoneWithoutAWord() {
    Vertx vertx = Vertx.vertx();
    try (Gate gate = new Gate(TestNode.freshDatabase())) {
      Db db = Db.open(vertx, gate.url(), settings());
      DedicatedConnection own = db.dedicatedConnection(Duration.ofMillis(500));
      assertTimeoutPreemptively(
          Duration.ofMinutes(2),
          () -> {
            answersAgain(() -> own.query("select 1").size());
            gate.swallow();
            gate.passNew();
            refused(() -> own.query("select 1"));
            answersAgain(() -> own.query("select 1").size());
            refused(
                () ->
                    own.tx(
                        tx -> {
                          gate.swallow();
                          gate.passNew();
                          return tx.query("select 1");
                        }));
            answersAgain(() -> own.<Integer>tx(tx -> tx.query("select 1").size()));
          });
    } finally {
      vertx.close().await();
    }
  }

  /** A new connection may need longer than its limit where the machine has no time for it. */
  private static void answersAgain(Supplier<Integer> rows) {
    eventually(Duration.ofSeconds(60), () -> assertEquals(1, rows.get()));
  }

  private static SqlConnection connection(Db db) {
    List<SqlConnection> out = new ArrayList<>();
    eventually(Duration.ofSeconds(60), () -> out.add(db.transactionPool().getConnection().await()));
    return out.getFirst();
  }

  private static DatabaseConfig settings() {
    return settings(Duration.ofMillis(300));
  }

  private static DatabaseConfig settings(Duration connecting) {
    return Defaults.config().db().withLimits(2, connecting, Duration.ofSeconds(30));
  }

  @Test
  void aConnectionThatSomebodyEndedIsNoDatabaseThatIsAway() throws Exception {
    Vertx vertx = Vertx.vertx();
    Db db = Db.open(vertx, TestNode.freshDatabase(), settings(Duration.ofSeconds(20)));
    try {
      Thread.sleep(800);
      db.query(
          "select pg_terminate_backend(pid) from pg_stat_activity"
              + " where datname = current_database() and pid <> pg_backend_pid()");
      for (int i = 0; i < 15; i++) {
        Thread.sleep(100);
        assertFalse(db.isUnavailable());
      }
    } finally {
      db.close().await();
      vertx.close().await();
    }
  }

  @Test
  void aDatabaseThatHangsIsConnectedToOnce() throws Exception {
    Vertx vertx = Vertx.vertx();
    AtomicInteger connected = new AtomicInteger();
    try (ServerSocket silent = new ServerSocket(0)) {
      List<Socket> held = new CopyOnWriteArrayList<>();
      Thread.ofVirtual()
          .start(
              () -> {
                try {
                  while (true) {
                    held.add(silent.accept());
                    connected.incrementAndGet();
                  }
                } catch (IOException closed) {
                  // The test is over.
                }
              });
      HostSelector there =
          HostSelector.of("postgresql://u:p@127.0.0.1:" + silent.getLocalPort() + "/d");
      DatabaseHealth presence = new DatabaseHealth(vertx, there, Duration.ofMillis(400), () -> {});
      eventually(Duration.ofSeconds(25), () -> assertTrue(presence.isUnavailable()));
      assertEquals(1, connected.get());
      for (Socket s : held) {
        s.close();
      }
      // What was under way has ended, so there is another.
      eventually(Duration.ofSeconds(25), () -> assertEquals(2, connected.get()));
      presence.close().await();
      silent.close();
      for (Socket s : held) {
        s.close();
      }
    } finally {
      vertx.close().await();
    }
  }

  /** As a server where the role or the database is missing, or one that is full. */
  @ParameterizedTest
  @ValueSource(strings = {"28P01", "3D000", "53300"})
  void aServerThatRefusesThisNodeIsNotTheOneThatTakesWrites(String state) throws Exception {
    Vertx vertx = Vertx.vertx();
    URI real = URI.create(Pg.url());
    try (ServerSocket refusing = new ServerSocket(0)) {
      refuse(refusing, state);
      HostSelector both =
          HostSelector.of(
              real.toString()
                  .replace(
                      "@" + real.getHost(),
                      "@127.0.0.1:" + refusing.getLocalPort() + "," + real.getHost()));
      DatabaseHealth presence = new DatabaseHealth(vertx, both, Duration.ofSeconds(5), () -> {});
      eventually(Duration.ofSeconds(40), () -> assertEquals(1, both.currentIndex()));
      eventually(Duration.ofSeconds(40), () -> assertFalse(presence.isUnavailable()));
      assertEquals(1, both.currentIndex());
      presence.close().await();
    } finally {
      vertx.close().await();
    }
  }

  private static void refuse(ServerSocket server, String state) {
    byte[] fields = ("SFATAL\0VFATAL\0C" + state + "\0Mno\0\0").getBytes(StandardCharsets.US_ASCII);
    Thread.ofVirtual()
        .start(
            () -> {
              try {
                while (true) {
                  try (Socket s = server.accept()) {
                    DataInputStream in = new DataInputStream(s.getInputStream());
                    in.skipNBytes(in.readInt() - 4);
                    DataOutputStream out = new DataOutputStream(s.getOutputStream());
                    out.writeByte('E');
                    out.writeInt(fields.length + 4);
                    out.write(fields);
                    out.flush();
                    // Until the other end has read it.
                    in.read();
                  }
                }
              } catch (IOException closed) {
                // The test is over.
              }
            });
  }

  @Test
  void aConnectionToAServerThatTakesNoWritesIsNotUsedTwice() {
    Vertx vertx = Vertx.vertx();
    Db db = Db.open(vertx, TestNode.freshDatabase(), settings(Duration.ofSeconds(30)));
    DedicatedConnection own = db.dedicatedConnection(Duration.ofSeconds(30));
    try {
      // All but one are taken.
      SqlConnection taken = db.transactionPool().getConnection().await();
      String shut = "set default_transaction_read_only = on";
      db.query(shut);
      refused(() -> db.query("create table a (x int)"));
      assertEquals(0, db.query("create table a (x int)").size());
      own.query(shut);
      refused(() -> own.query("create table b (x int)"));
      assertEquals(0, own.query("create table b (x int)").size());
      own.query(shut);
      refused(() -> own.tx(tx -> tx.query("create table c (x int)")));
      assertEquals(0, own.<Integer>tx(tx -> tx.query("create table c (x int)").size()));
      taken.close();
    } finally {
      db.close().await();
      vertx.close().await();
    }
  }

  @Test
  void workWithoutALimitEndsWhenItsServerIsGoneWithoutAWord() {
    Vertx vertx = Vertx.vertx();
    String database = TestNode.freshDatabase();
    try (Gate gate = new Gate(database)) {
      Db db = Db.open(vertx, gate.url(), settings(Duration.ofSeconds(2)));
      assertTimeoutPreemptively(
          Duration.ofMinutes(2),
          () ->
              refused(
                  () ->
                      db.withoutTimeout(
                          c -> {
                            int session =
                                c.query("select pg_backend_pid() as pid")
                                    .execute()
                                    .await()
                                    .iterator()
                                    .next()
                                    .getInteger("pid");
                            gate.swallow();
                            gate.passNew();
                            Pg.executeOn(database, "select pg_terminate_backend(" + session + ")");
                            return c.query("vacuum").execute().await();
                          })));
    } finally {
      vertx.close().await();
    }
  }

  private static void refused(Executable call) {
    assertEquals(
        ServiceException.Reason.UNAVAILABLE, assertThrows(ServiceException.class, call).reason());
  }
}
