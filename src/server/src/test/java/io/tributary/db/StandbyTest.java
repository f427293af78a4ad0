package io.tributary.db;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.DatabaseConfig;
import io.tributary.config.Defaults;
import io.tributary.testkit.Gate;
import io.tributary.testkit.Hooks;
import io.tributary.testkit.Receiver;
import io.tributary.testkit.TestNode;
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
 * A node with the addresses of a primary and its standby, which also is its replica: reads that may
 * be behind, and in the end the standby takes the primary's place.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class StandbyTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  @TempDir static Path temp;
  private static ServerPair servers;
  private static Gate replica;
  private static TestNode node;

  @BeforeAll
  static void start() throws Exception {
    servers = new ServerPair(temp);
    Migrations.run(servers.url());
    replica = new Gate(servers.standby.url());
    node =
        TestNode.at(
            servers.url(),
            "TRIBUTARY_DB_REPLICA_URL",
            replica.url(),
            "TRIBUTARY_DB_REPLICA_MAX_LAG",
            "2s",
            "TRIBUTARY_DB_CONNECT_TIMEOUT",
            "6s");
  }

  /** On a busy machine a node may still look for the server that takes writes. */
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
    // On a machine that pauses it may be left out for a moment.
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
    // What the replica cannot do, the primary does.
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

  /** It still counts as near when it is asked. */
  @Test
  @Order(3)
  void whatAReplicaDoesNotAnswerThePrimaryDoes() {
    String user = user();
    String sleep = "/v2/summary/sleep/" + user + "?start_date=2026-03-04&end_date=2026-03-04";
    eventually(PATIENCE, () -> assertTrue(node.db().replicaReads().inUse()));
    node.get(sleep).expect(200);
    replica.swallow();
    try {
      node.get(sleep).expect(200);
    } finally {
      replica.passNew();
    }
    eventually(PATIENCE, () -> assertTrue(node.db().replicaReads().inUse()));
  }

  /** The other one here takes writes, which tells them apart. */
  @Test
  @Order(4)
  void behindAnAddressOfSeveralServersOnlyTheOneThatWasMeasuredIsRead() {
    Vertx vertx = Vertx.vertx();
    try (Gate several = new Gate(servers.standby.url(), servers.primary.url())) {
      Replica both = new Replica(vertx, node.db(), settings(several.url()));
      eventually(PATIENCE, () -> assertTrue(both.isUsable()));
      assertTrue(
          both.readSlow("select pg_is_in_recovery() as standby")
              .map(rows -> rows.iterator().next().getBoolean("standby"))
              // The connection that was made for it is ended, and it may be told before there is
              // another.
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
        d.waitQueue(),
        d.waitLimit(),
        d.connectTimeout(),
        d.statementTimeout(),
        d.readTimeout(),
        d.lockTimeout(),
        replica,
        d.replicaMaxLag(),
        d.startLimit());
  }

  /** The one that takes writes is found anew, with all that was acknowledged. */
  @Test
  @Order(5)
  void whenTheStandbyTakesOverNothingIsLostAndAllGoesOn() throws Exception {
    List<String> users = new ArrayList<>();
    try (Receiver receiver = new Receiver()) {
      Hooks hooks = new Hooks(node);
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
      // A replica that is no standby any more says nothing of how far it is.
      eventually(PATIENCE, () -> assertFalse(node.db().replicaReads().inUse()));
      hooks.events(1);
      eventually(PATIENCE, () -> assertFalse(receiver.got("/hook").isEmpty()));
    }
  }
}
