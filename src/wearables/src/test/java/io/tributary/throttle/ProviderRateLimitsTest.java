package io.tributary.throttle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.ProviderQuota;
import io.tributary.core.Ids;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Checks that no window of any quota ever contains more calls than allowed. */
class ProviderRateLimitsTest {
  private static final UUID APP = Ids.uuid();
  private static final UUID ANNA = Ids.uuid();
  private static final UUID BEN = Ids.uuid();

  private record StoredReservation(long at, PermitLog.PermitReservation what) {}

  private record AcquiredPermits(long at, UUID user, int calls) {}

  private static ProviderQuota app(int calls, int seconds) {
    return new ProviderQuota(calls, Duration.ofSeconds(seconds), false);
  }

  private static ProviderQuota user(int calls, int seconds) {
    return new ProviderQuota(calls, Duration.ofSeconds(seconds), true);
  }

  private static ProviderQuota fixed(int calls, int seconds) {
    return new ProviderQuota(calls, Duration.ofSeconds(seconds), false, true);
  }

  private static PermitRepo.PastReservation past(PermitLog.PermitReservation what, long ageMillis) {
    return new PermitRepo.PastReservation(what, ageMillis, ageMillis);
  }

  /** Sets both clocks; the date of the wall clock is arbitrary. */
  private static ClockReading at(long nanos) {
    return new ClockReading(nanos, Math.floorDiv(nanos, 1_000_000L) + 1_700_000_000_123L);
  }

  private static long acquire(
      ProviderRateLimits b, UUID app, UUID user, int calls, boolean old, long now) {
    return b.acquire(app, user, calls, old, () -> at(now)).nanos();
  }

  /** Acquires permits at random, checks every window, and returns the number of calls. */
  private static long run(List<ProviderQuota> quotas, int rounds, boolean backfill, double share) {
    return run(quotas, rounds, backfill, share, 0);
  }

  /**
   * @param changes average number of acquisitions between changes of the owner; 0 means never
   */
  private static long run(
      List<ProviderQuota> quotas, int rounds, boolean backfill, double share, int changes) {
    List<StoredReservation> written = new ArrayList<>();
    AtomicLong clock = new AtomicLong();
    PermitLog ledger =
        reserved -> reserved.forEach(r -> written.add(new StoredReservation(clock.get(), r)));
    ProviderRateLimits budgets = new ProviderRateLimits(quotas, ledger);
    Random random = new Random(3);
    Deque<AcquiredPermits> taken = new ArrayDeque<>();
    long longest = quotas.stream().mapToLong(q -> q.per().toNanos()).max().orElseThrow();
    long now = -5_000_000_000L;
    long total = 0;
    for (int i = 0; i < rounds; i++) {
      int calls = random.nextInt(1, 4);
      UUID who = random.nextBoolean() ? ANNA : BEN;
      clock.set(now);
      if (changes > 0 && random.nextInt(changes) == 0) {
        budgets = new ProviderRateLimits(quotas, ledger);
        long at = now;
        written.removeIf(w -> w.at() < at - longest - Duration.ofMinutes(1).toNanos());
        budgets.restore(
            written.stream().map(w -> past(w.what(), (at - w.at()) / 1_000_000)).toList(),
            List.of(),
            at(now));
      }
      long wait = acquire(budgets, APP, who, calls, backfill, now);
      if (wait == 0) {
        taken.add(new AcquiredPermits(now, who, calls));
        total += calls;
      }
      long at = now;
      while (!taken.isEmpty() && taken.peek().at() < at - longest) {
        taken.remove();
      }
      for (ProviderQuota q : quotas) {
        long used =
            taken.stream()
                .filter(t -> t.at() >= at - q.per().toNanos())
                .filter(t -> !q.perUser() || t.user().equals(who))
                .mapToLong(AcquiredPermits::calls)
                .sum();
        assertTrue(used <= q.calls() * share, q + " " + used);
      }
      now += wait == 0 ? random.nextLong(20_000_000) : wait;
      if (i % 100 == 0) {
        budgets.sweep(at(now), Duration.ZERO);
      }
    }
    return total;
  }

  @Test
  void aQuotaIsUsedNearlyWholeAndNeverMore() {
    int rounds = 20_000;
    ProviderRateLimits budgets = new ProviderRateLimits(List.of(app(100, 10)), PermitLog.NONE);
    long now = 0;
    long total = 0;
    for (int i = 0; i < rounds; i++) {
      long wait = acquire(budgets, APP, ANNA, 1, false, now);
      total += wait == 0 ? 1 : 0;
      now += wait == 0 ? 1_000_000 : wait;
    }
    double windows = now / 10e9;
    assertTrue(total / (100 * windows) > 0.95, "used " + total / (100 * windows));
    assertTrue(run(List.of(app(100, 10)), rounds, false, 1) > 0);
  }

  @Test
  void allQuotasOfAnApplicationHoldAtOnce() {
    assertTrue(run(List.of(app(30, 1), app(100, 10), app(150, 60)), 20_000, false, 1) > 1000);
  }

  @Test
  void aUsersQuotaAndTheApplicationsHoldAtOnce() {
    assertTrue(run(List.of(user(20, 10), app(30, 10)), 20_000, false, 1) > 1000);
  }

  @ParameterizedTest
  @ValueSource(ints = {3, 50, 700})
  void newOwnersGoOnWhereTheOnesBeforeThemStopped(int changes) {
    assertTrue(run(List.of(app(100, 10)), 5_000, false, 1, changes) > 500);
    assertTrue(run(List.of(user(20, 10), app(30, 60)), 5_000, false, 1, changes) > 500);
    assertTrue(run(List.of(app(3000, 60)), 5_000, false, 1, changes) > 500);
  }

  @Test
  void historyLeavesAFifthOfEachQuotaToWhatIsNew() {
    assertTrue(run(List.of(app(100, 10), user(70, 10)), 20_000, true, 0.8) > 1000);
    ProviderRateLimits budgets = new ProviderRateLimits(List.of(app(10, 10)), PermitLog.NONE);
    assertEquals(0, acquire(budgets, APP, ANNA, 8, true, 0));
    assertTrue(acquire(budgets, APP, ANNA, 1, true, 0) > 0);
    assertEquals(0, acquire(budgets, APP, ANNA, 2, false, 0));
    assertTrue(acquire(budgets, APP, ANNA, 1, false, 0) > 0);
  }

  @Test
  void oneUserDoesNotUseUpAnothersQuota() {
    ProviderRateLimits budgets = new ProviderRateLimits(List.of(user(2, 10)), PermitLog.NONE);
    assertEquals(0, acquire(budgets, APP, ANNA, 2, false, 0));
    assertTrue(acquire(budgets, APP, ANNA, 1, false, 0) > 0);
    assertEquals(0, acquire(budgets, APP, BEN, 2, false, 0));
    assertEquals(0, acquire(budgets, Ids.uuid(), ANNA, 2, false, 0));
  }

  @Test
  void moreThanAWholeQuotaIsLetThroughAlone() {
    ProviderRateLimits budgets = new ProviderRateLimits(List.of(app(2, 10)), PermitLog.NONE);
    assertEquals(0, acquire(budgets, APP, ANNA, 50, false, 0));
    assertTrue(acquire(budgets, APP, ANNA, 1, false, 0) > 0);
  }

  @Test
  void aPauseHoldsEverybodyAndAShorterOneDoesNotEndIt() {
    ProviderRateLimits budgets = new ProviderRateLimits(List.of(), PermitLog.NONE);
    assertEquals(0, acquire(budgets, APP, ANNA, 5, false, 0));
    budgets.pause(APP, ANNA, Duration.ofSeconds(10), at(0));
    budgets.pause(APP, ANNA, Duration.ofSeconds(1), at(0));
    budgets.sweep(at(Duration.ofSeconds(2).toNanos()), Duration.ZERO);
    long twoSeconds = Duration.ofSeconds(2).toNanos();
    assertEquals(Duration.ofSeconds(8).toNanos(), acquire(budgets, APP, BEN, 1, false, twoSeconds));
    assertEquals(0, acquire(budgets, APP, BEN, 1, false, Duration.ofSeconds(10).toNanos()));
  }

  @Test
  void whereUsersAreCountedAPauseIsOfOneOfThem() {
    ProviderRateLimits budgets = new ProviderRateLimits(List.of(user(100, 10)), PermitLog.NONE);
    budgets.pause(APP, ANNA, Duration.ofSeconds(10), at(0));
    assertTrue(acquire(budgets, APP, ANNA, 1, false, 0) > 0);
    assertEquals(0, acquire(budgets, APP, BEN, 1, false, 0));
    budgets.pause(APP, null, Duration.ofSeconds(10), at(0));
    assertTrue(acquire(budgets, APP, BEN, 1, false, 0) > 0);
  }

  @Test
  void whereBothAreCountedAllWait() {
    ProviderRateLimits budgets =
        new ProviderRateLimits(List.of(user(100, 10), app(1000, 10)), PermitLog.NONE);
    budgets.pause(APP, ANNA, Duration.ofSeconds(10), at(0));
    assertTrue(acquire(budgets, APP, BEN, 1, false, 0) > 0);
  }

  @Test
  void aUsersWaitIsToldApartFromEverybodys() {
    ProviderRateLimits budgets =
        new ProviderRateLimits(List.of(user(2, 10), app(3, 10)), PermitLog.NONE);
    assertTrue(budgets.acquire(APP, ANNA, 2, false, () -> at(0)).granted());
    assertTrue(budgets.acquire(APP, ANNA, 1, false, () -> at(0)).onlyUser());
    assertTrue(budgets.acquire(APP, BEN, 1, false, () -> at(0)).granted());
    assertFalse(budgets.acquire(APP, BEN, 1, false, () -> at(0)).onlyUser());
  }

  /**
   * The provider uses fixed windows by a clock that is one second off, and a call takes up to a
   * second to arrive. None of its windows may exceed the quota.
   */
  @ParameterizedTest
  @ValueSource(longs = {-1_000, 0, 1_000})
  void fixedWindowsHoldByAClockThatIsALittleOff(long skewMs) {
    List<ProviderQuota> quotas = List.of(fixed(20, 60), fixed(50, 180), app(400, 1800));
    ProviderRateLimits budgets = new ProviderRateLimits(quotas, PermitLog.NONE);
    Random random = new Random(skewMs);
    Map<Long, Integer> minutes = new HashMap<>();
    Map<Long, Integer> threes = new HashMap<>();
    long now = 0;
    int total = 0;
    for (int i = 0; i < 30_000; i++) {
      int calls = random.nextInt(1, 4);
      long wait = acquire(budgets, APP, ANNA, calls, random.nextInt(3) == 0, now);
      if (wait == 0) {
        long there = at(now).utcMillis() + skewMs + random.nextLong(1_000);
        total += calls;
        assertTrue(minutes.merge(Math.floorDiv(there, 60_000L), calls, Integer::sum) <= 20);
        assertTrue(threes.merge(Math.floorDiv(there, 180_000L), calls, Integer::sum) <= 50);
      }
      // Occasionally there is a long pause, or a caller returns later than suggested.
      now += wait == 0 ? random.nextLong(400_000_000) : wait + random.nextLong(2) * 5_000_000;
      now += random.nextInt(200) == 0 ? random.nextLong(300_000_000_000L) : 0;
    }
    assertTrue(total > 5_000, "calls " + total);
  }

  @Test
  void aFixedWindowIsNewAtOnceWhenItsTimeHasCome() {
    ProviderRateLimits budgets = new ProviderRateLimits(List.of(fixed(10, 900)), PermitLog.NONE);
    // 100 s before the quarter hour: a sliding window would be empty only after 15 minutes.
    long quarter = 900_000L;
    ClockReading before = new ClockReading(5, 2 * quarter - 100_000);
    assertTrue(budgets.acquire(APP, ANNA, 10, false, () -> before).granted());
    long wait = budgets.acquire(APP, ANNA, 1, false, () -> before).nanos();
    assertEquals(Duration.ofSeconds(105).toNanos(), wait);
    ClockReading then = new ClockReading(5 + wait, before.utcMillis() + wait / 1_000_000);
    assertTrue(budgets.acquire(APP, ANNA, 10, false, () -> then).granted());
    // A clock that is set back does not free quota.
    assertFalse(budgets.acquire(APP, ANNA, 1, false, () -> before).granted());
  }

  /** A waiting request for new data is served before any backfill. */
  @Test
  void nothingOldGoesBeforeWhatIsNewAndWaits() {
    for (int seed = 0; seed < 20; seed++) {
      List<ProviderQuota> quotas = List.of(app(5, 1), fixed(30, 60), user(4, 2));
      ProviderRateLimits budgets = new ProviderRateLimits(quotas, PermitLog.NONE);
      Random random = new Random(seed);
      long now = 0;
      long due = 0;
      int waiting = 0;
      int served = 0;
      int old = 0;
      for (int i = 0; i < 3_000; i++) {
        if (waiting == 0 && random.nextInt(20) == 0) {
          waiting = random.nextInt(1, 4);
          due = now;
        }
        if (waiting > 0 && now >= due) {
          long wait = acquire(budgets, APP, BEN, waiting, false, now);
          served += wait == 0 ? 1 : 0;
          waiting = wait == 0 ? 0 : waiting;
          due = now + wait + random.nextLong(ProviderRateLimit.RETRY_GRACE.toNanos());
        }
        boolean given = acquire(budgets, APP, BEN, random.nextInt(1, 3), true, now) == 0;
        assertFalse(given && waiting > 0, "history went first");
        old += given ? 1 : 0;
        now += random.nextLong(300_000_000);
      }
      assertTrue(served > 10 && old > 10, served + " and " + old);
    }
  }

  @Test
  void afterAPauseTheNewGoFirst() {
    ProviderRateLimits budgets = new ProviderRateLimits(List.of(), PermitLog.NONE);
    budgets.pause(APP, ANNA, Duration.ofSeconds(10), at(0));
    assertTrue(acquire(budgets, APP, ANNA, 1, false, 0) > 0);
    long over = Duration.ofSeconds(10).toNanos();
    assertTrue(acquire(budgets, APP, BEN, 1, true, over) > 0);
    assertEquals(0, acquire(budgets, APP, ANNA, 1, false, over));
    assertEquals(
        0, acquire(budgets, APP, BEN, 1, true, over + ProviderRateLimit.RETRY_GRACE.toNanos()));
  }

  @Test
  void reservationsThatAreReadTogetherCountAsLongAsTheLastOfThem() {
    // The last permit may have been used five seconds after it was stored: 59 seconds ago.
    ProviderRateLimits budgets = new ProviderRateLimits(List.of(app(100, 60)), PermitLog.NONE);
    PermitLog.PermitReservation all = new PermitLog.PermitReservation(APP, null, 100);
    budgets.restore(List.of(new PermitRepo.PastReservation(all, 68_000, 64_000)), List.of(), at(0));
    assertTrue(acquire(budgets, APP, ANNA, 1, false, 0) > 0);
    assertEquals(0, acquire(budgets, APP, ANNA, 1, false, Duration.ofSeconds(2).toNanos()));
  }

  @Test
  void whatIsReservedLivesNoLongerThanTheNextOwnerThinks() {
    List<PermitLog.PermitReservation> written = new ArrayList<>();
    List<ProviderQuota> quotas =
        List.of(app(1000, 3600), new ProviderQuota(1000, Duration.ofSeconds(10), true, true));
    ProviderRateLimits budgets = new ProviderRateLimits(quotas, written::addAll);
    // Away from both boundaries of the ten-second window.
    long begin = Duration.ofMillis(2_000).toNanos();
    assertEquals(0, acquire(budgets, APP, ANNA, 1, false, begin));
    long later = begin + ReservedPermits.ttl(quotas).toNanos();
    assertEquals(0, acquire(budgets, APP, ANNA, 1, false, later));
    assertEquals(2, written.stream().filter(r -> r.user() == null).count());
  }

  /** Calls take time, owners change, and each call arrives between its permit and its end. */
  @Test
  void noWindowHoldsMoreThanItsQuotaHoweverLongCallsAreUnderWay() {
    ProviderRateLimits budgets =
        new ProviderRateLimits(List.of(app(20, 10), user(8, 10)), PermitLog.NONE);
    Random random = new Random(11);
    List<AcquiredPermits> came = new ArrayList<>();
    TreeMap<Long, List<Long>> ends = new TreeMap<>();
    long now = 0;
    for (long id = 1; id <= 3000; id++) {
      now += random.nextLong(Duration.ofMillis(900).toNanos());
      for (; !ends.isEmpty() && ends.firstKey() <= now; ends.pollFirstEntry()) {
        long end = ends.firstKey();
        ends.firstEntry().getValue().forEach(e -> budgets.release(e, at(end)));
      }
      UUID who = random.nextBoolean() ? ANNA : BEN;
      int calls = random.nextInt(1, 4);
      long at = now;
      ProviderRateLimits.PermitDecision leave =
          budgets.acquire(APP, who, calls, false, () -> at(at));
      if (leave.granted()) {
        budgets.markInFlight(id, APP, who, calls, leave.at());
        // Most are fast; some hang for longer than a window.
        long way = Duration.ofMillis(random.nextInt(10) == 0 ? 14_000 : 300).toNanos();
        came.add(new AcquiredPermits(now + random.nextLong(way), who, calls));
        ends.computeIfAbsent(now + way, e -> new ArrayList<>()).add(id);
      }
    }
    came.sort(Comparator.comparingLong(AcquiredPermits::at));
    assertTrue(came.size() > 500, () -> came.size() + " leaves");
    assertTrue(maxInTenSeconds(came, t -> true) <= 20);
    for (UUID who : List.of(ANNA, BEN)) {
      assertTrue(maxInTenSeconds(came, t -> t.user().equals(who)) <= 8);
    }
  }

  /** Returns the highest number of calls in any ten seconds. */
  private static int maxInTenSeconds(List<AcquiredPermits> all, Predicate<AcquiredPermits> of) {
    Deque<AcquiredPermits> window = new ArrayDeque<>();
    int most = 0;
    for (AcquiredPermits t : all) {
      if (of.test(t)) {
        window.add(t);
        while (t.at() - window.getFirst().at() >= Duration.ofSeconds(10).toNanos()) {
          window.removeFirst();
        }
        most = Math.max(most, window.stream().mapToInt(AcquiredPermits::calls).sum());
      }
    }
    return most;
  }

  @Test
  void callsOfWhichNobodyTellsTheEndCountUntilTheyCannotBeUnderWay() {
    ProviderRateLimits budgets = new ProviderRateLimits(List.of(app(1, 10)), PermitLog.NONE);
    ProviderRateLimits.PermitDecision leave = budgets.acquire(APP, ANNA, 1, false, () -> at(0));
    budgets.markInFlight(1, APP, ANNA, 1, leave.at());
    long second = Duration.ofSeconds(1).toNanos();
    budgets.sweep(at(30 * second), Duration.ofSeconds(40));
    assertTrue(acquire(budgets, APP, ANNA, 1, false, 39 * second) > 0);
    budgets.sweep(at(41 * second), Duration.ofSeconds(40));
    // The calls may have arrived as late as that.
    assertTrue(acquire(budgets, APP, ANNA, 1, false, 50 * second) > 0);
    assertEquals(0, acquire(budgets, APP, ANNA, 1, false, 52 * second));
    // A late report, or one for another owner's permit, changes nothing.
    budgets.release(1, at(52 * second));
    budgets.release(7, at(52 * second));
    assertTrue(acquire(budgets, APP, ANNA, 1, false, 53 * second) > 0);
  }
}
