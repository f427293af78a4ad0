package io.tributary.report.extract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Which small shapes of a page are dirt; its letters are 14 dots high. */
class DirtTest {
  private final List<InkShape> page = letters();

  private static List<InkShape> letters() {
    List<InkShape> out = new ArrayList<>();
    for (int line = 0; line < 5; line++) {
      for (int i = 0; i < 10; i++) {
        out.add(new InkShape(100 + 12 * i, 100 + 40 * line, 9, 14));
      }
    }
    return out;
  }

  private boolean isDirt(InkShape shape) {
    List<InkShape> all = new ArrayList<>(page);
    all.add(shape);
    return Dirt.of(all).contains(shape);
  }

  @Test
  void aDotThatStandsAloneIsDirt() {
    assertTrue(isDirt(new InkShape(400, 105, 3, 3)));
    assertTrue(isDirt(new InkShape(150, 122, 3, 2)), "beneath a line");
  }

  @Test
  void aPointAfterADigitAndADotOverAnIAreNone() {
    assertFalse(isDirt(new InkShape(218, 112, 2, 2)));
    assertFalse(isDirt(new InkShape(97, 111, 3, 4)));
    assertFalse(isDirt(new InkShape(103, 95, 2, 2)));
    assertFalse(isDirt(new InkShape(218, 103, 3, 3)), "the upper one of a colon");
  }

  @Test
  void theSmallestDotsAreInkAtTheFootOfALetterOrOverIt() {
    assertTrue(isDirt(new InkShape(220, 101, 2, 1)));
    assertFalse(isDirt(new InkShape(220, 113, 1, 2)));
  }

  @Test
  void aStrokeBetweenDigitsStays() {
    assertFalse(isDirt(new InkShape(220, 107, 6, 1)));
    assertFalse(isDirt(new InkShape(400, 107, 6, 2)), "a stroke that says there is none");
    assertFalse(isDirt(new InkShape(228, 107, 3, 1)), "with room before it");
  }

  @Test
  void whatIsLeftOfAPaleRuleIsDirtEvenUnderLetters() {
    List<InkShape> all = new ArrayList<>(page);
    List<InkShape> rule = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      rule.add(new InkShape(90 + 11 * i, 118 + i / 6, 2 + i % 5, 1));
    }
    all.addAll(rule);
    assertTrue(Dirt.of(all).containsAll(rule));
    assertEquals(rule.size(), Dirt.of(all).stream().distinct().count());
  }

  @Test
  void aPageWithHardlyALetterIsLeftAsItIs() {
    InkShape dot = new InkShape(400, 105, 3, 3);
    List<InkShape> few = new ArrayList<>(page.subList(0, 30));
    few.add(dot);
    assertEquals(List.of(), Dirt.of(few));
  }
}
