package io.tributary.http;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.RateLimitConfig;
import io.tributary.metrics.Metrics;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ApiKeyRateLimiterTest {
  private final AtomicLong clock = new AtomicLong(7);
  private final UUID key = UUID.randomUUID();

  private ApiKeyRateLimiter limits(int burst) {
    return new ApiKeyRateLimiter(
        new RateLimitConfig(0, burst), clock::get, new RejectedRequests(new Metrics()));
  }

  private void pass(Duration time) {
    clock.addAndGet(time.toNanos());
  }

  @Test
  void aKeyHasItsBurstAndThenItsPace() {
    ApiKeyRateLimiter limits = limits(3);
    for (int i = 2; i >= 0; i--) {
      ApiKeyRateLimiter.BucketState left = limits.takeToken(key, 60);
      assertTrue(left.allowed());
      assertEquals(i, left.remaining());
    }
    ApiKeyRateLimiter.BucketState none = limits.takeToken(key, 60);
    assertFalse(none.allowed());
    assertEquals(Duration.ofSeconds(1), none.retryAfter());
    assertEquals(Duration.ofSeconds(3), none.timeToFull());
    pass(Duration.ofMillis(999));
    assertFalse(limits.takeToken(key, 60).allowed());
    pass(Duration.ofMillis(1));
    assertTrue(limits.takeToken(key, 60).allowed());
    assertFalse(limits.takeToken(key, 60).allowed());
    assertTrue(limits.takeToken(UUID.randomUUID(), 60).allowed(), "another key");
  }

  @Test
  void aPauseGivesTheBurstBackAndNoMore() {
    ApiKeyRateLimiter limits = limits(2);
    limits.takeToken(key, 60);
    limits.takeToken(key, 60);
    pass(Duration.ofHours(1));
    assertTrue(limits.takeToken(key, 60).allowed());
    assertTrue(limits.takeToken(key, 60).allowed());
    assertFalse(limits.takeToken(key, 60).allowed());
  }

  @Test
  void withoutASettingTheBurstIsATenthOfAMinuteAndOneAtLeast() {
    ApiKeyRateLimiter limits = limits(0);
    assertEquals(99, limits.takeToken(key, 1000).remaining());
    assertEquals(0, limits.takeToken(UUID.randomUUID(), 5).remaining());
    assertTrue(limits.takeToken(UUID.randomUUID(), 5).allowed());
  }

  @Test
  void keysAreForgottenBeforeTheyFillTheMemory() {
    ApiKeyRateLimiter limits = limits(1);
    assertTrue(limits.takeToken(key, 1).allowed());
    assertFalse(limits.takeToken(key, 1).allowed());
    for (int i = 1; i < ApiKeyRateLimiter.MAX_BUCKETS; i++) {
      limits.takeToken(new UUID(1, i), 1);
    }
    assertFalse(limits.takeToken(key, 1).allowed());
    limits.takeToken(UUID.randomUUID(), 1);
    assertTrue(limits.takeToken(key, 1).allowed());
  }
}
