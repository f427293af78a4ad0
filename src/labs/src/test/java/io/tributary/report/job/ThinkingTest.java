package io.tributary.report.job;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class ThinkingTest {
  @Test
  void whatHasNotBegunIsNotOverAndDoesNotBeginLater() {
    Thinking waits = new Thinking(Duration.ZERO);
    assertFalse(waits.leave());
    assertThrows(CancellationException.class, waits::begin);
  }

  @Test
  void whatHadAllItsTimeIsOver() {
    Thinking slow = new Thinking(Duration.ZERO);
    slow.begin();
    assertThrows(Thinking.OutOfTime.class, slow::run);
    assertTrue(slow.leave());
  }

  @Test
  void whatNobodyWaitsForStopsThoughItHasTime() {
    Thinking late = new Thinking(Duration.ofDays(1));
    late.begin();
    assertDoesNotThrow(late::run);
    assertFalse(late.leave());
    CancellationException end = assertThrows(CancellationException.class, late::run);
    assertFalse(end instanceof Thinking.OutOfTime);
  }
}
