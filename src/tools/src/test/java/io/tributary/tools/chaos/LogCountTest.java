package io.tributary.tools.chaos;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

/** A walk through the event log, held against the log. */
class LogCountTest {
  private static final List<String> LOG = List.of("c", "a", "d", "b");

  /** Never told, told again, told behind a later one, told but not stored. */
  private static List<Long> wrong(String... told) {
    return LogCount.recount(LOG, List.of(told)).stream()
        .skip(1)
        .map(ConsistencyCheck::found)
        .toList();
  }

  @Test
  void eachOnceInTheOrderOfTheLogIsRight() {
    assertEquals(List.of(0L, 0L, 0L, 0L), wrong("c", "a", "d", "b"));
  }

  @Test
  void whatIsWrongIsCounted() {
    assertEquals(List.of(1L, 0L, 0L, 0L), wrong("c", "d", "b"));
    assertEquals(List.of(0L, 2L, 0L, 0L), wrong("c", "a", "d", "a", "d", "b"));
    assertEquals(List.of(0L, 0L, 1L, 0L), wrong("c", "d", "a", "b"));
    assertEquals(List.of(0L, 0L, 0L, 1L), wrong("c", "a", "x", "d", "b"));
    assertEquals(List.of(4L, 0L, 0L, 0L), wrong());
  }
}
