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
import io.tributary.testkit.DatabaseProxy;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestPostgres;
import io.tributary.testkit.TestResources;
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

class DatabaseUnavailableTest {
  /** A refused connection is a checked exception, which {@code await} passes through. */
  @Test
  void aServerThatIsNotThereIsUnavailableAndNoFault() throws Exception {
    int free = TestResources.port();
    Vertx vertx = Vertx.vertx();
    Db db = Db.open(vertx, "postgresql://u:p@127.0.0.1:" + free + "/d", Defaults.config().db());
    try {
      assertUnavailable(() -> db.tx(tx -> tx.query("select 1")));
      assertUnavailable(() -> db.query("select 1"));
      assertUnavailable(() -> db.read("select 1").await());
      assertUnavailable(() -> db.txAsync(tx -> tx.query("select 1")).await());
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
    Db db = Db.open(vertx, TestNode.newMigratedDatabase(), settings());
    try {
      List<SqlConnection> taken = new ArrayList<>();
      for (int i = 0; i < 2; i++) {
        taken.add(connection(db));
      }
      for (int i = 0; i < 20; i++) {
        Thread.sleep(100);
        // While the connections are in use, an outage that was only a pause of the machine is
        // cleared.
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
    try (DatabaseProxy gate = new DatabaseProxy(TestNode.newMigratedDatabase())) {
      Db db = Db.open(vertx, gate.url(), settings());
      DedicatedConnection own = db.dedicatedConnection(Duration.ofMillis(500));
      assertTimeoutPreemptively(
          Duration.ofMinutes(2),
          () -> {
            assertAnswersAgain(() -> own.query("select 1").size());
            gate.dropTraffic();
            gate.forwardNewConnections();
            assertUnavailable(() -> own.query("select 1"));
            assertAnswersAgain(() -> own.query("select 1").size());
            assertUnavailable(
                () ->
                    own.tx(
                        tx -> {
                          gate.dropTraffic();
                          gate.forwardNewConnections();
                          return tx.query("select 1");
                        }));
            assertAnswersAgain(() -> own.<Integer>tx(tx -> tx.query("select 1").size()));
          });
    } finally {
      vertx.close().await();
    }
  }

  /** Retries, because on a busy machine a new connection may take longer than its limit. */
  private static void assertAnswersAgain(Supplier<Integer> rows) {
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
    Db db = Db.open(vertx, TestNode.newMigratedDatabase(), settings(Duration.ofSeconds(20)));
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
      // The running attempt has ended, so another one follows.
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

  /** A server where the role or the database is missing, or that has no free connections. */
  @ParameterizedTest
  @ValueSource(strings = {"28P01", "3D000", "53300"})
  void aServerThatRefusesThisNodeIsNotTheOneThatTakesWrites(String state) throws Exception {
    Vertx vertx = Vertx.vertx();
    URI real = URI.create(TestPostgres.url());
    try (ServerSocket refusing = new ServerSocket(0)) {
      rejectConnection(refusing, state);
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

  private static void rejectConnection(ServerSocket server, String state) {
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
                    // Waits until the peer has read it.
                    in.read();
                  }
                }
              } catch (IOException closed) {
              }
            });
  }

  @Test
  void aConnectionToAServerThatTakesNoWritesIsNotUsedTwice() {
    Vertx vertx = Vertx.vertx();
    Db db = Db.open(vertx, TestNode.newMigratedDatabase(), settings(Duration.ofSeconds(30)));
    DedicatedConnection own = db.dedicatedConnection(Duration.ofSeconds(30));
    try {
      // Every connection but one is in use.
      SqlConnection taken = db.transactionPool().getConnection().await();
      String shut = "set default_transaction_read_only = on";
      db.query(shut);
      assertUnavailable(() -> db.query("create table a (x int)"));
      assertEquals(0, db.query("create table a (x int)").size());
      own.query(shut);
      assertUnavailable(() -> own.query("create table b (x int)"));
      assertEquals(0, own.query("create table b (x int)").size());
      own.query(shut);
      assertUnavailable(() -> own.tx(tx -> tx.query("create table c (x int)")));
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
    String database = TestNode.newMigratedDatabase();
    try (DatabaseProxy gate = new DatabaseProxy(database)) {
      Db db = Db.open(vertx, gate.url(), settings(Duration.ofSeconds(2)));
      assertTimeoutPreemptively(
          Duration.ofMinutes(2),
          () ->
              assertUnavailable(
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
                            gate.dropTraffic();
                            gate.forwardNewConnections();
                            TestPostgres.executeOn(
                                database, "select pg_terminate_backend(" + session + ")");
                            return c.query("vacuum").execute().await();
                          })));
    } finally {
      vertx.close().await();
    }
  }

  private static void assertUnavailable(Executable call) {
    assertEquals(
        ServiceException.Reason.UNAVAILABLE, assertThrows(ServiceException.class, call).reason());
  }
}
