package io.tributary.report.parsing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Set;
import org.junit.jupiter.api.Test;

/** The state machine of parsing jobs, row by row. */
class JobStatusTest {
  private static final Set<String> ROWS =
      Set.of(
          "upload_pending started",
          "upload_pending failed",
          "started completed",
          "started pending_review",
          "started failed",
          "pending_review completed",
          "pending_review failed");

  @Test
  void theseMovesAndNoOthers() {
    for (JobStatus from : JobStatus.values()) {
      for (JobStatus to : JobStatus.values()) {
        String row = from.wire() + " " + to.wire();
        assertEquals(ROWS.contains(row), from.canBecome(to), row);
      }
    }
  }
}
