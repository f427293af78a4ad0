package io.tributary.report.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.report.page.BoundingBox;
import io.tributary.report.page.Word;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Checks that dirt two lines high beside a table does not merge the lines. */
class TallSpeckTest {
  private static Word word(String text, double left, double top, double bottom) {
    return new Word(text, new BoundingBox(left, top, left + 5 * text.length(), bottom), 0.8, false);
  }

  private static List<String> lines(Word... words) {
    return LineGrouper.group(1, List.of(words)).stream().map(TextLine::text).toList();
  }

  @Test
  void wordsAboveOneAnotherStandOnTwoLines() {
    List<String> found =
        lines(
            word("iyL", 60, 100, 122),
            word("Interval:", 150, 101, 107),
            word("Lipase", 150, 114, 120),
            word("Serum", 182, 114, 120),
            word("9", 198, 101, 107),
            word("22", 300, 114, 120));
    assertEquals(2, found.size());
    assertEquals("Lipase Serum 22", found.stream().filter(l -> l.contains("22")).findFirst().get());
  }

  @Test
  void aHighWordStaysOnTheLineOfTheLowerOnesBesideIt() {
    assertEquals(
        List.of("Lipase 22 U/L"),
        lines(word("Lipase", 10, 104, 110), word("22", 100, 96, 112), word("U/L", 120, 105, 111)));
  }
}
