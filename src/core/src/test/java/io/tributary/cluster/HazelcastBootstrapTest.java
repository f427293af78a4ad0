package io.tributary.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.cluster.HazelcastBootstrap.Clocks;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Checks that a clock jump is distinguished from elapsed time. */
class HazelcastBootstrapTest {
  @Test
  void aClockHasJumpedByWhatTheOtherDidNotCount() {
    Clocks begun = new Clocks(1_000_000, -5);
    long second = Duration.ofSeconds(1).toNanos();
    assertEquals(Duration.ZERO, begun.wallClockJump(new Clocks(1_300_000, 300 * second - 5)));
    assertEquals(Duration.ofHours(1), begun.wallClockJump(new Clocks(4_601_000, second - 5)));
    assertEquals(Duration.ofSeconds(61), begun.wallClockJump(new Clocks(941_000, 2 * second - 5)));
  }
}
