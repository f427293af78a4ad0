package io.tributary.audit;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RetryBackoffTest {
  private final RetryBackoff breakdowns = new RetryBackoff();

  private List<Long> delays(int times) {
    List<Long> out = new ArrayList<>();
    for (int i = 0; i < times; i++) {
      out.add(breakdowns.recordFailure(false).orElseThrow().toSeconds());
    }
    return out;
  }

  @Test
  void theDelayGrowsUntilARoundSucceedsAndThenResets() {
    assertFalse(breakdowns.recordSuccess(), "nothing was broken");
    assertEquals(List.of(1L, 2L, 5L, 15L, 15L), delays(5));
    assertTrue(breakdowns.isFailing());
    assertTrue(breakdowns.recordSuccess());
    assertFalse(breakdowns.isFailing());
    assertEquals(List.of(1L, 2L), delays(2));
  }

  @Test
  void atTheEndThereAreTwoShortTriesMoreHoweverOftenItBrokeBefore() {
    delays(3);
    Optional<Duration> soon = Optional.of(Duration.ofMillis(500));
    assertEquals(soon, breakdowns.recordFailure(true));
    assertEquals(soon, breakdowns.recordFailure(true));
    assertEquals(Optional.empty(), breakdowns.recordFailure(true));
    assertTrue(breakdowns.isFailing());
  }
}
