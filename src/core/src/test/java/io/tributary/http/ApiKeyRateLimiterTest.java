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

/** What one key may take of a node. */
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
      ApiKeyRateLimiter.Left left = limits.left(key, 60);
      assertTrue(left.taken());
      assertEquals(i, left.left());
    }
    ApiKeyRateLimiter.Left none = limits.left(key, 60);
    assertFalse(none.taken());
    assertEquals(Duration.ofSeconds(1), none.retry());
    assertEquals(Duration.ofSeconds(3), none.full());
    pass(Duration.ofMillis(999));
    assertFalse(limits.left(key, 60).taken());
    pass(Duration.ofMillis(1));
    assertTrue(limits.left(key, 60).taken());
    assertFalse(limits.left(key, 60).taken());
    assertTrue(limits.left(UUID.randomUUID(), 60).taken(), "another key");
  }

  @Test
  void aPauseGivesTheBurstBackAndNoMore() {
    ApiKeyRateLimiter limits = limits(2);
    limits.left(key, 60);
    limits.left(key, 60);
    pass(Duration.ofHours(1));
    assertTrue(limits.left(key, 60).taken());
    assertTrue(limits.left(key, 60).taken());
    assertFalse(limits.left(key, 60).taken());
  }

  @Test
  void withoutASettingTheBurstIsATenthOfAMinuteAndOneAtLeast() {
    ApiKeyRateLimiter limits = limits(0);
    assertEquals(99, limits.left(key, 1000).left());
    assertEquals(0, limits.left(UUID.randomUUID(), 5).left());
    assertTrue(limits.left(UUID.randomUUID(), 5).taken());
  }

  @Test
  void keysAreForgottenBeforeTheyFillTheMemory() {
    ApiKeyRateLimiter limits = limits(1);
    assertTrue(limits.left(key, 1).taken());
    assertFalse(limits.left(key, 1).taken());
    for (int i = 1; i < ApiKeyRateLimiter.BUCKETS; i++) {
      limits.left(new UUID(1, i), 1);
    }
    assertFalse(limits.left(key, 1).taken());
    limits.left(UUID.randomUUID(), 1);
    assertTrue(limits.left(key, 1).taken());
  }
}
