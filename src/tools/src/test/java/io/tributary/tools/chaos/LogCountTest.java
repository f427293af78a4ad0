package io.tributary.tools.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** Compares pages of the event log with the stored events. */
class LogCountTest {
  private static final List<String> LOG = List.of("c", "a", "d", "b");

  /**
   * Returns the positions that were never returned, returned twice, returned out of order, or
   * returned but not stored.
   */
  private static List<Long> countErrors(String... told) {
    return EventLogChecks.verify(LOG, List.of(told)).stream()
        .skip(1)
        .map(ConsistencyCheck::found)
        .toList();
  }

  @Test
  void eachOnceInTheOrderOfTheLogIsRight() {
    assertEquals(List.of(0L, 0L, 0L, 0L), countErrors("c", "a", "d", "b"));
  }

  @Test
  void whatIsWrongIsCounted() {
    assertEquals(List.of(1L, 0L, 0L, 0L), countErrors("c", "d", "b"));
    assertEquals(List.of(0L, 2L, 0L, 0L), countErrors("c", "a", "d", "a", "d", "b"));
    assertEquals(List.of(0L, 0L, 1L, 0L), countErrors("c", "d", "a", "b"));
    assertEquals(List.of(0L, 0L, 0L, 1L), countErrors("c", "a", "x", "d", "b"));
    assertEquals(List.of(4L, 0L, 0L, 0L), countErrors());
  }
}
