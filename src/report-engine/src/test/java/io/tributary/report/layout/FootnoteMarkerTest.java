package io.tributary.report.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.report.page.BoundingBox;
import io.tributary.report.page.Word;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Superscript digits after names, which refer to footnotes. */
class FootnoteMarkerTest {
  private static boolean raised(String name, double foot, String text, BoundingBox box) {
    Word before = new Word(name, new BoundingBox(10, 100, 60, foot), 0.9, false);
    return FootnoteMarker.isSuperscript(before, new Word(text, box, 0.7, false));
  }

  private static final BoundingBox SMALL = new BoundingBox(62, 99, 68, 103);

  @ParameterizedTest
  @ValueSource(strings = {"°?", "°!", "°2", "°", "7\"", "0", "01"})
  void raisedFiguresAreNoPartOfAName(String mark) {
    assertTrue(raised("Urobilin", 106, mark, SMALL));
    assertTrue(raised("Haptoglobin", 108, mark, SMALL));
  }

  @Test
  void whatStandsOnTheLineIsPartOfIt() {
    BoundingBox level = new BoundingBox(62, 100, 68, 106);
    assertFalse(raised("Vitamin", 106, "6", level));
    assertFalse(raised("Complement", 107.6, "3", level));
    assertFalse(raised("Hepatitis", 107.6, "B", level));
    assertFalse(raised("Basophils", 107.6, "%", level));
  }

  @Test
  void aFlagAWordOrAFarOneIsNoMark() {
    assertFalse(raised("Urobilin", 106, "*", SMALL));
    assertFalse(raised("Urobilin", 106, "A", SMALL));
    assertFalse(raised("Urobilin", 106, "°2", new BoundingBox(90, 99, 96, 103)));
    assertFalse(raised("4.5", 106, "°2", SMALL));
  }

  @Test
  void aMarkThatHangsAtTheNameGoesToo() {
    TextRun run = TextRun.of(1, List.of(new Word("GLDH°!", SMALL, 0.9, false)));
    assertEquals("GLDH", TestNames.clean(run).orElseThrow().text());
  }
}
