package io.tributary.throttle;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.Defaults;
import io.tributary.config.ServiceConfig;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TriggerRateLimiterTest {
  private static final Instant START = Instant.parse("2026-03-01T00:00:00Z");

  private static ServiceConfig.TriggerRate rate(String group) {
    return Defaults.config().trigger().get(group);
  }

  @ParameterizedTest
  @ValueSource(strings = {"default", "garmin", "strava", "oura", "withings"})
  void noWindowHoldsMoreThanTheLimitWhateverArrivesWhen(String group) {
    ServiceConfig.TriggerRate rate = rate(group);
    for (int seed = 0; seed < 40; seed++) {
      Random random = new Random(seed);
      TriggerRateLimiter bucket = new TriggerRateLimiter(rate);
      List<Instant> grants = new ArrayList<>();
      Instant now = START;
      int queued = 0;
      for (int i = 0; i < 2000; i++) {
        now = now.plusNanos(1000 * random.nextLong(1, rate.window().toNanos() / 20_000));
        queued += random.nextInt(20) == 0 ? random.nextInt(2 * rate.connections() + 2) : 0;
        int n = Math.min(bucket.available(now), queued);
        bucket.recordGrants(now, n);
        queued -= n;
        for (int k = 0; k < n; k++) {
          grants.add(now);
        }
      }
      assertTrue(
          GrantStatistics.maxPerWindow(grants, rate.window()) <= rate.connections(),
          group + " seed " + seed);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"default", "garmin", "strava", "oura", "withings"})
  void underSaturationNearlyAllOfTheAllowanceIsUsed(String group) {
    ServiceConfig.TriggerRate rate = rate(group);
    TriggerRateLimiter bucket = new TriggerRateLimiter(rate);
    List<Instant> grants = new ArrayList<>();
    Instant now = START;
    for (int i = 0; i < 5000 && grants.size() < 50 * rate.connections(); i++) {
      int n = bucket.available(now);
      bucket.recordGrants(now, n);
      for (int k = 0; k < n; k++) {
        grants.add(now);
      }
      // Waits as the verticle does: until the window opens, plus the delay of a timer.
      now = bucket.opensAt(now).orElseThrow().plusMillis(5);
    }
    assertEquals(rate.connections(), GrantStatistics.maxPerWindow(grants, rate.window()));
    double share = GrantStatistics.utilization(grants, rate.window(), rate.connections());
    assertTrue(share >= 0.95, group + " used " + share);
  }

  @ParameterizedTest
  @ValueSource(strings = {"fitbit", "polar"})
  void neverMoreThanTheLimitIsUnfinished(String group) {
    ServiceConfig.TriggerRate rate = rate(group);
    Random random = new Random(7);
    TriggerRateLimiter bucket = new TriggerRateLimiter(rate);
    int running = 0;
    int most = 0;
    for (int i = 0; i < 10_000; i++) {
      int n = Math.min(bucket.available(START.plusSeconds(i)), random.nextInt(100));
      bucket.recordGrants(START.plusSeconds(i), n);
      running += n;
      most = Math.max(most, running);
      if (random.nextInt(3) == 0) {
        running -= random.nextInt(running + 1);
        bucket.setUnfinished(running);
      }
      assertTrue(running <= 250);
    }
    assertEquals(250, most);
  }

  @Test
  void aGrantOnTheVeryEdgeStillCounts() {
    TriggerRateLimiter bucket =
        new TriggerRateLimiter(new ServiceConfig.TriggerRate(1, Duration.ofMinutes(1), 0));
    bucket.recordGrants(START, 1);
    assertEquals(0, bucket.available(START.plusSeconds(60)));
    assertEquals(0, bucket.available(bucket.opensAt(START).orElseThrow().minusNanos(1000)));
    assertEquals(1, bucket.available(bucket.opensAt(START).orElseThrow()));
  }

  @Test
  void aClockThatStepsBackFreesNothing() {
    TriggerRateLimiter bucket =
        new TriggerRateLimiter(new ServiceConfig.TriggerRate(1, Duration.ofMinutes(1), 0));
    bucket.recordGrants(START, 1);
    assertEquals(0, bucket.available(START.minusSeconds(3600)));
  }
}
