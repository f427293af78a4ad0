package io.tributary.lease;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.Defaults;
import io.tributary.config.ServiceConfig;
import io.tributary.db.Db;
import io.tributary.metrics.Metrics;
import io.tributary.testkit.TestNode;
import io.vertx.core.Future;
import io.vertx.core.ThreadingModel;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class LeaseVerticleTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);

  /** Longer than any pause of the machine. */
  private static final ServiceConfig.Lease LONG = lease(Duration.ofMinutes(5));

  /** Short duration for tests that wait for expiry. */
  private static final ServiceConfig.Lease SHORT = lease(Duration.ofMillis(1500));

  private static final Set<String> NAMES = Set.of("a:1", "a:2", "a:3", "a:4");

  private final List<TestMember> machines = new ArrayList<>();
  private final AtomicInteger notMade = new AtomicInteger();
  private final AtomicInteger notStarted = new AtomicInteger();
  private String url;

  private static ServiceConfig.Lease lease(Duration life) {
    return new ServiceConfig.Lease(life, Duration.ofMillis(200), Duration.ofMillis(300));
  }

  /** Vert.x, connection pool and actors of one node. */
  private final class TestMember {
    final Vertx vertx = Vertx.vertx();
    final Db db = Db.open(vertx, url, Defaults.config().db());
    final LeaseDirectory view = new LeaseDirectory();
    final Map<String, Lease> running = new ConcurrentHashMap<>();
    final String deployment;

    TestMember(String name) {
      this(name, LONG);
    }

    TestMember(String name, ServiceConfig.Lease lives) {
      LeaseVerticle.ActorKind kind =
          new LeaseVerticle.ActorKind(NAMES, ThreadingModel.VIRTUAL_THREAD, Actor::new);
      deployment =
          new LeaseVerticle(db, lives, name, List.of(kind), view, new LeaseMetrics(new Metrics()))
              .deploy(vertx)
              .await();
      machines.add(this);
    }

    private final class Actor extends VerticleBase {
      private final Lease lease;

      Actor(Lease lease) {
        if (notMade.getAndDecrement() > 0) {
          throw new IllegalStateException("not yet");
        }
        this.lease = lease;
      }

      @Override
      public Future<?> start() {
        if (notStarted.getAndDecrement() > 0) {
          return Future.failedFuture("not yet");
        }
        running.put(lease.name(), lease);
        return Future.succeededFuture();
      }

      @Override
      public Future<?> stop() {
        running.remove(lease.name());
        return Future.succeededFuture();
      }
    }
  }

  @BeforeEach
  void database() {
    url = TestNode.newMigratedDatabase();
  }

  @AfterEach
  void close() {
    machines.forEach(m -> m.vertx.close().await());
  }

  @Test
  void oneNodeOwnsEveryActor() {
    TestMember one = new TestMember("one");
    eventually(LIMIT, () -> assertEquals(NAMES, one.running.keySet()));
    eventually(LIMIT, () -> assertTrue(one.view.epoch("a:1").isPresent()));
  }

  @Test
  void aSecondNodeGetsItsShareAndNoActorRunsTwice() {
    TestMember one = new TestMember("one");
    eventually(LIMIT, () -> assertEquals(4, one.running.size()));
    TestMember two = new TestMember("two");
    eventually(
        LIMIT,
        () -> {
          assertEquals(2, one.running.size());
          assertEquals(2, two.running.size());
        });
    assertTrue(one.running.keySet().stream().noneMatch(two.running::containsKey));
  }

  @Test
  void aGracefulStopHandsOverAtOnceAndRaisesTheEpoch() {
    TestMember one = new TestMember("one");
    eventually(LIMIT, () -> assertEquals(4, one.running.size()));
    long before = one.running.get("a:1").epoch();
    one.vertx.undeploy(one.deployment).await();
    assertTrue(one.running.isEmpty());
    TestMember two = new TestMember("two");
    eventually(LIMIT, () -> assertEquals(4, two.running.size()));
    assertTrue(two.running.get("a:1").epoch() > before);
  }

  @Test
  void aDeadNodesActorsAreTakenWhenTheirLeaseExpires() {
    TestMember one = new TestMember("one", SHORT);
    eventually(LIMIT, () -> assertEquals(4, one.running.size()));
    one.vertx.close().await();
    TestMember two = new TestMember("two");
    eventually(LIMIT, () -> assertEquals(4, two.running.size()));
  }

  @Test
  void aRestartedNodeTakesBackItsOwnWithoutWaiting() {
    TestMember one = new TestMember("one");
    eventually(LIMIT, () -> assertEquals(4, one.running.size()));
    one.db.query("update actor_lease set expires_at = now() + interval '1 hour'");
    one.vertx.close().await();
    TestMember again = new TestMember("one");
    eventually(LIMIT, () -> assertEquals(4, again.running.size()));
  }

  @Test
  void aLeaseTakenByAnotherEndsTheActorAndFencesItsWrites() {
    TestMember one = new TestMember("one");
    eventually(LIMIT, () -> assertEquals(4, one.running.size()));
    Lease lost = one.running.get("a:1");
    one.db.tx(
        tx -> {
          Fence.lockLease(tx, lost);
          return null;
        });
    one.db.query(
        "update actor_lease set owner = 'other', epoch = epoch + 1, expires_at = now() + interval"
            + " '1 hour' where name = 'a:1'");
    assertThrows(
        Fence.LeaseLostException.class,
        () ->
            one.db.tx(
                tx -> {
                  Fence.lockLease(tx, lost);
                  return null;
                }));
    eventually(LIMIT, () -> assertTrue(!one.running.containsKey("a:1")));
  }

  @Test
  void aDatabaseThatIsAwayEndsTheActorsBeforeOthersMayStart() {
    TestMember one = new TestMember("one", SHORT);
    eventually(LIMIT, () -> assertEquals(4, one.running.size()));
    one.db.query("alter table actor_lease rename to actor_lease_gone");
    eventually(LIMIT, () -> assertTrue(one.running.isEmpty()));
    one.db.query("alter table actor_lease_gone rename to actor_lease");
    eventually(LIMIT, () -> assertEquals(4, one.running.size()));
  }

  @Test
  void anActorThatCannotBeMadeOrDoesNotStartIsTriedAgain() {
    notMade.set(1);
    notStarted.set(1);
    TestMember one = new TestMember("one");
    eventually(LIMIT, () -> assertEquals(4, one.running.size()));
  }
}
