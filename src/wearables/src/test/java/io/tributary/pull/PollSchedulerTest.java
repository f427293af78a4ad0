package io.tributary.pull;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.ProviderQuota;
import io.tributary.core.Ids;
import io.tributary.model.Resource;
import io.tributary.provider.Descriptor;
import io.tributary.provider.Feed;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Checks that the polls of an application leave half of every quota free. */
class PollSchedulerTest {
  private static final Duration USUAL = Duration.ofMinutes(15);
  private static final UUID APP = Ids.DEFAULT_APP;

  private static Descriptor.Draft provider() {
    return Descriptor.of("wahoo", "Wahoo")
        .resources(List.of(Resource.WORKOUTS, Resource.PROFILE))
        .feeds(
            List.of(
                new Feed("workouts", Set.of(Resource.WORKOUTS), 30, true),
                new Feed("user", Set.of(Resource.PROFILE), 30, true),
                new Feed("once", Set.of(), 30, false)));
  }

  private static PollScheduler pace(ProviderQuota... quotas) {
    return new PollScheduler(USUAL, Map.of("wahoo", List.of(quotas)));
  }

  private static ProviderQuota app(int calls, Duration per) {
    return new ProviderQuota(calls, per, false);
  }

  private static void connections(PollScheduler pace, long n) {
    pace.setConnections(Map.of(new PollScheduler.PolledApplication("wahoo", APP), n));
  }

  @Test
  void theProvidersOwnPaceGoesBeforeTheInstallations() {
    assertEquals(USUAL, pace().interval(provider().build(), APP));
    Duration hour = Duration.ofHours(1);
    assertEquals(hour, pace().interval(provider().pollInterval(hour).build(), APP));
  }

  @Test
  void itStretchesWithTheConnectionsOfTheApplication() {
    PollScheduler pace = pace(app(200, Duration.ofMinutes(5)), app(5000, Duration.ofDays(1)));
    connections(pace, 10);
    // Two feeds and ten connections: 20 calls of 2500 a day for polls, so an interval of 11 minutes
    // would be enough.
    assertEquals(USUAL, pace.interval(provider().build(), APP));
    connections(pace, 1000);
    // 2000 calls a round of 2500 a day.
    assertEquals(
        Duration.ofDays(1).multipliedBy(2000).dividedBy(2500),
        pace.interval(provider().build(), APP));
    assertEquals(USUAL, pace.interval(provider().build(), Ids.uuid()), "another application");
  }

  @Test
  void whereUsersAreCountedOthersDoNotMatter() {
    PollScheduler pace = pace(new ProviderQuota(100, Duration.ofDays(1), true));
    connections(pace, 100_000);
    for (int i = 0; i < 100; i++) {
      pace.recordCalls("wahoo", 7);
    }
    // Seven calls of fifty a day.
    assertEquals(
        Duration.ofDays(1).toMillis() * 7 / 50.0,
        pace.interval(provider().build(), APP).toMillis(),
        1000);
  }

  @Test
  void whateverThePollsNeedHalfOfEachQuotaIsLeft() {
    Random random = new Random(7);
    for (int i = 0; i < 2_000; i++) {
      ProviderQuota[] quotas = {
        app(random.nextInt(1, 500), Duration.ofMinutes(random.nextInt(1, 60))),
        app(random.nextInt(1, 20_000), Duration.ofDays(1)),
        new ProviderQuota(random.nextInt(1, 200), Duration.ofHours(1), true)
      };
      PollScheduler pace = pace(quotas);
      long n = random.nextLong(1, 5_000);
      int calls = random.nextInt(1, 40);
      connections(pace, n);
      for (int k = 0; k < 5; k++) {
        pace.recordCalls("wahoo", calls);
      }
      double every = pace.interval(provider().build(), APP).toMillis() + 1.0;
      for (ProviderQuota q : quotas) {
        double used = (q.perUser() ? 1 : n) * calls * (q.per().toMillis() / every);
        assertTrue(used <= q.calls() * 0.5 + 1e-6, q + " uses " + used);
      }
    }
  }
}
