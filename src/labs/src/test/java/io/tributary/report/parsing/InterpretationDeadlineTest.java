package io.tributary.report.parsing;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.time.Duration;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

class InterpretationDeadlineTest {
  @Test
  void whatHasNotBegunIsNotOverAndDoesNotBeginLater() {
    InterpretationDeadline waits = new InterpretationDeadline(Duration.ZERO);
    assertFalse(waits.abandon());
    assertThrows(CancellationException.class, waits::begin);
  }

  @Test
  void whatHadAllItsTimeIsOver() {
    InterpretationDeadline slow = new InterpretationDeadline(Duration.ZERO);
    slow.begin();
    assertThrows(InterpretationDeadline.DeadlineExceeded.class, slow::run);
    assertTrue(slow.abandon());
  }

  @Test
  void whatNobodyWaitsForStopsThoughItHasTime() {
    InterpretationDeadline late = new InterpretationDeadline(Duration.ofDays(1));
    late.begin();
    assertDoesNotThrow(late::run);
    assertFalse(late.abandon());
    CancellationException end = assertThrows(CancellationException.class, late::run);
    assertFalse(end instanceof InterpretationDeadline.DeadlineExceeded);
  }
}
