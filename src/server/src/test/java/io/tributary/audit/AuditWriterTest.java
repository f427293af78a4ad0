package io.tributary.audit;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.AuditConfig;
import io.tributary.config.Defaults;
import io.tributary.core.Encryption;
import io.tributary.core.ServiceException;
import io.tributary.db.Db;
import io.tributary.db.DedicatedConnection;
import io.tributary.metrics.Metrics;
import io.tributary.testkit.TestNode;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Checks that the audit writer survives failures of its own and of its surroundings. */
class AuditWriterTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final Encryption KEY = new Encryption(new byte[32]);
  private static final int POOL = 2;
  private static Vertx vertx;
  private static Db db;

  @BeforeAll
  static void start() {
    vertx = Vertx.vertx();
    db =
        Db.open(
            vertx,
            TestNode.newMigratedDatabase(),
            Defaults.config()
                .db()
                .withLimits(POOL, Duration.ofSeconds(10), Duration.ofSeconds(30)));
  }

  @AfterAll
  static void stop() {
    db.close().await();
    vertx.close().await();
  }

  private static AuditVerticle writer(Function<DedicatedConnection, AuditChainRepo> store) {
    AuditConfig settings = Defaults.config().audit();
    AuditVerticle writer =
        new AuditVerticle(
            () -> db.dedicatedConnection(AuditVerticle.STATEMENT_TIMEOUT),
            store,
            settings,
            "a node",
            new Metrics());
    deploy(writer);
    return writer;
  }

  private static String deploy(AuditVerticle writer) {
    return vertx
        .deployVerticle(
            writer, new DeploymentOptions().setThreadingModel(ThreadingModel.VIRTUAL_THREAD))
        .await();
  }

  private static AuditEntry entry(UUID user) {
    return new AuditEntry(
        Instant.now(),
        AuditEntry.Kind.CHANGE,
        "api_key",
        null,
        null,
        null,
        "sandbox",
        user,
        null,
        "GET",
        "/v2/user/{user_id}",
        200,
        UUID.randomUUID(),
        null);
  }

  private static int rows(UUID user) {
    return db.query("select from audit_entry where user_id = $1", user).size();
  }

  @Test
  void anErrorEndsARoundAndNotTheWriter() throws Exception {
    AtomicInteger times = new AtomicInteger();
    CountDownLatch seen = new CountDownLatch(1);
    AuditVerticle writer =
        writer(
            own ->
                new AuditChainRepo(own, KEY) {
                  @Override
                  void append(Batch batch) {
                    if (times.incrementAndGet() > 1) {
                      eventually(SOON, () -> assertEquals(0, seen.getCount()));
                    }
                    super.append(batch);
                    if (times.get() == 1) {
                      throw new StackOverflowError("once, after the row was stored");
                    }
                  }
                });
    UUID user = UUID.randomUUID();
    Future<Void> stored = writer.write(entry(user));
    eventually(SOON, () -> assertFalse(writer.isAvailable()));
    // Entries that arrive while the writer is failing are rejected without waiting.
    assertTrue(writer.write(entry(user)).failed());
    seen.countDown();
    stored.timeout(60, TimeUnit.SECONDS).await();
    eventually(SOON, () -> assertTrue(writer.isAvailable()));
    writer.write(entry(user)).timeout(60, TimeUnit.SECONDS).await();
    assertEquals(2, rows(user));
  }

  @Test
  void waitingEntriesFailWhenTheWriterBreaksDownAtShutdown() throws Exception {
    Promise<Void> broken = Promise.promise();
    AuditVerticle writer =
        new AuditVerticle(
            () -> db.dedicatedConnection(AuditVerticle.STATEMENT_TIMEOUT),
            own ->
                new AuditChainRepo(own, KEY) {
                  @Override
                  void append(Batch batch) {
                    broken.future().await();
                    throw new StackOverflowError("at the end");
                  }
                },
            Defaults.config().audit(),
            "a node",
            new Metrics());
    String id = deploy(writer);
    List<Future<Void>> waiting = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      waiting.add(writer.write(entry(UUID.randomUUID())));
    }
    Future<Void> stopped = vertx.undeploy(id);
    eventually(
        SOON,
        () -> {
          waiting.add(writer.write(entry(UUID.randomUUID())));
          assertTrue(waiting.getLast().failed(), "it stops");
        });
    broken.complete();
    stopped.timeout(60, TimeUnit.SECONDS).await();
    for (Future<Void> one : waiting) {
      eventually(SOON, () -> assertTrue(one.failed()));
      assertInstanceOf(ServiceException.class, one.cause());
    }
  }

  /** Covers entries whose result no caller awaits, where a loss would go unnoticed. */
  @Test
  void aBreakdownAtTheEndIsNotTheEndOfWhatIsThere() throws Exception {
    Promise<Void> broken = Promise.promise();
    AtomicInteger times = new AtomicInteger();
    AuditVerticle writer =
        new AuditVerticle(
            () -> db.dedicatedConnection(AuditVerticle.STATEMENT_TIMEOUT),
            own ->
                new AuditChainRepo(own, KEY) {
                  @Override
                  void append(Batch batch) {
                    broken.future().await();
                    if (times.incrementAndGet() < 3) {
                      throw new StackOverflowError("at the end");
                    }
                    super.append(batch);
                  }
                },
            Defaults.config().audit(),
            "a node",
            new Metrics());
    String id = deploy(writer);
    UUID user = UUID.randomUUID();
    for (int i = 0; i < 3; i++) {
      writer.writeLater(entry(user));
    }
    Future<Void> stopped = vertx.undeploy(id);
    eventually(SOON, () -> assertTrue(writer.write(entry(UUID.randomUUID())).failed(), "it stops"));
    broken.complete();
    stopped.timeout(60, TimeUnit.SECONDS).await();
    assertEquals(3, rows(user));
  }

  @Test
  void requestsThatHoldAllConnectionsDoNotHoldUpTheTrail() throws Exception {
    List<SqlConnection> taken = new ArrayList<>();
    UUID user = UUID.randomUUID();
    UUID noted = UUID.randomUUID();
    db.tx(
        tx -> {
          SystemAuditEvents.recordEvent(
              tx, "housekeeping", null, null, null, noted, null, "user erased");
          return null;
        });
    for (int i = 0; i < POOL; i++) {
      taken.add(db.transactionPool().getConnection().await());
    }
    AuditVerticle writer = writer(own -> new AuditChainRepo(own, KEY));
    writer.write(entry(user)).timeout(60, TimeUnit.SECONDS).await();
    eventually(
        SOON,
        () ->
            assertEquals(
                1, db.read("select from audit_entry where user_id = $1", noted).await().size()));
    taken.forEach(SqlConnection::close);
    assertEquals(1, rows(user));
  }
}
