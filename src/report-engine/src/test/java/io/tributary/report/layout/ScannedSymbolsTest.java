package io.tributary.report.layout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import io.tributary.report.page.BoundingBox;
import io.tributary.report.page.Page;
import io.tributary.report.page.Word;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Zeros in ranges, arrows, dirt before units, and powers of ten in scans. */
class ScannedSymbolsTest {
  private static Word word(String text, double left, double top, double height) {
    return new Word(
        text, new BoundingBox(left, top, left + 5 * text.length(), top + height), 0.7, false);
  }

  private static String read(Word... words) {
    return ScannedWords.correctedWords(new Page(1, 600, 800, Page.Source.OCR, List.of(words)))
        .stream()
        .map(Word::text)
        .collect(Collectors.joining(" "));
  }

  @Test
  void aLetterThatBeginsARangeIsAZero() {
    assertEquals(
        "[0 - 7]", read(word("[Oo", 10, 100, 8), word("-", 30, 103, 2), word("7]", 40, 100, 8)));
    assertEquals(
        "O - negative",
        read(word("O", 10, 100, 8), word("-", 30, 103, 2), word("negative", 40, 100, 8)));
  }

  private static Word narrow(String text, double left) {
    return new Word(text, new BoundingBox(left, 100, left + 2.5, 108), 0.8, false);
  }

  @Test
  void aNarrowLetterBetweenANameAndANumberIsAnArrow() {
    assertEquals(
        "Lipase \u2191 88",
        read(word("Lipase", 10, 100, 8), narrow("t", 150), word("88", 220, 100, 8)));
    assertEquals(
        "Lipase \u2193 8",
        read(word("Lipase", 10, 100, 8), narrow("J", 150), word("8", 220, 100, 8)));
    assertEquals(
        "Factor t 88", read(word("Factor", 10, 100, 8), narrow("t", 45), word("88", 220, 100, 8)));
  }

  private static TextRun run(String text) {
    return TextRun.of(1, List.of(word(text, 10, 100, 8)));
  }

  @Test
  void redCellsAreCountedInOnePower() {
    TextRun range = run("4,10-5,70");
    assertEquals("10^12/L", RedCellUnits.correct(run("Erythrocytes"), range, run("10^9/L")).text());
    assertEquals("x10^12/L", RedCellUnits.correct(run("RBC"), range, run("x10'/L")).text());
    TextRun nine = run("10^9/L");
    assertSame(nine, RedCellUnits.correct(run("Leucocytes"), range, nine));
    assertSame(nine, RedCellUnits.correct(run("RBC"), run("0-25"), nine));
    TextRun field = run("10^6/uL");
    assertSame(field, RedCellUnits.correct(run("RBC"), range, field));
  }

  @Test
  void dirtBeforeAUnitIsNotOfIt() {
    TextRun units = TextRun.of(1, List.of(word(".", 10, 106, 2), word("mmol/L", 20, 100, 8)));
    assertEquals("mmol/L", ScannedUnits.removeSpecks(units).text());
    TextRun power = TextRun.of(1, List.of(word("10^6", 10, 100, 8), word("IU/L", 40, 100, 8)));
    assertSame(power, ScannedUnits.removeSpecks(power));
  }

  @Test
  void whatIsMeasuredTellsItsUnit() {
    assertEquals(
        "µg/dL",
        MicroPrefixCorrection.correct(run("Copper (Plasma)"), run("g/dL"))
            .orElseThrow()
            .units()
            .text());
    assertEquals(
        "L/L",
        MicroPrefixCorrection.correct(run("Hematocrit"), run("U/L")).orElseThrow().units().text());
    assertEquals(
        true, MicroPrefixCorrection.correct(run("Retinol Binding Protein"), run("g/dL")).isEmpty());
    assertEquals(true, MicroPrefixCorrection.correct(run("Lipase"), run("U/L")).isEmpty());
  }
}
