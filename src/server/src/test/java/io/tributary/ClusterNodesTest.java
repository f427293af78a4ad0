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
 * Two nodes that share the owned actors: each asks those of the other over the bus, and whatever
 * becomes of a node or of the bus, no quota is exceeded. In an order, as each leaves the nodes as
 * the next one wants them.
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

  /** A provider whose throttle lives on this node. */
  private static String ownedBy(int i) {
    return SLUGS.stream()
        .filter(s -> cluster.owner("throttle:" + s).equals(TestCluster.name(i)))
        .findFirst()
        .orElseThrow(() -> new AssertionError("none on node " + i));
  }

  /** A provider whose throttle lives on this node, once it is in the hands of both. */
  private static String balancedOf(int i) {
    String[] slug = new String[2];
    Eventually.eventually(
        SOON,
        () -> {
          slug[0] = ownedBy(0);
          slug[1] = ownedBy(1);
        });
    return slug[i];
  }

  /**
   * An application that has got all there is, no more and no less. An owner that loses its lease
   * takes along what it had promised and not told, so then another one asks.
   */
  private static UUID exhausted(String slug) {
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

  /** How many of these single calls, asked of both nodes in turn, are granted. */
  private static int granted(String slug, UUID app, int asked) {
    int granted = 0;
    for (int i = 0; i < asked; i++) {
      granted += granted(i % 2, slug, app) ? 1 : 0;
    }
    return granted;
  }

  /** Asks until somebody answers: the owner may be changing, and then nothing is granted. */
  private static boolean granted(int from, String slug, UUID app) {
    boolean[] granted = new boolean[1];
    Eventually.eventually(
        SOON, () -> granted[0] = cluster.ask(from, slug, app, 1).await().granted());
    return granted[0];
  }

  private static void answers(int from, String slug, UUID app) {
    Eventually.eventually(SOON, () -> cluster.ask(from, slug, app, 1).await());
  }

  @Test
  @Order(1)
  void bothNodesAskOneOwnerAndGetNoMoreThanTheQuota() {
    Eventually.eventually(SOON, () -> assertEquals(2, cluster.members(0)));
    for (int i = 0; i < 2; i++) {
      exhausted(balancedOf(i));
    }
  }

  @Test
  @Order(2)
  void aNodeThatLeavesHandsItsActorsOver() {
    String slug = balancedOf(1);
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
    Eventually.eventually(SOON, () -> assertEquals(2, cluster.members(0)));
  }

  @Test
  @Order(3)
  void whatAKilledOwnerGrantedStillCounts() {
    String slug = balancedOf(1);
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
    Eventually.eventually(SOON, () -> assertEquals(1, cluster.members(0)));
    cluster.start(1);
    Eventually.eventually(SOON, () -> assertEquals(2, cluster.members(0)));
  }

  @Test
  @Order(4)
  void anOwnerThatLosesItsDatabaseIsReplacedAndGrantsNothingMore() {
    String slug = balancedOf(1);
    UUID app = exhausted(slug);
    long stale = cluster.epoch("throttle:" + slug);
    cluster.loseDatabase(1);
    Eventually.eventually(
        SOON, () -> assertEquals(TestCluster.name(0), cluster.owner("throttle:" + slug)));
    cluster.findDatabase(1);
    answers(0, slug, app);
    assertEquals(0, granted(slug, app, QUOTA));
    assertNotEquals(stale, cluster.epoch("throttle:" + slug));
  }

  /** Who owns what is the database's matter, and it may change on a machine that pauses. */
  @Test
  @Order(5)
  void nodesThatLoseEachOtherGoOnWithTheirOwn() {
    answers(0, balancedOf(1), UUID.randomUUID());
    cluster.cutOff(1);
    UUID app = UUID.randomUUID();
    for (int i = 0; i < 2; i++) {
      int owner = i;
      Eventually.eventually(
          SOON,
          () -> {
            String own = ownedBy(owner);
            cluster.ask(owner, own, UUID.randomUUID(), 1).await();
            // To the other one nobody answers, and so it does not call.
            assertThrows(
                ServiceException.class,
                () -> cluster.ask(1 - owner, own, UUID.randomUUID(), 1).await());
            assertEquals(TestCluster.name(owner), cluster.owner("throttle:" + own));
          });
      cluster.node(i).post("/v2/user", "{\"client_user_id\":\"of-" + i + "\"}").expect(200);
      Eventually.eventually(SOON, () -> cluster.node(owner).get("/health/ready").expect(200));
    }
    String slug = balancedOf(1);
    int granted = 0;
    for (int i = 0; i < 4 * QUOTA; i++) {
      granted += grantedAtOnce(i % 2, slug, app) ? 1 : 0;
    }
    assertTrue(granted <= QUOTA, "granted " + granted);
    balancedOf(0);
  }

  private static boolean grantedAtOnce(int from, String slug, UUID app) {
    try {
      return cluster.ask(from, slug, app, 1).await().granted();
    } catch (ServiceException nobody) {
      return false;
    }
  }
}
