package io.tributary.throttle;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.ServiceConfig;
import io.tributary.core.Ids;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The six quota groups with their real limits, on two members with a controlled clock.
 *
 * <p>The owner is killed and the other member takes over; later the owner is killed and restarted
 * under its name. Real time without an owner is added to the clock. The results are read from the
 * rows.
 */
class ThrottleGroupsTest {
  private static final Duration LIMIT = Duration.ofSeconds(60);
  private static final int WINDOWS = 12;

  @ParameterizedTest
  @ValueSource(strings = {"garmin", "strava", "oura", "withings", "wahoo"})
  void anyWindowHoldsAtMostTheLimitAndNearlyAllOfItIsUsed(String slug) throws Exception {
    try (ThrottleCluster c = new ThrottleCluster(slug)) {
      ServiceConfig.TriggerRate rate =
          c.config.trigger().getOrDefault(slug, c.config.trigger().get("default"));
      int limit = rate.connections();
      int total = limit * (WINDOWS + 2);
      c.queue(total / 2, Ids.DEFAULT_APP);
      c.queue(total - total / 2, Ids.DEFAULT_APP);
      c.start("a");
      c.start("b");
      Random random = new Random(11);
      Instant begin = c.clock.now();
      Instant end =
          begin.plus(rate.window().multipliedBy(WINDOWS)).plus(rate.window().dividedBy(2));
      int chaos = 0;
      while (c.clock.now().isBefore(end)) {
        awaitFullWindow(c, limit, TriggerRateLimiter.effectiveWindow(rate));
        c.clock.advance(rate.window().multipliedBy(random.nextInt(8, 24)).dividedBy(1600));
        double done =
            Duration.between(begin, c.clock.now()).toMillis()
                / (double) Duration.between(begin, end).toMillis();
        if (done > 0.3 && chaos == 0 || done > 0.6 && chaos == 1) {
          chaos++;
          killOwner(c, chaos == 2);
        }
      }
      awaitFullWindow(c, limit, TriggerRateLimiter.effectiveWindow(rate));

      List<Instant> grants = c.grants(Ids.DEFAULT_APP);
      int most = GrantStatistics.maxPerWindow(grants, rate.window());
      double share = GrantStatistics.utilization(grants, rate.window(), limit);
      report(slug, limit, rate.window().toString(), most, share);
      assertEquals(2, chaos);
      assertTrue(most <= limit, "most " + most);
      assertTrue(share >= 0.95, "share " + share);
      assertTrue(
          c.number("select count(distinct granted_epoch) from pull_trigger where state = 'granted'")
              >= 2);
      everyEntryMatchesItsTrigger(c);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"fitbit", "polar"})
  void atMostTheLimitIsUnfinishedAndNearlyAllOfItIsUsed(String slug) throws Exception {
    try (ThrottleCluster c = new ThrottleCluster(slug)) {
      int limit = c.config.trigger().get(slug).maxUnfinished();
      c.queue(1000, Ids.DEFAULT_APP);
      c.queue(1000, Ids.DEFAULT_APP);
      c.start("a");
      c.start("b");
      Random random = new Random(5);
      int chaos = 0;
      for (int step = 0; c.queued() > 0; step++) {
        eventually(LIMIT, () -> check(() -> unfinished(c) == limit || c.queued() == 0));
        c.clock.advance(Duration.ofSeconds(10));
        completePulls(c, random.nextInt(60));
        if (step == 15 || step == 30) {
          chaos++;
          killOwner(c, step == 30);
        }
      }
      eventually(LIMIT, () -> check(() -> c.queued() == 0));
      c.clock.advance(Duration.ofSeconds(10));
      completePulls(c, limit);

      TreeMap<Instant, Integer> changes = new TreeMap<>();
      Instant last = Instant.MIN;
      try (var s = c.sql.createStatement();
          ResultSet r = s.executeQuery("select granted_at, finished_at from pull_trigger")) {
        while (r.next()) {
          Instant from = r.getObject(1, OffsetDateTime.class).toInstant();
          changes.merge(from, 1, Integer::sum);
          changes.merge(r.getObject(2, OffsetDateTime.class).toInstant(), -1, Integer::sum);
          last = from.isAfter(last) ? from : last;
        }
      }
      int most = 0;
      int now = 0;
      double area = 0;
      Instant at = changes.firstKey();
      for (var change : changes.headMap(last, true).entrySet()) {
        area += now * (double) Duration.between(at, change.getKey()).toMillis();
        now += change.getValue();
        most = Math.max(most, now);
        at = change.getKey();
      }
      double share = area / limit / Duration.between(changes.firstKey(), last).toMillis();
      report(slug, limit, "unfinished", most, share);
      assertEquals(2, chaos);
      assertEquals(limit, most);
      assertTrue(share >= 0.95, "share " + share);
      everyEntryMatchesItsTrigger(c);
    }
  }

  private static void report(String slug, int limit, String window, int most, double share) {
    System.out.printf(
        Locale.ROOT,
        "throttle group=%s limit=%d window=%s max_in_any_window=%d used_share=%.1f%%%n",
        slug.equals("wahoo") ? "all_others(wahoo)" : slug,
        limit,
        window,
        most,
        share * 100);
  }

  /** Kills the owner; the time until the next owner exists is added to the clock. */
  private static void killOwner(ThrottleCluster c, boolean restart) throws SQLException {
    // Read together, because ownership may move a moment later on a machine that pauses.
    ThrottleCluster.Owner owner = c.owner();
    long began = System.nanoTime();
    c.crash(owner.name());
    if (restart) {
      c.start(owner.name());
    }
    eventually(LIMIT, () -> assertNotEquals(owner.epoch(), get(c::owner).epoch()));
    c.clock.advance(Duration.ofNanos(System.nanoTime() - began));
    if (!restart) {
      c.start(owner.name());
    }
  }

  /** Waits until the window is full or no trigger is queued. */
  private static void awaitFullWindow(ThrottleCluster c, int limit, Duration span) {
    eventually(
        LIMIT,
        () ->
            check(
                () ->
                    c.queued() == 0
                        || c.number(
                                "select count(*) from pull_trigger where state = 'granted' and"
                                    + " granted_at >= tributary_now() - interval '"
                                    + span.toNanos() / 1000
                                    + " microseconds'")
                            >= limit));
  }

  private static long unfinished(ThrottleCluster c) throws SQLException {
    return c.number(
        "select count(*) from pull_trigger where state = 'granted' and finished_at is null");
  }

  /** Completes pulls in one transaction, as the pull feature does. */
  private static void completePulls(ThrottleCluster c, int count) throws SQLException {
    c.run(
        """
        with ended as (
          update pull_job set state = 'success', ended_at = now() where id in (
            select id from pull_job where state = 'scheduled' order by random() limit %d)
          returning trigger_id
        )
        update pull_trigger set finished_at = tributary_now() where id in (select trigger_id from ended)
        """,
        count);
  }

  private static void everyEntryMatchesItsTrigger(ThrottleCluster c) throws SQLException {
    assertEquals(
        0,
        c.number(
            """
            select count(*) from bulk_op_entry e join pull_trigger t on t.id = e.trigger_id
             where e.state <> case t.state when 'queued' then 'pending' when 'granted' then 'triggered'
                                           else 'skipped' end
            """));
    assertEquals(
        0,
        c.number(
            """
            select count(*) from pull_trigger t where state = 'granted'
               and 1 <> (select count(*) from pull_job j where j.trigger_id = t.id)
            """));
  }

  private interface Sql<T> {
    T get() throws SQLException;
  }

  private static <T> T get(Sql<T> read) {
    try {
      return read.get();
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void check(Sql<Boolean> holds) {
    assertTrue(get(holds));
  }
}
