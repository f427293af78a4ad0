package io.tributary.tools.bench;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import java.time.Duration;
import java.util.OptionalInt;
import org.junit.jupiter.api.Test;

/** Report of the end of a process. */
class ServiceScriptTest {
  @Test
  void anEndIsToldByItsCode() throws Exception {
    assertEquals(OptionalInt.of(1), ServiceScript.awaitExit(new ProcessBuilder("false").start()));
  }

  @Test
  void whoDoesNotEndIsKilledAndHasNoCode() throws Exception {
    Process process = new ProcessBuilder("sleep", "600").start();
    assertEquals(OptionalInt.empty(), ServiceScript.awaitExit(process, Duration.ofMillis(1)));
    assertFalse(process.isAlive());
  }
}
