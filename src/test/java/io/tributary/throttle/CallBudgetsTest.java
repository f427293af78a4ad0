package io.tributary.throttle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.Quota;
import io.tributary.kernel.Ids;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** No window of any quota ever holds more calls than it may. */
class CallBudgetsTest {
  private static final UUID APP = Ids.uuid();
  private static final UUID ANNA = Ids.uuid();
  private static final UUID BEN = Ids.uuid();

  private record Taken(long at, UUID user, int calls) {}

  private static Quota app(int calls, int seconds) {
    return new Quota(calls, Duration.ofSeconds(seconds), false);
  }

  private static Quota user(int calls, int seconds) {
    return new Quota(calls, Duration.ofSeconds(seconds), true);
  }

  /** Takes at random and holds every window against what was taken; returns all calls taken. */
  private static long run(List<Quota> quotas, int rounds, boolean backfill, double share) {
    CallBudgets budgets = new CallBudgets(quotas);
    Random random = new Random(3);
    Deque<Taken> taken = new ArrayDeque<>();
    long longest = quotas.stream().mapToLong(q -> q.per().toNanos()).max().orElseThrow();
    long now = -5_000_000_000L;
    long total = 0;
    for (int i = 0; i < rounds; i++) {
      int calls = random.nextInt(1, 4);
      UUID who = random.nextBoolean() ? ANNA : BEN;
      long wait = budgets.take(APP, who, calls, backfill, now);
      if (wait == 0) {
        taken.add(new Taken(now, who, calls));
        total += calls;
      }
      long at = now;
      while (taken.peek().at() < at - longest) {
        taken.remove();
      }
      for (Quota q : quotas) {
        long used =
            taken.stream()
                .filter(t -> t.at() >= at - q.per().toNanos())
                .filter(t -> !q.perUser() || t.user().equals(who))
                .mapToLong(Taken::calls)
                .sum();
        assertTrue(used <= q.calls() * share, q + " " + used);
      }
      now += wait == 0 ? random.nextLong(20_000_000) : wait;
      if (i % 100 == 0) {
        budgets.sweep(now);
      }
    }
    return total;
  }

  @Test
  void aQuotaIsUsedNearlyWholeAndNeverMore() {
    int rounds = 20_000;
    CallBudgets budgets = new CallBudgets(List.of(app(100, 10)));
    long now = 0;
    long total = 0;
    for (int i = 0; i < rounds; i++) {
      long wait = budgets.take(APP, ANNA, 1, false, now);
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

  @Test
  void historyLeavesAFifthOfEachQuotaToWhatIsNew() {
    assertTrue(run(List.of(app(100, 10), user(70, 10)), 20_000, true, 0.8) > 1000);
    CallBudgets budgets = new CallBudgets(List.of(app(10, 10)));
    assertEquals(0, budgets.take(APP, ANNA, 8, true, 0));
    assertTrue(budgets.take(APP, ANNA, 1, true, 0) > 0);
    assertEquals(0, budgets.take(APP, ANNA, 2, false, 0));
    assertTrue(budgets.take(APP, ANNA, 1, false, 0) > 0);
  }

  @Test
  void oneUserDoesNotUseUpAnothersQuota() {
    CallBudgets budgets = new CallBudgets(List.of(user(2, 10)));
    assertEquals(0, budgets.take(APP, ANNA, 2, false, 0));
    assertTrue(budgets.take(APP, ANNA, 1, false, 0) > 0);
    assertEquals(0, budgets.take(APP, BEN, 2, false, 0));
    assertEquals(0, budgets.take(Ids.uuid(), ANNA, 2, false, 0));
  }

  @Test
  void moreThanAWholeQuotaIsLetThroughAlone() {
    CallBudgets budgets = new CallBudgets(List.of(app(2, 10)));
    assertEquals(0, budgets.take(APP, ANNA, 50, false, 0));
    assertTrue(budgets.take(APP, ANNA, 1, false, 0) > 0);
  }

  @Test
  void aPauseHoldsEverybodyAndAShorterOneDoesNotEndIt() {
    CallBudgets budgets = new CallBudgets(List.of());
    assertEquals(0, budgets.take(APP, ANNA, 5, false, 0));
    budgets.pause(APP, ANNA, Duration.ofSeconds(10), 0);
    budgets.pause(APP, ANNA, Duration.ofSeconds(1), 0);
    budgets.sweep(Duration.ofSeconds(2).toNanos());
    long twoSeconds = Duration.ofSeconds(2).toNanos();
    assertEquals(Duration.ofSeconds(8).toNanos(), budgets.take(APP, BEN, 1, false, twoSeconds));
    assertEquals(0, budgets.take(APP, BEN, 1, false, Duration.ofSeconds(10).toNanos()));
  }

  @Test
  void whereUsersAreCountedAPauseIsOfOneOfThem() {
    CallBudgets budgets = new CallBudgets(List.of(user(100, 10)));
    budgets.pause(APP, ANNA, Duration.ofSeconds(10), 0);
    assertTrue(budgets.take(APP, ANNA, 1, false, 0) > 0);
    assertEquals(0, budgets.take(APP, BEN, 1, false, 0));
    budgets.pause(APP, null, Duration.ofSeconds(10), 0);
    assertTrue(budgets.take(APP, BEN, 1, false, 0) > 0);
  }

  @Test
  void whereBothAreCountedAllWait() {
    CallBudgets budgets = new CallBudgets(List.of(user(100, 10), app(1000, 10)));
    budgets.pause(APP, ANNA, Duration.ofSeconds(10), 0);
    assertTrue(budgets.take(APP, BEN, 1, false, 0) > 0);
  }
}
