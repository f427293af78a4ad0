package io.tributary.lease;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.Defaults;
import io.tributary.db.Db;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestNode;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Lock order of writes under a lease. */
class FenceTest {
  private static final Duration TTL = Duration.ofMinutes(1);
  private static final Duration LIMIT = Duration.ofSeconds(25);

  private final CountDownLatch inside = new CountDownLatch(1);
  private final CountDownLatch finish = new CountDownLatch(1);
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
  private Vertx vertx;
  private Db db;
  private LeaseStore ours;
  private LeaseStore others;
  private Lease lease;

  @BeforeEach
  void start() {
    vertx = Vertx.vertx();
    db = Db.open(vertx, TestNode.newMigratedDatabase(), Defaults.config().db());
    ours = new LeaseStore(db, "a");
    others = new LeaseStore(db, "b");
    lease = ours.take(List.of("x"), TTL).getFirst();
  }

  @AfterEach
  void stop() {
    finish.countDown();
    threads.close();
    vertx.close().await();
  }

  private CompletableFuture<Void> writeSlowly() throws InterruptedException {
    CompletableFuture<Void> write =
        CompletableFuture.runAsync(
            () ->
                db.tx(
                    tx -> {
                      Fence.lockLease(tx, lease);
                      inside.countDown();
                      try {
                        return finish.await(60, TimeUnit.SECONDS);
                      } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                      }
                    }),
            threads);
    assertTrue(inside.await(20, TimeUnit.SECONDS));
    return write;
  }

  private void expire() {
    db.query("update actor_lease set expires_at = now() - interval '1 second'");
  }

  @Test
  void aRenewalDoesNotWaitForASlowWrite() throws Exception {
    CompletableFuture<Void> write = writeSlowly();
    CompletableFuture<List<Lease>> renewed =
        CompletableFuture.supplyAsync(() -> ours.renew(List.of(lease), TTL), threads);
    assertEquals(List.of(lease), renewed.get(20, TimeUnit.SECONDS));
    assertFalse(write.isDone());
    finish.countDown();
    write.get(20, TimeUnit.SECONDS);
  }

  @Test
  void whoTakesALeaseWaitsForTheWriteThatBeganUnderIt() throws Exception {
    CompletableFuture<Void> write = writeSlowly();
    expire();
    CompletableFuture<List<Lease>> taken =
        CompletableFuture.supplyAsync(() -> others.take(List.of("x"), TTL), threads);
    Eventually.eventually(
        LIMIT,
        () ->
            assertEquals(
                1,
                db.query(
                        "select 1 from pg_stat_activity where wait_event_type = 'Lock'"
                            + " and query like 'insert into actor_lease%'"
                            + " and datname = current_database()")
                    .size()));
    assertFalse(taken.isDone());
    finish.countDown();
    write.get(20, TimeUnit.SECONDS);
    assertEquals(List.of(new Lease("x", 2)), taken.get(20, TimeUnit.SECONDS));
  }

  @Test
  void nothingIsWrittenUnderALeaseThatIsExpiredOrTaken() {
    expire();
    assertThrows(Fence.LeaseLostException.class, () -> db.tx(this::held));
    assertEquals(List.of(new Lease("x", 2)), others.take(List.of("x"), TTL));
    assertThrows(Fence.LeaseLostException.class, () -> db.tx(this::held));
  }

  private boolean held(io.tributary.db.Tx tx) {
    Fence.lockLease(tx, lease);
    return true;
  }
}
