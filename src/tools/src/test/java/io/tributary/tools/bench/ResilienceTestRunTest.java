package io.tributary.tools.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** Command-line options of resilience tests. */
class ResilienceTestRunTest {
  private static final String USAGE = "some-drill [--kills 3] [--drop 0.1] [--seed 7]";

  @Test
  void whatIsNotSaidIsAsTheUsageSays() {
    ResilienceTestRun drill = ResilienceTestRun.of(USAGE, new String[0]);
    assertEquals(3, drill.number("kills"));
    assertEquals(0.1, drill.fraction("drop"));
    assertEquals(7, drill.seed());
  }

  @Test
  void whatIsSaidCounts() {
    ResilienceTestRun drill =
        ResilienceTestRun.of(USAGE, new String[] {"--seed", "12345678901", "--kills", "0"});
    assertEquals(0, drill.number("kills"));
    assertEquals(0.1, drill.fraction("drop"));
    assertEquals(12345678901L, drill.seed());
  }
}
