package io.tributary.rules;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Files;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.opentest4j.AssertionFailedError;

/** Checks the baseline file, and that a count may neither rise nor fall without a change of it. */
class BaselineTest {
  @Test
  void theFileHasOneNumberAndOneCommentPerRule() throws Exception {
    List<String> lines = Files.readAllLines(Rule.BASELINE);
    List<String> keys =
        lines.stream().filter(l -> l.contains("=")).map(l -> l.replaceFirst("=\\d+$", "")).toList();
    assertEquals(Stream.of(Rule.values()).map(Rule::key).toList(), keys);
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).contains("=")) {
        assertTrue(lines.get(i - 1).startsWith("# "), "no comment above " + lines.get(i));
      }
    }
  }

  @Test
  void theCountIsTheBaseline() {
    Rule.CITATIONS_SOURCES.check(findings(2), 2);
    String above = message(3, 2);
    assertTrue(above.contains("3 findings, allowed are 2"), above);
    assertTrue(above.contains("a.md:3: wrong") && above.contains("Correct the path"), above);
    String below = message(1, 2);
    assertTrue(below.contains("Set citations.sources=1 in " + Rule.BASELINE), below);
  }

  private static String message(int found, int allowed) {
    return assertThrows(
            AssertionFailedError.class,
            () -> Rule.CITATIONS_SOURCES.check(findings(found), allowed))
        .getMessage();
  }

  private static List<Finding> findings(int count) {
    return IntStream.rangeClosed(1, count).mapToObj(n -> new Finding("a.md", n, "wrong")).toList();
  }
}
