package io.tributary.delivery;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.config.BreakerConfig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class EndpointCircuitBreakerTest {
  private static final long SECOND = 1_000_000_000L;
  private final EndpointCircuitBreaker breaker =
      new EndpointCircuitBreaker(
          new BreakerConfig(
              20, Duration.ofSeconds(60), 0.9, Duration.ofSeconds(5), Duration.ofSeconds(30)));

  private void attempts(long now, int answered, int silent) {
    for (int i = 0; i < answered + silent; i++) {
      boolean probe = breaker.start();
      breaker.end(now, probe, i < answered);
    }
  }

  @Test
  void twentyAttemptsOfWhichNineInTenGotNoAnswerOpenIt() {
    attempts(0, 2, 17);
    assertFalse(breaker.isOpen());
    attempts(SECOND, 0, 1);
    assertTrue(breaker.isOpen());
    assertEquals(5 * SECOND, breaker.nextAllowedIn(SECOND));
  }

  @Test
  void answersKeepItClosedWhateverTheySay() {
    attempts(0, 3, 20);
    assertFalse(breaker.isOpen());
    attempts(0, 1000, 0);
    assertFalse(breaker.isOpen());
  }

  @Test
  void whatIsOlderThanTheWindowDoesNotCount() {
    attempts(0, 0, 19);
    attempts(61 * SECOND, 0, 1);
    assertFalse(breaker.isOpen());
  }

  @Test
  void singleProbesGoThroughEverFurtherApartUpToALimit() {
    attempts(0, 0, 20);
    long now = 0;
    for (int gap : new int[] {5, 10, 20, 30, 30}) {
      assertFalse(breaker.allows(now + gap * SECOND - 1));
      now += gap * SECOND;
      assertTrue(breaker.allows(now));
      assertTrue(breaker.start(), "a probe");
      assertFalse(breaker.allows(now + 100 * SECOND), "one at a time");
      breaker.end(now, true, false);
    }
  }

  @Test
  void anAnswerClosesItAndItStartsAfresh() {
    attempts(0, 0, 20);
    assertTrue(breaker.allows(5 * SECOND));
    breaker.end(5 * SECOND, breaker.start(), true);
    assertFalse(breaker.isOpen());
    assertTrue(breaker.allows(5 * SECOND));
    attempts(5 * SECOND, 0, 19);
    assertFalse(breaker.isOpen());
    attempts(5 * SECOND, 0, 1);
    assertTrue(breaker.isOpen());
  }

  @Test
  void aLateAnswerOfBeforeClosesItToo() {
    boolean early = breaker.start();
    attempts(0, 0, 20);
    assertTrue(breaker.isOpen());
    breaker.end(SECOND, early, true);
    assertFalse(breaker.isOpen());
  }
}
