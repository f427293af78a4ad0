package io.tributary.report.table;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.report.page.Box;
import io.tributary.report.page.Word;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Small raised figures behind names, which point to footnotes. */
class FootMarkTest {
  private static boolean raised(String name, double foot, String text, Box box) {
    Word before = new Word(name, new Box(10, 100, 60, foot), 0.9, false);
    return FootMark.raised(before, new Word(text, box, 0.7, false));
  }

  private static final Box SMALL = new Box(62, 99, 68, 103);

  @ParameterizedTest
  @ValueSource(strings = {"°?", "°!", "°2", "°", "7\"", "0", "01"})
  void raisedFiguresAreNoPartOfAName(String mark) {
    assertTrue(raised("Urobilin", 106, mark, SMALL));
    assertTrue(raised("Haptoglobin", 108, mark, SMALL));
  }

  @Test
  void whatStandsOnTheLineIsPartOfIt() {
    Box level = new Box(62, 100, 68, 106);
    assertFalse(raised("Vitamin", 106, "6", level));
    assertFalse(raised("Complement", 107.6, "3", level));
    assertFalse(raised("Hepatitis", 107.6, "B", level));
    assertFalse(raised("Basophils", 107.6, "%", level));
  }

  @Test
  void aFlagAWordOrAFarOneIsNoMark() {
    assertFalse(raised("Urobilin", 106, "*", SMALL));
    assertFalse(raised("Urobilin", 106, "A", SMALL));
    assertFalse(raised("Urobilin", 106, "°2", new Box(90, 99, 96, 103)));
    assertFalse(raised("4.5", 106, "°2", SMALL));
  }

  @Test
  void aMarkThatHangsAtTheNameGoesToo() {
    Run run = Run.of(1, List.of(new Word("GLDH°!", SMALL, 0.9, false)));
    assertEquals("GLDH", Names.clean(run).orElseThrow().text());
  }
}
