package io.tributary.sdk;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** Who guesses codes is stopped, and others are not as long as all together are few. */
class AttemptLimiterTest {
  private final AtomicLong clock = new AtomicLong(-5);
  private final AttemptLimiter guesses = new AttemptLimiter(3, 8, clock::get);

  private void wrong(String from, int times) {
    for (int i = 0; i < times; i++) {
      assertFalse(guesses.isBlocked(from));
      guesses.recordFailure(from);
    }
  }

  @Test
  void anAddressThatGuessesIsStoppedForAMinuteAndOthersGoOn() {
    wrong("192.0.2.1", 3);
    assertTrue(guesses.isBlocked("192.0.2.1"));
    assertFalse(guesses.isBlocked("192.0.2.2"));
    clock.addAndGet(Duration.ofMinutes(1).toNanos() + 1);
    assertFalse(guesses.isBlocked("192.0.2.1"));
  }

  @Test
  void allTogetherAreBounded() {
    wrong("192.0.2.1", 3);
    wrong("192.0.2.2", 3);
    wrong("192.0.2.3", 2);
    assertTrue(guesses.isBlocked("192.0.2.4"));
  }

  @Test
  void whoHasANetworkOfAddressesIsOne() {
    wrong("2001:db8:0:7:1:1:1:1", 2);
    wrong("2001:db8:0:7:1:1:1:2", 1);
    assertTrue(guesses.isBlocked("2001:db8:0:7::3"));
    assertFalse(guesses.isBlocked("2001:db8:0:8:1:1:1:1"));
    assertEquals("2001:db8:0:0:", AttemptLimiter.network("2001:db8::1"));
    assertEquals("::ffff:192.0.2.1", AttemptLimiter.network("::ffff:192.0.2.1"));
  }
}
