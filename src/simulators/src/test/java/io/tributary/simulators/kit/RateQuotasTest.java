package io.tributary.simulators.kit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.simulators.kit.RateQuotas.Limit;
import io.tributary.simulators.kit.RateQuotas.Plan;
import io.tributary.simulators.kit.RateQuotas.QuotaDecision;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RateQuotasTest {
  private static final Duration MINUTE = Duration.ofMinutes(1);
  private static final Duration QUARTER = Duration.ofMinutes(15);
  private static final Duration DAY = Duration.ofDays(1);

  private long now = Duration.ofDays(20_000).toMillis();
  private int users = 1;

  private RateQuotas quotas(RateHeaders headers, Limit... limits) {
    return new RateQuotas(Plan.of(headers, limits), app -> users, () -> now);
  }

  @Test
  void aSlidingWindowOpensWhenItsOldestCallIsForgotten() {
    RateQuotas quotas = quotas(RateHeaders.RETRY_AFTER, Limit.app(2, MINUTE));
    assertTrue(quotas.acquire("app", "a").passed());
    now += 40_000;
    assertTrue(quotas.acquire("app", "b").passed());
    QuotaDecision refused = quotas.acquire("app", "a");
    assertFalse(refused.passed());
    assertEquals(20, refused.waitSeconds());
    assertEquals(Map.of("Retry-After", "20"), refused.headers());
    now += 20_000;
    assertTrue(quotas.acquire("app", "a").passed());
    assertFalse(quotas.acquire("app", "a").passed());
  }

  @Test
  void aWindowOnTheClockOpensOnTheClock() {
    now += Duration.ofMinutes(14).toMillis();
    RateQuotas quotas = quotas(RateHeaders.BARE, Limit.app(1, QUARTER).alignedToClock());
    assertTrue(quotas.acquire("app", "a").passed());
    QuotaDecision refused = quotas.acquire("app", "a");
    assertEquals(60, refused.waitSeconds());
    assertEquals(Map.of(), refused.headers());
    now += 60_000;
    assertTrue(quotas.acquire("app", "a").passed());
  }

  @Test
  void theNarrowestWindowDecidesAndARefusalUsesNothing() {
    RateQuotas quotas = quotas(RateHeaders.BARE, Limit.app(100, MINUTE), Limit.app(3, DAY));
    for (int i = 0; i < 3; i++) {
      assertTrue(quotas.acquire("app", "a").passed());
    }
    for (int i = 0; i < 50; i++) {
      assertEquals(86_400, quotas.acquire("app", "a").waitSeconds());
    }
    now += DAY.toMillis();
    assertTrue(quotas.acquire("app", "a").passed());
  }

  @Test
  void peopleDoNotEatEachOthersCalls() {
    RateQuotas quotas = quotas(RateHeaders.BARE, Limit.user(1, MINUTE));
    assertTrue(quotas.acquire("app", "a").passed());
    assertTrue(quotas.acquire("app", "b").passed());
    assertFalse(quotas.acquire("app", "a").passed());
  }

  @Test
  void aLimitMayGrowWithThePeople() {
    RateQuotas quotas = quotas(RateHeaders.BARE, Limit.app(1, MINUTE).plusPerUser(2));
    for (int i = 0; i < 3; i++) {
      assertTrue(quotas.acquire("app", "a").passed());
    }
    assertFalse(quotas.acquire("app", "a").passed());
    users = 2;
    assertTrue(quotas.acquire("app", "a").passed());
  }

  @Test
  void aCallMayWeighSeveralUnits() {
    RateQuotas quotas = quotas(RateHeaders.BARE, Limit.app(100, MINUTE));
    assertTrue(quotas.acquire("app", "a", 60).passed());
    assertFalse(quotas.acquire("app", "a", 41).passed());
    assertTrue(quotas.acquire("app", "a", 40).passed());
  }

  @Test
  void neverDoMorePassThanAnyWindowHolds() {
    var random = new Random(7);
    Limit[] limits = {Limit.app(5, MINUTE), Limit.app(20, QUARTER).alignedToClock()};
    RateQuotas quotas = quotas(RateHeaders.BARE, limits);
    List<Long> passed = new ArrayList<>();
    for (int i = 0; i < 3000; i++) {
      now += random.nextInt(9000);
      if (quotas.acquire("app", "a").passed()) {
        passed.add(now);
      }
    }
    assertTrue(passed.size() > 250, "passed " + passed.size());
    for (long at : passed) {
      long minute = passed.stream().filter(t -> t > at - 60_000 && t <= at).count();
      long quarter = passed.stream().filter(t -> t / 900_000 == at / 900_000).count();
      assertTrue(minute <= 5 && quarter <= 20, minute + " and " + quarter);
    }
  }

  @Test
  void triesAreCountedWhetherTheyPassOrNot() {
    RateQuotas quotas = quotas(RateHeaders.BARE, Limit.app(2, MINUTE), Limit.user(9, MINUTE));
    for (int i = 0; i < 5; i++) {
      quotas.acquire("app", "a");
    }
    assertEquals(5, quotas.maxUnitsInWindow("app"));
    assertEquals(0, quotas.maxUnitsInWindow("other"));
    var report = quotas.report();
    assertTrue(report.getJsonObject(0).getBoolean("exceeded"));
    assertFalse(report.getJsonObject(1).getBoolean("exceeded"));
    assertEquals(5, report.getJsonObject(1).getInteger("most"));
  }

  @Test
  void ouraTellsOnlyWhoWasRefused() {
    RateQuotas quotas = quotas(RateHeaders.OURA, Limit.app(1, Duration.ofSeconds(300)));
    assertEquals(Map.of(), quotas.acquire("app", "a").headers());
    Map<String, String> headers = quotas.acquire("app", "a").headers();
    assertEquals("300", headers.get("Retry-After"));
    assertEquals("300", headers.get("X-RateLimit-Window"));
    assertEquals(Long.toString(now / 1000 + 300), headers.get("X-RateLimit-Reset"));
  }

  @Test
  void fitbitCountsDownToTheHour() {
    now += Duration.ofMinutes(50).toMillis();
    RateQuotas quotas =
        quotas(RateHeaders.FITBIT, Limit.user(2, Duration.ofHours(1)).alignedToClock());
    Map<String, String> first = quotas.acquire("app", "a").headers();
    assertEquals("2", first.get("Fitbit-Rate-Limit-Limit"));
    assertEquals("1", first.get("Fitbit-Rate-Limit-Remaining"));
    assertEquals("600", first.get("Fitbit-Rate-Limit-Reset"));
    assertFalse(first.containsKey("Retry-After"));
    quotas.acquire("app", "a");
    assertEquals("600", quotas.acquire("app", "a").headers().get("Retry-After"));
  }

  @Test
  void whoopNamesBothWindowsAndNoRetryAfter() {
    RateQuotas quotas = quotas(RateHeaders.WHOOP, Limit.app(2, MINUTE), Limit.app(1000, DAY));
    quotas.acquire("app", "a");
    Map<String, String> headers = quotas.acquire("app", "a").headers();
    assertEquals("2, 2;window=60, 1000;window=86400", headers.get("X-RateLimit-Limit"));
    assertEquals("0", headers.get("X-RateLimit-Remaining"));
    assertFalse(quotas.acquire("app", "a").headers().containsKey("Retry-After"));
  }

  @Test
  void stravaHasTwoPairsOfTwo() {
    RateQuotas quotas =
        quotas(
            RateHeaders.STRAVA,
            Limit.app(200, QUARTER).alignedToClock(),
            Limit.app(2000, DAY).alignedToClock(),
            Limit.app(100, QUARTER).alignedToClock(),
            Limit.app(1000, DAY).alignedToClock());
    Map<String, String> headers = quotas.acquire("app", "a").headers();
    assertEquals("200,2000", headers.get("X-RateLimit-Limit"));
    assertEquals("1,1", headers.get("X-RateLimit-Usage"));
    assertEquals("100,1000", headers.get("X-ReadRateLimit-Limit"));
    assertEquals("1,1", headers.get("X-ReadRateLimit-Usage"));
  }

  @Test
  void polarAndWahooListTheirWindows() {
    Limit[] limits = {Limit.app(500, QUARTER).plusPerUser(20), Limit.app(5000, DAY)};
    Map<String, String> polar = quotas(RateHeaders.POLAR, limits).acquire("app", "a").headers();
    assertEquals("520,5000", polar.get("RateLimit-Limit"));
    assertEquals("1,1", polar.get("RateLimit-Usage"));
    assertEquals("900,86400", polar.get("RateLimit-Reset"));
    Map<String, String> wahoo = quotas(RateHeaders.WAHOO, limits).acquire("app", "a").headers();
    assertEquals("519,4999", wahoo.get("X-RateLimit-Remaining"));
  }

  @Test
  void anOrderedRefusalMayAskForNoWait() {
    RateQuotas quotas = quotas(RateHeaders.OURA, Limit.app(5, MINUTE));
    assertEquals("0", quotas.orderedRejection("app", "a", 0).headers().get("Retry-After"));
  }

  @Test
  void anOrderedRefusalLooksLikeAFullWindow() {
    RateQuotas quotas = quotas(RateHeaders.POLAR, Limit.app(500, QUARTER), Limit.app(5000, DAY));
    Map<String, String> headers = quotas.orderedRejection("app", "a", 7).headers();
    assertEquals("500,0", headers.get("RateLimit-Usage"));
    assertEquals("7,86400", headers.get("RateLimit-Reset"));
    assertTrue(quotas.acquire("app", "a").passed());
  }
}
