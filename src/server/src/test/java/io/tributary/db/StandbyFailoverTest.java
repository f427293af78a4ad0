package io.tributary.db;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.DatabaseConfig;
import io.tributary.config.Defaults;
import io.tributary.testkit.DatabaseProxy;
import io.tributary.testkit.TestNode;
import io.tributary.testkit.WebhookFixture;
import io.tributary.testkit.WebhookTestServer;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;

/**
 * A node with the addresses of a primary and its standby, which is also its read replica. Finally
 * the standby is promoted.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class StandbyFailoverTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  @TempDir static Path temp;
  private static PrimaryStandbyPair servers;
  private static DatabaseProxy replica;
  private static TestNode node;

  @BeforeAll
  static void start() throws Exception {
    servers = new PrimaryStandbyPair(temp);
    Migrations.run(servers.url());
    replica = new DatabaseProxy(servers.standby.url());
    node =
        TestNode.startAt(
            servers.url(),
            "TRIBUTARY_DB_REPLICA_URL",
            replica.url(),
            "TRIBUTARY_DB_REPLICA_MAX_LAG",
            "2s",
            "TRIBUTARY_DB_CONNECT_TIMEOUT",
            "6s");
  }

  /** Waits for the node, which on a busy machine may still be searching for the primary. */
  @BeforeEach
  void ready() {
    eventually(PATIENCE, () -> node.get("/health/ready").expect(200));
  }

  @AfterAll
  static void stop() throws Exception {
    if (node != null) {
      node.close();
    }
    replica.close();
    servers.close();
  }

  private static String user() {
    return node.post("/v2/user", "{\"client_user_id\":\"" + UUID.randomUUID() + "\"}")
        .expect(200)
        .json()
        .get("user_id")
        .asText();
  }

  private static void push(String user, int steps) {
    node.post(
            "/v2/timeseries/" + user + "/steps",
            """
            {"stage":"daily","time_zone":"Europe/Paris","provider":"apple_health_kit",
             "is_final_chunk":true,"data":[{"value":%d,"unit":"count",
             "start_date":"2026-03-04T06:00:00Z","end_date":"2026-03-04T07:00:00Z"}]}
            """
                .formatted(steps))
        .expect(200);
  }

  private static String steps(String user) {
    return node.get("/v2/timeseries/" + user + "/steps?start_date=2026-03-04&end_date=2026-03-04")
        .expect(200)
        .text();
  }

  @Test
  @Order(1)
  void readsOfDataGoToAReplicaThatIsNear() {
    String user = user();
    push(user, 111);
    eventually(PATIENCE, () -> assertTrue(node.db().replicaReads().inUse()));
    eventually(PATIENCE, () -> assertTrue(steps(user).contains("111"), steps(user)));
    // On a machine that pauses the replica may be excluded for a moment.
    eventually(
        PATIENCE,
        () ->
            assertEquals(
                "on",
                node.db()
                    .replicaReads()
                    .query("select current_setting('transaction_read_only') as x")
                    .iterator()
                    .next()
                    .getString("x")));
    assertEquals(
        "off",
        node.db()
            .query("select current_setting('transaction_read_only') as x")
            .iterator()
            .next()
            .getString("x"));
    // A statement that fails on the replica runs on the primary.
    node.db().replicaReads().query("create table only_there (x int)");
    node.db().replicaReads().read("drop table only_there").await();
  }

  @Test
  @Order(2)
  void aReplicaThatIsTooFarBehindIsLeftOut() {
    String user = user();
    push(user, 222);
    eventually(PATIENCE, () -> assertTrue(steps(user).contains("222"), steps(user)));
    servers.standby.run("select pg_wal_replay_pause()");
    try {
      push(user, 333);
      eventually(PATIENCE, () -> assertTrue(steps(user).contains("333"), steps(user)));
      eventually(PATIENCE, () -> assertFalse(node.db().replicaReads().inUse()));
    } finally {
      servers.standby.run("select pg_wal_replay_resume()");
    }
    eventually(PATIENCE, () -> assertTrue(node.db().replicaReads().inUse()));
  }

  /** The replica still counts as current when the query is sent. */
  @Test
  @Order(3)
  void whatAReplicaDoesNotAnswerThePrimaryDoes() {
    String user = user();
    String sleep = "/v2/summary/sleep/" + user + "?start_date=2026-03-04&end_date=2026-03-04";
    eventually(PATIENCE, () -> assertTrue(node.db().replicaReads().inUse()));
    node.get(sleep).expect(200);
    replica.dropTraffic();
    try {
      node.get(sleep).expect(200);
    } finally {
      replica.forwardNewConnections();
    }
    eventually(PATIENCE, () -> assertTrue(node.db().replicaReads().inUse()));
  }

  /** The other server here accepts writes, which makes the two distinguishable. */
  @Test
  @Order(4)
  void behindAnAddressOfSeveralServersOnlyTheOneThatWasMeasuredIsRead() {
    Vertx vertx = Vertx.vertx();
    try (DatabaseProxy several = new DatabaseProxy(servers.standby.url(), servers.primary.url())) {
      Replica both = new Replica(vertx, node.db(), settings(several.url()));
      eventually(PATIENCE, () -> assertTrue(both.isUsable()));
      assertTrue(
          both.readSlow("select pg_is_in_recovery() as standby")
              .map(rows -> rows.iterator().next().getBoolean("standby"))
              // The connection made for the query has ended, and the client may be notified before
              // the next one exists.
              .otherwise(true)
              .await());
      eventually(PATIENCE, () -> assertFalse(both.isUsable()));
    } finally {
      vertx.close().await();
    }
  }

  private static DatabaseConfig settings(String replica) {
    DatabaseConfig d = Defaults.config().db();
    return new DatabaseConfig(
        "",
        d.poolSize(),
        d.maxWaiters(),
        d.acquireTimeout(),
        d.connectTimeout(),
        d.statementTimeout(),
        d.readTimeout(),
        d.lockTimeout(),
        replica,
        d.replicaMaxLag(),
        d.startupTimeout());
  }

  /** The new primary is found, with all acknowledged data. */
  @Test
  @Order(5)
  void whenTheStandbyTakesOverNothingIsLostAndAllGoesOn() throws Exception {
    List<String> users = new ArrayList<>();
    try (WebhookTestServer receiver = new WebhookTestServer()) {
      WebhookFixture hooks = new WebhookFixture(node);
      hooks.endpoint(receiver.url("/hook"));
      for (int i = 0; i < 5; i++) {
        users.add(user());
      }
      servers.primary.kill();
      eventually(PATIENCE, () -> node.post("/v2/user", "{}").expect(503));
      servers.standby.run("select pg_promote()");
      eventually(PATIENCE, () -> users.add(user()));
      for (String user : users) {
        node.get("/v2/user/" + user).expect(200);
      }
      eventually(PATIENCE, () -> node.get("/health/ready").expect(200));
      // A promoted replica does not report a replay position.
      eventually(PATIENCE, () -> assertFalse(node.db().replicaReads().inUse()));
      hooks.events(1);
      eventually(PATIENCE, () -> assertFalse(receiver.requests("/hook").isEmpty()));
    }
  }
}
