package io.tributary.throttle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.ProviderQuota;
import io.tributary.core.Ids;
import io.tributary.db.Db;
import io.tributary.lease.Fence;
import io.tributary.lease.Lease;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Checks that a new owner of a provider's throttle counts the permits that the previous owner
 * granted.
 */
class PermitRepoTest {
  private static final Lease FIRST = new Lease("throttle:wahoo", 1);
  private static final Lease SECOND = new Lease("throttle:wahoo", 2);
  private static final UUID ANNA = Ids.uuid();
  private static final UUID BEN = Ids.uuid();

  private ThrottleCluster c;
  private Vertx vertx;
  private Db db;
  private DatabaseClock clock;

  @BeforeEach
  void start() throws Exception {
    c = new ThrottleCluster("wahoo");
    vertx = Vertx.vertx();
    db = Db.open(vertx, c.url, c.config.db());
    clock = new DatabaseClock(db);
    clock.synchronize();
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

  private ProviderRateLimits owner(Lease lease, ProviderQuota... quotas) {
    List<ProviderQuota> all = List.of(quotas);
    PermitRepo repo = repo(lease, all);
    ProviderRateLimits budgets = new ProviderRateLimits(all, repo);
    budgets.restore(repo.reservations(), repo.pauses(), clock.now());
    return budgets;
  }

  private PermitRepo repo(Lease lease, List<ProviderQuota> quotas) {
    return new PermitRepo(
        db,
        "wahoo",
        lease,
        ProviderRateLimits.longestWindow(quotas),
        ReservedPermits.ttl(quotas),
        Duration.ZERO);
  }

  private void secondTakesOver() throws Exception {
    c.run("update actor_lease set epoch = 2, owner = 'b'");
  }

  private int acquire(ProviderRateLimits budgets, UUID user, int most) {
    for (int i = 0; i < most; i++) {
      if (!budgets.acquire(Ids.DEFAULT_APP, user, 1, false, clock::now).granted()) {
        return i;
      }
    }
    return most;
  }

  @Test
  void theNextOwnerGetsTheRemainingQuota() throws Exception {
    ProviderQuota[] quotas = {
      new ProviderQuota(40, Duration.ofHours(1), false),
      new ProviderQuota(20, Duration.ofHours(1), true)
    };
    assertEquals(20, acquire(owner(FIRST, quotas), ANNA, 100));
    secondTakesOver();
    ProviderRateLimits second = owner(SECOND, quotas);
    assertEquals(0, acquire(second, ANNA, 100));
    assertEquals(20, acquire(second, BEN, 100));
    assertEquals(0, acquire(owner(SECOND, quotas), BEN, 100));
  }

  @Test
  void aFixedWindowIsTheSameForTheNextOwner() throws Exception {
    ProviderQuota quota = new ProviderQuota(30, Duration.ofDays(1), false, true);
    int first = acquire(owner(FIRST, quota), ANNA, 10);
    secondTakesOver();
    // Near midnight UTC no permits are acquired.
    assertTrue(first + acquire(owner(SECOND, quota), ANNA, 100) <= 30);
  }

  @Test
  void whatAWholeReservationLeavesUnusedIsLittle() throws Exception {
    ProviderQuota quota = new ProviderQuota(1000, Duration.ofHours(1), false);
    assertEquals(1, acquire(owner(FIRST, quota), ANNA, 1));
    secondTakesOver();
    assertEquals(980, acquire(owner(SECOND, quota), ANNA, 2000));
  }

  @Test
  void whoHasLostTheLeaseTakesNoMoreThanItHadWrittenDown() throws Exception {
    ProviderQuota quota = new ProviderQuota(100, Duration.ofHours(1), false);
    ProviderRateLimits first = owner(FIRST, quota);
    assertEquals(1, acquire(first, ANNA, 1));
    secondTakesOver();
    ProviderRateLimits second = owner(SECOND, quota);
    assertEquals(1, acquire(first, ANNA, 1));
    assertThrows(Fence.LeaseLostException.class, () -> acquire(first, ANNA, 1));
    assertEquals(98, acquire(second, ANNA, 200));
  }

  @Test
  void aPauseIsKeptAndALongerOneStays() throws Exception {
    PermitRepo repo = repo(FIRST, List.of());
    repo.pause(Ids.DEFAULT_APP, null, Duration.ofHours(2));
    repo.pause(Ids.DEFAULT_APP, null, Duration.ofMinutes(1));
    UUID other = Ids.uuid();
    repo.pause(other, ANNA, Duration.ofHours(1));
    secondTakesOver();
    ProviderRateLimits second = owner(SECOND, new ProviderQuota(100, Duration.ofHours(1), true));
    long wait = second.acquire(Ids.DEFAULT_APP, BEN, 1, false, clock::now).nanos();
    assertTrue(wait > Duration.ofMinutes(119).toNanos(), "wait " + wait);
    assertTrue(second.acquire(other, ANNA, 1, false, clock::now).onlyUser());
    assertTrue(second.acquire(other, BEN, 1, false, clock::now).granted());
  }

  @Test
  void whatCountsNoMoreIsForgotten() throws Exception {
    List<ProviderQuota> quotas = List.of(new ProviderQuota(100, Duration.ofMinutes(1), false));
    assertEquals(10, acquire(owner(FIRST, quotas.getFirst()), ANNA, 10));
    PermitRepo repo = repo(FIRST, quotas);
    repo.pause(Ids.DEFAULT_APP, null, Duration.ofHours(2));
    c.run("update permit_reserved set at = at - interval '1 hour'");
    c.run("update provider_cooldown set expires_at = expires_at - interval '3 hours'");
    assertEquals(List.of(), repo.reservations());
    assertEquals(List.of(), repo.pauses());
    repo.deleteExpired();
    assertEquals(0, c.number("select count(*) from permit_reserved"));
    assertEquals(0, c.number("select count(*) from provider_cooldown"));
  }

  @Test
  void ofReservationsThatAreReadTogetherTheFirstAndTheLastAreKnown() throws Exception {
    c.run(
        "insert into permit_reserved (provider, app_id, permits, at)"
            + " select 'wahoo', '00000000-0000-0000-0000-000000000000', 7,"
            + " date_bin('5 s', now() - interval '1 minute', 'epoch') + s * interval '1 s'"
            + " from unnest(array[0, 1.5, 4]) s");
    List<PermitRepo.PastReservation> past =
        repo(FIRST, List.of(new ProviderQuota(100, Duration.ofHours(1), false))).reservations();
    assertEquals(1, past.size());
    assertEquals(21, past.getFirst().what().calls());
    assertEquals(
        4.0, (past.getFirst().ageMillis() - past.getFirst().lastAgeMillis()) / 1000.0, .01);
  }

  @Test
  void whatMayBeUnderWayAtAnEarlierOwnersCountsAsMadeNow() throws Exception {
    ProviderQuota quota = new ProviderQuota(10, Duration.ofSeconds(10), false);
    assertEquals(10, acquire(owner(FIRST, quota), ANNA, 20));
    // Beyond the window, but within the time limit of a hanging call.
    c.run("update permit_reserved set at = at - interval '30 seconds'");
    secondTakesOver();
    assertEquals(10, acquire(owner(SECOND, quota), ANNA, 20));
    c.run("delete from permit_reserved where at > now() - interval '20 seconds'");
    PermitRepo repo =
        new PermitRepo(
            db,
            "wahoo",
            SECOND,
            quota.per(),
            ReservedPermits.ttl(List.of(quota)),
            Duration.ofSeconds(40));
    ProviderRateLimits careful = new ProviderRateLimits(List.of(quota), repo);
    careful.restore(repo.reservations(), repo.pauses(), clock.now());
    assertEquals(0, acquire(careful, ANNA, 20));
  }

  @Test
  void fixedWindowsGoByTheClockOfTheDatabase() {
    long before = databaseMillis();
    clock.synchronize();
    long told = clock.now().utcMillis();
    assertTrue(before <= told);
    assertTrue(told <= databaseMillis());
  }

  private long databaseMillis() {
    return db.query("select floor(extract(epoch from clock_timestamp()) * 1000)::bigint as ms")
        .iterator()
        .next()
        .getLong("ms");
  }
}
