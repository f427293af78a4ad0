package io.tributary.throttle;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.ServiceConfig;
import io.tributary.core.Ids;
import io.tributary.db.Db;
import io.tributary.lease.Fence;
import io.tributary.lease.Lease;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The granting transaction on a real database, without actors. */
class TriggerGrantTransactionTest {
  private static final ServiceConfig.TriggerRate RATE =
      new ServiceConfig.TriggerRate(3, Duration.ofMinutes(1), 0);
  private static final Lease FIRST = new Lease("throttle:wahoo", 1);
  private static final Lease SECOND = new Lease("throttle:wahoo", 2);

  private ThrottleCluster c;
  private Vertx vertx;
  private Db db;

  @BeforeEach
  void start() throws Exception {
    c = new ThrottleCluster("wahoo");
    vertx = Vertx.vertx();
    db = Db.open(vertx, c.url, c.config.db());
    c.run(
        "insert into actor_lease values ('throttle:wahoo', 'a', 1, clock_timestamp() + interval '1"
            + " hour')");
  }

  @AfterEach
  void stop() throws Exception {
    db.close().await();
    vertx.close().await();
    c.close();
  }

  private TriggerGrantTransaction granter(Lease lease, HistoricalPullStarter starter) {
    return new TriggerGrantTransaction(db, new TriggerRepo(db, "wahoo"), lease, RATE, starter);
  }

  private TriggerGrantTransaction.Outcome grant(Lease lease) {
    return granter(lease, ThrottleCluster::startOneJob).grant(Ids.DEFAULT_APP, 100, 100, Set.of());
  }

  private long inState(String state) throws Exception {
    return c.number("select count(*) from pull_trigger where state = '" + state + "'");
  }

  private String entries(String state) throws Exception {
    return c.text(
        "select count(*) || coalesce(' ' || min(reason), '') from bulk_op_entry where state = '"
            + state
            + "'");
  }

  @Test
  void anOwnerThatAssumesAnEmptyWindowGrantsOnlyTheRemainder() throws Exception {
    c.queue(10, Ids.DEFAULT_APP);
    assertEquals(3, grant(FIRST).granted());
    c.clock.advance(Duration.ofSeconds(60));
    assertEquals(0, grant(FIRST).allowed());
    c.clock.advance(Duration.ofMillis(61));
    assertEquals(3, grant(FIRST).granted());
    assertEquals(6, inState("granted"));
  }

  @Test
  void anOwnerWhoseLeaseHasExpiredGrantsNothing() throws Exception {
    c.queue(2, Ids.DEFAULT_APP);
    c.run("update actor_lease set expires_at = clock_timestamp() - interval '1 ms'");
    assertThrows(Fence.LeaseLostException.class, () -> grant(FIRST));
    assertEquals(2, inState("queued"));
  }

  @Test
  void anOwnerOfAnEarlierEpochGrantsNothing() throws Exception {
    c.queue(2, Ids.DEFAULT_APP);
    c.run("update actor_lease set epoch = 2, owner = 'b'");
    assertThrows(Fence.LeaseLostException.class, () -> grant(FIRST));
    assertEquals(2, grant(SECOND).granted());
  }

  @Test
  void anOwnerFrozenInTheMiddleOfItsTransactionIsCutOffAndGrantsNothing() throws Exception {
    c.queue(10, Ids.DEFAULT_APP);
    CountDownLatch inside = new CountDownLatch(1);
    CountDownLatch wake = new CountDownLatch(1);
    TriggerGrantTransaction frozen =
        granter(
            FIRST,
            (tx, connection, trigger) -> {
              inside.countDown();
              try {
                assertTrue(wake.await(30, TimeUnit.SECONDS));
              } catch (InterruptedException e) {
                throw new IllegalStateException(e);
              }
              return ThrottleCluster.startOneJob(tx, connection, trigger);
            });
    CompletableFuture<TriggerGrantTransaction.Outcome> first = beginGrant(frozen, inside);
    // Acquires the lease as a lease keeper does; the frozen transaction holds the row until it is
    // terminated.
    eventually(
        Duration.ofSeconds(25),
        () -> {
          try {
            c.run(
                "update actor_lease set epoch = 2, owner = 'b', expires_at = clock_timestamp() +"
                    + " interval '1 hour' where expires_at < clock_timestamp()");
            assertEquals("2", c.text("select epoch from actor_lease"));
          } catch (java.sql.SQLException e) {
            throw new IllegalStateException(e);
          }
        });
    assertEquals(3, grant(SECOND).granted());
    wake.countDown();
    assertThrows(ExecutionException.class, () -> first.get(30, TimeUnit.SECONDS));
    assertEquals(3, inState("granted"));
    assertEquals(3, c.number("select count(*) from pull_trigger where granted_epoch = 2"));
  }

  /**
   * Starts a transaction under a lease that expires soon. The lease is longer if the machine was
   * suspended during a shorter one.
   */
  private CompletableFuture<TriggerGrantTransaction.Outcome> beginGrant(
      TriggerGrantTransaction granter, CountDownLatch inside) throws Exception {
    for (int millis = 700; ; millis *= 2) {
      c.run("update actor_lease set expires_at = clock_timestamp() + interval '" + millis + " ms'");
      CompletableFuture<TriggerGrantTransaction.Outcome> grant =
          CompletableFuture.supplyAsync(() -> granter.grant(Ids.DEFAULT_APP, 100, 100, Set.of()));
      eventually(
          Duration.ofSeconds(60),
          () -> assertTrue(inside.getCount() == 0 || grant.isCompletedExceptionally()));
      if (inside.getCount() == 0) {
        return grant;
      }
      assertInstanceOf(
          Fence.LeaseLostException.class,
          assertThrows(ExecutionException.class, grant::get).getCause());
    }
  }

  @Test
  void twoAppsOfAProviderHaveTheirOwnWindows() throws Exception {
    UUID own = Ids.uuid();
    c.queue(5, Ids.DEFAULT_APP);
    c.queue(5, own);
    assertEquals(3, grant(FIRST).granted());
    assertEquals(
        3, granter(FIRST, ThrottleCluster::startOneJob).grant(own, 100, 100, Set.of()).granted());
    assertEquals(3, c.grants(own).size());
  }

  @Test
  void connectionsThatAreGoneBrokenOrPausedAreDroppedAndUseUpNothing() throws Exception {
    c.queue(6, Ids.DEFAULT_APP);
    c.run(
        """
        with n as (select id, row_number() over (order by queue_no) as no, connection_id from pull_trigger)
        update connection x set status = case n.no when 1 then 'error' else 'paused' end
          from n where n.connection_id = x.id and n.no in (1, 2)
        """);
    c.run(
        "delete from connection where id = (select connection_id from pull_trigger order by"
            + " queue_no offset 2 limit 1)");
    TriggerGrantTransaction.Outcome done = grant(FIRST);
    assertEquals(3, done.granted());
    assertEquals(
        java.util.Map.of("connection_error", 1, "connection_paused", 1, "connection_gone", 1),
        done.dropped());
    assertEquals("3", entries("triggered"));
    assertEquals("3 connection_error", entries("skipped"));
  }

  @Test
  void aGrantStillCountsWhenItsConnectionIsDeleted() throws Exception {
    c.queue(5, Ids.DEFAULT_APP);
    assertEquals(3, grant(FIRST).granted());
    c.run(
        "delete from connection where id in (select connection_id from pull_trigger where state ="
            + " 'granted')");
    assertEquals(0, grant(FIRST).allowed());
    granter(FIRST, ThrottleCluster::startOneJob).finishOrphaned();
    assertEquals(
        3,
        c.number(
            "select count(*) from pull_trigger where state = 'granted' and finished_at is not"
                + " null"));
  }

  @Test
  void aConnectionLinkedAnewUnderAnotherAppWaitsInThatBucket() throws Exception {
    UUID own = Ids.uuid();
    c.queue(1, Ids.DEFAULT_APP);
    c.run("update connection set app_id = '%s'", own);
    TriggerGrantTransaction.Outcome done = grant(FIRST);
    assertEquals(0, done.granted());
    assertTrue(done.queueShrank());
    assertEquals(
        1, granter(FIRST, ThrottleCluster::startOneJob).grant(own, 100, 100, Set.of()).granted());
  }

  @Test
  void aTriggerWithoutAnythingToPullIsFinishedAtOnce() throws Exception {
    c.queue(2, Ids.DEFAULT_APP);
    granter(FIRST, (tx, connection, trigger) -> false).grant(Ids.DEFAULT_APP, 100, 100, Set.of());
    assertEquals(2, c.number("select count(*) from pull_trigger where granted_at = finished_at"));
  }

  @Test
  void aStageThatFailsNamesItsTriggerAndTheOthersGoOn() throws Exception {
    c.queue(3, Ids.DEFAULT_APP);
    UUID bad = UUID.fromString(c.text("select id from pull_trigger order by queue_no limit 1"));
    TriggerGrantTransaction granter =
        granter(
            FIRST,
            (tx, connection, trigger) -> {
              if (trigger.equals(bad)) {
                throw new IllegalStateException("broken");
              }
              return ThrottleCluster.startOneJob(tx, connection, trigger);
            });
    TriggerGrantTransaction.ScheduleFailed failed =
        assertThrows(
            TriggerGrantTransaction.ScheduleFailed.class,
            () -> granter.grant(Ids.DEFAULT_APP, 100, 100, Set.of()));
    assertEquals(bad, failed.trigger());
    assertEquals(3, inState("queued"));
    assertEquals(2, granter.grant(Ids.DEFAULT_APP, 100, 100, List.of(bad)).granted());
    granter.dropFailed(bad);
    assertEquals("1 stage_fault", entries("skipped"));
    assertNull(c.text("select finished_at from pull_trigger where state = 'granted' limit 1"));
  }

  @Test
  void whatOnlyAnAbortedOperationWantsIsNotTriggered() throws Exception {
    UUID op = c.queue(2, Ids.DEFAULT_APP);
    c.queue(1, Ids.DEFAULT_APP);
    c.run("update bulk_op set status = 'aborted', ended_at = now() where id = '%s'", op);
    TriggerGrantTransaction.Outcome done = grant(FIRST);
    assertEquals(1, done.granted());
    assertEquals(java.util.Map.of("aborted", 2), done.dropped());
  }

  @Test
  void olderOperationsAreServedFirst() throws Exception {
    UUID older = c.queue(3, Ids.DEFAULT_APP);
    c.queue(3, Ids.DEFAULT_APP);
    grant(FIRST);
    assertEquals(
        3,
        c.number(
            "select count(*) from bulk_op_entry where state = 'triggered' and op_id = '"
                + older
                + "'"));
  }

  @Test
  void aLockedConnectionIsPassedOverAndNotLost() throws Exception {
    c.queue(2, Ids.DEFAULT_APP);
    try (var other = io.tributary.testkit.TestPostgres.connect(c.url)) {
      other.setAutoCommit(false);
      try (var s = other.createStatement()) {
        s.execute(
            "select 1 from connection where id = (select connection_id from pull_trigger order by"
                + " queue_no limit 1) for update");
      }
      assertEquals(1, grant(FIRST).granted());
    }
    assertEquals(1, grant(FIRST).granted());
  }
}
