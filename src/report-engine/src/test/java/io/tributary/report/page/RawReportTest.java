package io.tributary.report.page;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RawReportTest {
  private static final int TEXT = RawReport.MAX_TEXT_LENGTH;
  private static final int LIST = RawReport.MAX_LIST_LENGTH;

  private static TextSpan words(int length) {
    return new TextSpan("w".repeat(length), 1, new BoundingBox(0, 0, 1, 1), 0.9);
  }

  private static RawRow row(int name, int value, int range) {
    return new RawRow(
        words(name),
        words(value),
        Optional.empty(),
        Optional.of(words(range)),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        0.8);
  }

  private static RawReport fitted(RawRow... rows) {
    return new RawReport(
            List.of(), Map.of(RawReport.MetadataField.LAB_NAME, words(TEXT + 1)), List.of(rows))
        .truncateTexts();
  }

  @Test
  void whatMayBeSavedStaysAsItIs() {
    RawRow row = row(TEXT, LIST, LIST);
    assertSame(row, fitted(row).rows().getFirst());
  }

  @Test
  void whatIsTooLongIsCutAndTrustedNoMore() {
    RawReport cut = fitted(row(TEXT + 1, 1, 1), row(1, LIST + 7, 1), row(1, 1, LIST + 1));
    assertEquals("w".repeat(TEXT - 1) + "…", cut.rows().get(0).name().text());
    assertEquals("w".repeat(LIST - 1) + "…", cut.rows().get(1).value().text());
    assertEquals("w".repeat(LIST - 1) + "…", cut.rows().get(2).range().orElseThrow().text());
    assertEquals(0, cut.rows().get(0).name().confidence());
    assertEquals(0.9, cut.rows().get(0).value().confidence());
    cut.rows().forEach(row -> assertEquals(0, row.confidence()));
    // An overlong metadata field is dropped, because a doubt about it would not be reported.
    assertEquals(Map.of(), cut.about());
  }

  @Test
  void noHalfOfACharacterIsLeft() {
    assertEquals("a…", new TextSpan("a😀b", 1, null, 1).truncate(3).text());
  }
}
