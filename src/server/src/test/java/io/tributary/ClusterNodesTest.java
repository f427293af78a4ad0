package io.tributary;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.core.ServiceException;
import io.tributary.testkit.Eventually;
import io.tributary.testkit.TestCluster;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Two nodes that share the owned actors over the bus.
 *
 * <p>Each node sends requests to the actors of the other. No quota is exceeded when a node or the
 * bus fails. The tests are ordered because each one leaves the nodes in the state that the next one
 * needs.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterNodesTest {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int QUOTA = 7;
  private static final List<String> SLUGS = List.of("oura", "fitbit", "withings", "strava");
  private static TestCluster cluster;

  @BeforeAll
  static void start() throws SQLException {
    cluster =
        new TestCluster(
            2,
            "TRIBUTARY_PROVIDERS_OURA_QUOTA",
            QUOTA + "/1h",
            "TRIBUTARY_PROVIDERS_FITBIT_QUOTA",
            QUOTA + "/1h",
            "TRIBUTARY_PROVIDERS_WITHINGS_QUOTA",
            QUOTA + "/1h",
            "TRIBUTARY_PROVIDERS_STRAVA_QUOTA",
            QUOTA + "/1h");
  }

  @AfterAll
  static void close() throws SQLException {
    cluster.close();
  }

  /** Returns a provider whose throttle is owned by node {@code i}. */
  private static String providerOwnedBy(int i) {
    return SLUGS.stream()
        .filter(s -> cluster.owner("throttle:" + s).equals(TestCluster.name(i)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("none on node " + i));
  }

  /**
   * Returns a provider whose throttle is owned by node {@code i} after both nodes have taken their
   * share of actors.
   */
  private static String balancedProviderOwnedBy(int i) {
    String[] slug = new String[2];
    Eventually.eventually(
        SOON,
        () -> {
          slug[0] = providerOwnedBy(0);
          slug[1] = providerOwnedBy(1);
        });
    return slug[i];
  }

  /**
   * Returns an application whose permits are exhausted, with exactly the quota granted. An owner
   * that loses its lease may have reserved permits without reporting them; in that case the method
   * starts over with another application.
   */
  private static UUID exhaustedApplication(String slug) {
    for (int tries = 0; tries < 20; tries++) {
      UUID app = UUID.randomUUID();
      answers(0, slug, UUID.randomUUID());
      answers(1, slug, UUID.randomUUID());
      long epoch = cluster.epoch("throttle:" + slug);
      int granted = granted(slug, app, 2 * QUOTA);
      assertTrue(granted <= QUOTA, "granted " + granted);
      if (epoch == cluster.epoch("throttle:" + slug)) {
        assertEquals(QUOTA, granted);
        return app;
      }
    }
    throw new AssertionError("the owner changes all the time");
  }

  /** Requests single permits from both nodes alternately and returns how many were granted. */
  private static int granted(String slug, UUID app, int asked) {
    int granted = 0;
    for (int i = 0; i < asked; i++) {
      granted += granted(i % 2, slug, app) ? 1 : 0;
    }
    return granted;
  }

  /**
   * Requests a permit and retries until an owner answers, because nothing is granted while
   * ownership changes.
   */
  private static boolean granted(int from, String slug, UUID app) {
    boolean[] granted = new boolean[1];
    Eventually.eventually(
        SOON, () -> granted[0] = cluster.requestPermits(from, slug, app, 1).await().granted());
    return granted[0];
  }

  private static void answers(int from, String slug, UUID app) {
    Eventually.eventually(SOON, () -> cluster.requestPermits(from, slug, app, 1).await());
  }

  @Test
  @Order(1)
  void bothNodesAskOneOwnerAndGetNoMoreThanTheQuota() {
    Eventually.eventually(SOON, () -> assertEquals(2, cluster.memberCount(0)));
    for (int i = 0; i < 2; i++) {
      exhaustedApplication(balancedProviderOwnedBy(i));
    }
  }

  @Test
  @Order(2)
  void aNodeThatLeavesHandsItsActorsOver() {
    String slug = balancedProviderOwnedBy(1);
    UUID app = UUID.randomUUID();
    answers(0, slug, app);
    long[] epoch = new long[1];
    Eventually.eventually(
        SOON,
        () -> {
          epoch[0] = cluster.epoch("throttle:" + slug);
          assertEquals(TestCluster.name(1), cluster.owner("throttle:" + slug));
        });
    cluster.stop(1);
    Eventually.eventually(
        SOON, () -> assertEquals(TestCluster.name(0), cluster.owner("throttle:" + slug)));
    assertTrue(cluster.epoch("throttle:" + slug) > epoch[0]);
    answers(0, slug, app);
    cluster.start(1);
    Eventually.eventually(SOON, () -> assertEquals(2, cluster.memberCount(0)));
  }

  @Test
  @Order(3)
  void whatAKilledOwnerGrantedStillCounts() {
    String slug = balancedProviderOwnedBy(1);
    UUID app = UUID.randomUUID();
    answers(0, slug, UUID.randomUUID());
    int before = granted(slug, app, 4);
    assertEquals(4, before);
    cluster.crash(1);
    Eventually.eventually(
        SOON, () -> assertEquals(TestCluster.name(0), cluster.owner("throttle:" + slug)));
    answers(0, slug, UUID.randomUUID());
    int after = 0;
    for (int i = 0; i < QUOTA; i++) {
      after += granted(0, slug, app) ? 1 : 0;
    }
    assertTrue(before + after <= QUOTA, before + " and " + after);
    Eventually.eventually(SOON, () -> assertEquals(1, cluster.memberCount(0)));
    cluster.start(1);
    Eventually.eventually(SOON, () -> assertEquals(2, cluster.memberCount(0)));
  }

  @Test
  @Order(4)
  void anOwnerThatLosesItsDatabaseIsReplacedAndGrantsNothingMore() {
    String slug = balancedProviderOwnedBy(1);
    UUID app = exhaustedApplication(slug);
    long stale = cluster.epoch("throttle:" + slug);
    cluster.loseDatabase(1);
    Eventually.eventually(
        SOON, () -> assertEquals(TestCluster.name(0), cluster.owner("throttle:" + slug)));
    cluster.restoreDatabase(1);
    answers(0, slug, app);
    assertEquals(0, granted(slug, app, QUOTA));
    assertNotEquals(stale, cluster.epoch("throttle:" + slug));
  }

  /**
   * The database decides which node owns an actor, and ownership may move when the machine pauses.
   */
  @Test
  @Order(5)
  void nodesThatLoseEachOtherGoOnWithTheirOwn() {
    answers(0, balancedProviderOwnedBy(1), UUID.randomUUID());
    cluster.isolate(1);
    UUID app = UUID.randomUUID();
    for (int i = 0; i < 2; i++) {
      int owner = i;
      Eventually.eventually(
          SOON,
          () -> {
            String own = providerOwnedBy(owner);
            cluster.requestPermits(owner, own, UUID.randomUUID(), 1).await();
            // The other node cannot reach the owner, so its request fails and no provider call is
            // made.
            assertThrows(
                ServiceException.class,
                () -> cluster.requestPermits(1 - owner, own, UUID.randomUUID(), 1).await());
            assertEquals(TestCluster.name(owner), cluster.owner("throttle:" + own));
          });
      cluster.node(i).post("/v2/user", "{\"client_user_id\":\"of-" + i + "\"}").expect(200);
      Eventually.eventually(SOON, () -> cluster.node(owner).get("/health/ready").expect(200));
    }
    String slug = balancedProviderOwnedBy(1);
    int granted = 0;
    for (int i = 0; i < 4 * QUOTA; i++) {
      granted += grantedAtOnce(i % 2, slug, app) ? 1 : 0;
    }
    assertTrue(granted <= QUOTA, "granted " + granted);
    balancedProviderOwnedBy(0);
  }

  private static boolean grantedAtOnce(int from, String slug, UUID app) {
    try {
      return cluster.requestPermits(from, slug, app, 1).await().granted();
    } catch (ServiceException nobody) {
      return false;
    }
  }
}
