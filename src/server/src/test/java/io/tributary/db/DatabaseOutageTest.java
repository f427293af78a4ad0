package io.tributary.db;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.DatabaseProxy;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.TestPostgres;
import io.tributary.testkit.TestResponse;
import io.tributary.testkit.WebhookFixture;
import io.tributary.testkit.WebhookTestServer;
import io.vertx.sqlclient.SqlConnection;
import java.net.URI;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Database outages on a running node.
 *
 * <p>Clients get 503 with a retry delay, acknowledged data is not lost, and after the outage
 * everything resumes by itself, deliveries and leases included.
 */
class DatabaseOutageTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final List<String> ACKNOWLEDGED_ROWS = new ArrayList<>();
  private static String database;
  private static DatabaseProxy gate;
  private static TestNode node;
  private static WebhookTestServer receiver;
  private static WebhookFixture hooks;

  @BeforeAll
  static void start() {
    database = TestNode.newMigratedDatabase();
    gate = new DatabaseProxy(database);
    node =
        TestNode.startAt(
            gate.url(),
            "TRIBUTARY_DB_LOCK_TIMEOUT",
            "400ms",
            // A request that waits on a dead connection is answered after twice this time.
            "TRIBUTARY_DB_STATEMENT_TIMEOUT",
            "4s",
            "TRIBUTARY_DB_READ_TIMEOUT",
            "4s",
            "TRIBUTARY_DB_ACQUIRE_TIMEOUT",
            "600ms",
            "TRIBUTARY_DB_CONNECT_TIMEOUT",
            "2s");
    receiver = new WebhookTestServer();
    hooks = new WebhookFixture(node);
    hooks.endpoint(receiver.url("/hook"));
  }

  @AfterAll
  static void stop() {
    node.close();
    gate.close();
    receiver.close();
  }

  private static TestResponse create() {
    TestResponse answer =
        node.post("/v2/user", "{\"client_user_id\":\"" + UUID.randomUUID() + "\"}");
    if (answer.status() == 200) {
      ACKNOWLEDGED_ROWS.add(answer.json().get("user_id").asText());
    }
    return answer;
  }

  /** Asserts a 503 with a retry delay and the given outage type. */
  private static void assertUnavailable(String told, TestResponse answer) {
    answer.expect(503);
    assertNotNull(answer.header("retry-after"));
    assertEquals(told, answer.json().get("detail").asText());
  }

  @AfterEach
  void allGoesOn() {
    eventually(PATIENCE, () -> create().expect(200));
    eventually(PATIENCE, () -> node.get("/health/ready").expect(200));
    int before = receiver.requests("/hook").size();
    hooks.events(1);
    eventually(PATIENCE, () -> assertTrue(receiver.requests("/hook").size() > before));
    eventually(PATIENCE, () -> assertEquals(1, leases()));
    for (String user : ACKNOWLEDGED_ROWS) {
      assertStored("/v2/user/" + user);
    }
  }

  /**
   * Retries until the outage is reported, because a machine that pauses may give another answer
   * first.
   */
  private static void assertEventuallyUnavailable(String told, Supplier<TestResponse> call) {
    eventually(PATIENCE, () -> assertUnavailable(told, call.get()));
  }

  private static void assertStored(String path) {
    eventually(PATIENCE, () -> node.get(path).expect(200));
  }

  private static int leases() {
    return node.db()
        .query("select 1 from actor_lease where name like 'node:%' and expires_at > now()")
        .size();
  }

  private static String name() {
    return URI.create(database).getPath().substring(1);
  }

  private static void endConnections() {
    TestPostgres.executeOn(
        TestPostgres.url(),
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = '" + name() + "'");
  }

  @Test
  void aTableThatSomebodyLocksEndsInARefusalNotInAQueue() throws SQLException {
    try (var holder = TestPostgres.connect(database);
        var statement = holder.createStatement()) {
      holder.setAutoCommit(false);
      statement.execute("lock table app_user in access exclusive mode");
      for (int i = 0; i < 3; i++) {
        assertEventuallyUnavailable("the database is busy; try again", DatabaseOutageTest::create);
        assertEventuallyUnavailable("the database is busy; try again", () -> node.get("/v2/user"));
      }
      assertStored("/health/ready");
      holder.rollback();
    }
  }

  @Test
  void connectionsThatAreAllAtWorkAreWaitedForAndThenRefused() {
    List<SqlConnection> taken = new ArrayList<>();
    try {
      eventually(
          PATIENCE,
          () -> {
            while (true) {
              taken.add(node.db().transactionPool().getConnection().await());
              if (taken.size() == 6) {
                return;
              }
            }
          });
      assertEventuallyUnavailable("the database is busy; try again", DatabaseOutageTest::create);
      assertStored("/v2/user");
      assertStored("/health/ready");
    } finally {
      taken.forEach(SqlConnection::close);
    }
  }

  @Test
  void aServerWithoutRoomForConnectionsIsBusyNotAway() {
    TestPostgres.executeOn(TestPostgres.url(), "alter database " + name() + " connection limit 0");
    try {
      endConnections();
      eventually(PATIENCE, () -> assertUnavailable("the database is busy; try again", create()));
      eventually(
          PATIENCE,
          () -> assertUnavailable("the database is busy; try again", node.get("/v2/user")));
    } finally {
      TestPostgres.executeOn(
          TestPostgres.url(), "alter database " + name() + " connection limit -1");
    }
  }

  /** The table simulates the full disk: it raises the error after the row was written. */
  @Test
  void aFullDiskRefusesWritesAndNothingElse() {
    TestPostgres.executeOn(
        database,
        """
        create function full_disk() returns trigger language plpgsql as
        $$ begin raise exception 'could not extend file' using errcode = '53100'; end $$;
        create constraint trigger full_disk after insert on app_user
          deferrable initially deferred for each row execute function full_disk()
        """);
    long users = users();
    try {
      eventually(
          PATIENCE,
          () -> {
            TestResponse answer = create();
            assertUnavailable("the database is out of disk space or memory; try again", answer);
            assertEquals("5", answer.header("retry-after"));
          });
      assertStored("/v2/user");
      assertStored("/health/ready");
      assertEquals(users, users());
    } finally {
      TestPostgres.executeOn(
          database, "drop trigger full_disk on app_user; drop function full_disk()");
    }
  }

  private static long users() {
    return node.db().query("select count(*) as n from app_user").iterator().next().getLong("n");
  }

  @Test
  void aServerThatVanishesWithoutAWordIsGivenUp() {
    gate.dropTraffic();
    eventually(
        PATIENCE, () -> assertUnavailable("the database cannot be reached; try again", create()));
    // The address now points to another server; connections to the old one stay silent.
    gate.forwardNewConnections();
  }

  /** An address that points to a standby for a while, as during a failover. */
  @Test
  void aServerThatTakesNoWritesIsLeftAgain() {
    TestPostgres.executeOn(
        TestPostgres.url(), "alter database " + name() + " set default_transaction_read_only = on");
    try {
      endConnections();
      eventually(
          PATIENCE, () -> assertUnavailable("the database cannot be reached; try again", create()));
    } finally {
      TestPostgres.executeOn(
          TestPostgres.url(), "alter database " + name() + " reset default_transaction_read_only");
    }
  }
}
