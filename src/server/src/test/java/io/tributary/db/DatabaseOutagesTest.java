package io.tributary.db;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.testkit.Answer;
import io.tributary.testkit.Gate;
import io.tributary.testkit.Hooks;
import io.tributary.testkit.Pg;
import io.tributary.testkit.Receiver;
import io.tributary.testkit.TestNode;
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
 * Ways in which a database does not serve, each on a node that runs: callers are told with 503 and
 * when to come back, nothing acknowledged is lost, and when it is over all goes on by itself,
 * deliveries and leases too.
 */
class DatabaseOutagesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final List<String> ACKNOWLEDGED = new ArrayList<>();
  private static String database;
  private static Gate gate;
  private static TestNode node;
  private static Receiver receiver;
  private static Hooks hooks;

  @BeforeAll
  static void start() {
    database = TestNode.freshDatabase();
    gate = new Gate(database);
    node =
        TestNode.at(
            gate.url(),
            "TRIBUTARY_DB_LOCK_TIMEOUT",
            "400ms",
            // Twice as long are those told who wait on a connection that is dead.
            "TRIBUTARY_DB_STATEMENT_TIMEOUT",
            "4s",
            "TRIBUTARY_DB_READ_TIMEOUT",
            "4s",
            "TRIBUTARY_DB_WAIT_LIMIT",
            "600ms",
            "TRIBUTARY_DB_CONNECT_TIMEOUT",
            "2s");
    receiver = new Receiver();
    hooks = new Hooks(node);
    hooks.endpoint(receiver.url("/hook"));
  }

  @AfterAll
  static void stop() {
    node.close();
    gate.close();
    receiver.close();
  }

  private static Answer create() {
    Answer answer = node.post("/v2/user", "{\"client_user_id\":\"" + UUID.randomUUID() + "\"}");
    if (answer.status() == 200) {
      ACKNOWLEDGED.add(answer.json().get("user_id").asText());
    }
    return answer;
  }

  /** 503 with a wait, and which of the troubles it is. */
  private static void refused(String told, Answer answer) {
    answer.expect(503);
    assertNotNull(answer.header("retry-after"));
    assertEquals(told, answer.json().get("detail").asText());
  }

  @AfterEach
  void allGoesOn() {
    eventually(PATIENCE, () -> create().expect(200));
    eventually(PATIENCE, () -> node.get("/health/ready").expect(200));
    int before = receiver.got("/hook").size();
    hooks.events(1);
    eventually(PATIENCE, () -> assertTrue(receiver.got("/hook").size() > before));
    eventually(PATIENCE, () -> assertEquals(1, leases()));
    for (String user : ACKNOWLEDGED) {
      isThere("/v2/user/" + user);
    }
  }

  /** The trouble lasts, so this is the answer; a machine that pauses may give another one first. */
  private static void isRefused(String told, Supplier<Answer> call) {
    eventually(PATIENCE, () -> refused(told, call.get()));
  }

  private static void isThere(String path) {
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
    Pg.executeOn(
        Pg.url(),
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = '" + name() + "'");
  }

  @Test
  void aTableThatSomebodyLocksEndsInARefusalNotInAQueue() throws SQLException {
    try (var holder = Pg.connect(database);
        var statement = holder.createStatement()) {
      holder.setAutoCommit(false);
      statement.execute("lock table app_user in access exclusive mode");
      for (int i = 0; i < 3; i++) {
        isRefused("the database is busy; try again", DatabaseOutagesTest::create);
        isRefused("the database is busy; try again", () -> node.get("/v2/user"));
      }
      isThere("/health/ready");
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
      isRefused("the database is busy; try again", DatabaseOutagesTest::create);
      isThere("/v2/user");
      isThere("/health/ready");
    } finally {
      taken.forEach(SqlConnection::close);
    }
  }

  @Test
  void aServerWithoutRoomForConnectionsIsBusyNotAway() {
    Pg.executeOn(Pg.url(), "alter database " + name() + " connection limit 0");
    try {
      endConnections();
      eventually(PATIENCE, () -> refused("the database is busy; try again", create()));
      eventually(PATIENCE, () -> refused("the database is busy; try again", node.get("/v2/user")));
    } finally {
      Pg.executeOn(Pg.url(), "alter database " + name() + " connection limit -1");
    }
  }

  /** The disk that is full is played by the table; it is found full after the row was written. */
  @Test
  void aFullDiskRefusesWritesAndNothingElse() {
    Pg.executeOn(
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
            Answer answer = create();
            refused("the database has no room; try again", answer);
            assertEquals("5", answer.header("retry-after"));
          });
      isThere("/v2/user");
      isThere("/health/ready");
      assertEquals(users, users());
    } finally {
      Pg.executeOn(database, "drop trigger full_disk on app_user; drop function full_disk()");
    }
  }

  private static long users() {
    return node.db().query("select count(*) as n from app_user").iterator().next().getLong("n");
  }

  @Test
  void aServerThatVanishesWithoutAWordIsGivenUp() {
    gate.swallow();
    eventually(PATIENCE, () -> refused("the database cannot be reached; try again", create()));
    // The address leads to another server now; the connections to the old one stay silent.
    gate.passNew();
  }

  /** An address that leads to a standby for a while, as during a failover. */
  @Test
  void aServerThatTakesNoWritesIsLeftAgain() {
    Pg.executeOn(Pg.url(), "alter database " + name() + " set default_transaction_read_only = on");
    try {
      endConnections();
      eventually(PATIENCE, () -> refused("the database cannot be reached; try again", create()));
    } finally {
      Pg.executeOn(Pg.url(), "alter database " + name() + " reset default_transaction_read_only");
    }
  }
}
