package io.tributary.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/**
 * Checks that a client that guesses codes is blocked, while others are not affected below the
 * global limit.
 */
class AttemptLimiterTest {
  private final AtomicLong clock = new AtomicLong(-5);
  private final AttemptLimiter limiter = new AttemptLimiter(3, 8, clock::get);

  private void wrong(String from, int times) {
    for (int i = 0; i < times; i++) {
      assertFalse(limiter.isBlocked(from));
      limiter.recordFailure(from);
    }
  }

  @Test
  void anAddressThatGuessesIsStoppedForAMinuteAndOthersGoOn() {
    wrong("192.0.2.1", 3);
    assertTrue(limiter.isBlocked("192.0.2.1"));
    assertFalse(limiter.isBlocked("192.0.2.2"));
    clock.addAndGet(Duration.ofMinutes(1).toNanos() + 1);
    assertFalse(limiter.isBlocked("192.0.2.1"));
  }

  @Test
  void allTogetherAreBounded() {
    wrong("192.0.2.1", 3);
    wrong("192.0.2.2", 3);
    wrong("192.0.2.3", 2);
    assertTrue(limiter.isBlocked("192.0.2.4"));
  }

  @Test
  void whoHasANetworkOfAddressesIsOne() {
    wrong("2001:db8:0:7:1:1:1:1", 2);
    wrong("2001:db8:0:7:1:1:1:2", 1);
    assertTrue(limiter.isBlocked("2001:db8:0:7::3"));
    assertFalse(limiter.isBlocked("2001:db8:0:8:1:1:1:1"));
    assertEquals("2001:db8:0:0:", AttemptLimiter.network("2001:db8::1"));
    assertEquals("::ffff:192.0.2.1", AttemptLimiter.network("::ffff:192.0.2.1"));
  }
}
