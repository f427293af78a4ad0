package io.tributary.report.extract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Classification of small shapes as dirt, on a page with letters 14 pixels high. */
class DespeckleTest {
  private final List<ConnectedComponent> page = letters();

  private static List<ConnectedComponent> letters() {
    List<ConnectedComponent> out = new ArrayList<>();
    for (int line = 0; line < 5; line++) {
      for (int i = 0; i < 10; i++) {
        out.add(new ConnectedComponent(100 + 12 * i, 100 + 40 * line, 9, 14));
      }
    }
    return out;
  }

  private boolean isDirt(ConnectedComponent shape) {
    return isDirt(shape, page);
  }

  private static boolean isDirt(ConnectedComponent shape, List<ConnectedComponent> page) {
    List<ConnectedComponent> all = new ArrayList<>(page);
    all.add(shape);
    return Despeckle.findSpecks(all).contains(shape);
  }

  @Test
  void aDotThatStandsAloneIsDirt() {
    assertTrue(isDirt(new ConnectedComponent(400, 105, 3, 3)));
    assertTrue(isDirt(new ConnectedComponent(150, 122, 3, 2)), "beneath a line");
  }

  @Test
  void aPointAfterADigitAndADotOverAnIAreNone() {
    assertFalse(isDirt(new ConnectedComponent(218, 112, 2, 2)));
    assertFalse(isDirt(new ConnectedComponent(97, 111, 3, 4)));
    assertFalse(isDirt(new ConnectedComponent(103, 95, 2, 2)));
    assertFalse(isDirt(new ConnectedComponent(218, 103, 3, 3)), "the upper one of a colon");
  }

  @Test
  void theSmallestDotsAreInkAtTheFootOfALetterOrOverIt() {
    assertTrue(isDirt(new ConnectedComponent(220, 101, 2, 1)));
    assertFalse(isDirt(new ConnectedComponent(220, 113, 1, 2)));
  }

  @Test
  void aStrokeBetweenDigitsStays() {
    assertFalse(isDirt(new ConnectedComponent(220, 107, 6, 1)));
    assertFalse(isDirt(new ConnectedComponent(400, 107, 6, 2)), "a stroke that says there is none");
    assertFalse(isDirt(new ConnectedComponent(228, 107, 3, 1)), "with room before it");
  }

  @Test
  void whatIsLeftOfAPaleRuleIsDirtEvenUnderLetters() {
    List<ConnectedComponent> all = new ArrayList<>(page);
    List<ConnectedComponent> rule = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      rule.add(new ConnectedComponent(90 + 11 * i, 118 + i / 6, 2 + i % 5, 1));
    }
    all.addAll(rule);
    assertTrue(Despeckle.findSpecks(all).containsAll(rule));
    assertEquals(rule.size(), Despeckle.findSpecks(all).stream().distinct().count());
  }

  /** Adds the components of a line in Courier, whose cells are 0.6 em wide; y is the baseline. */
  private static void courier(String line, int em, int x, int y, List<ConnectedComponent> out) {
    for (int i = 0; i < line.length(); i++) {
      double cell = x + 0.6 * em * i;
      switch (line.charAt(i)) {
        case ' ' -> {}
        case '.' -> out.add(dot(cell, em, y));
        case ':' -> {
          out.add(dot(cell, em, y));
          out.add(dot(cell, em, y - 0.3 * em));
        }
        case 'x' -> out.add(shape(cell + 0.1 * em, y - 0.43 * em, 0.4 * em, 0.43 * em));
        default -> out.add(shape(cell + 0.105 * em, y - 0.61 * em, 0.39 * em, 0.61 * em));
      }
    }
  }

  private static ConnectedComponent dot(double cell, int em, double foot) {
    return shape(cell + 0.23 * em, foot - 0.12 * em, 0.14 * em, 0.12 * em);
  }

  private static ConnectedComponent shape(double x, double y, double w, double h) {
    return new ConnectedComponent(
        (int) Math.round(x), (int) Math.round(y), (int) Math.round(w), (int) Math.round(h));
  }

  @Test
  void pointsBetweenFiguresOfOneWidthAreNone() {
    for (int em : new int[] {20, 22, 24, 26, 28, 34, 42, 50}) {
      for (String others :
          List.of("8888888888888888888888888", "xxxx xxxxxx xxxxx xxxx xx xxxxx")) {
        List<ConnectedComponent> all = new ArrayList<>();
        for (int line = 0; line < 4; line++) {
          courier(others, em, 100, 100 + 2 * em * line, all);
        }
        courier("4.5 (3.5 5.1) 1:40", em, 100, 100 + 8 * em, all);
        assertEquals(List.of(), Despeckle.findSpecks(all), others + " of " + em);
      }
    }
  }

  @Test
  void aDotHighBetweenWordsIsNoPoint() {
    List<ConnectedComponent> all = new ArrayList<>(page);
    all.add(new ConnectedComponent(237, 100, 9, 14));
    assertFalse(isDirt(new ConnectedComponent(226, 111, 3, 3), all));
    assertTrue(isDirt(new ConnectedComponent(226, 102, 3, 3), all));
    assertTrue(isDirt(new ConnectedComponent(226, 119, 3, 3), all), "beneath the line");
  }

  @Test
  void aPageWithHardlyALetterIsLeftAsItIs() {
    ConnectedComponent dot = new ConnectedComponent(400, 105, 3, 3);
    List<ConnectedComponent> few = new ArrayList<>(page.subList(0, 30));
    few.add(dot);
    assertEquals(List.of(), Despeckle.findSpecks(few));
  }
}
