package io.tributary.report.layout;

import java.util.List;
import java.util.regex.Pattern;

/** Adds ranges and units on lines below a result that has no table heading. */
final class NextLineRange {
  private static final double NEAR = 2.2;
  private static final int LINES = 2;

  /** Abbreviation of a test that did not fit on its line. */
  private static final Pattern SHORT = Pattern.compile("\\([A-Z][A-Z\\d-]{1,7}\\)");

  private NextLineRange() {}

  /** Adds the lines that belong to a row and returns their number. */
  static int add(List<TextLine> lines, int at, UnheadedRows.DetectedRow found) {
    RowDraft row = found.row();
    int taken = 0;
    for (int i = at + 1; i <= Math.min(lines.size() - 1, at + LINES); i++) {
      TextLine line = lines.get(i);
      double gap = line.middle() - lines.get(i - 1).middle();
      boolean beside = line.box().right() > found.name().left() - line.charWidth();
      List<TextRun> cells = line.cells();
      if (cells.size() > 2 || gap > NEAR * lines.get(at).height() || !beside) {
        break;
      }
      if (!cells.stream().allMatch(c -> fits(c, row, found.name()))) {
        break;
      }
      cells.forEach(c -> addToRow(c, row));
      taken++;
    }
    return taken;
  }

  private static boolean fits(TextRun cell, RowDraft row, TextRun name) {
    return !row.unit() && UnitPatterns.isUnit(cell.text())
        || !row.hasRange() && range(cell.text())
        || SHORT.matcher(cell.text()).matches() && Math.abs(cell.left() - name.left()) < 4;
  }

  private static void addToRow(TextRun cell, RowDraft row) {
    if (UnitPatterns.isUnit(cell.text())) {
      row.units(cell);
    } else if (range(cell.text())) {
      row.range(cell);
    } else {
      row.name(cell);
    }
  }

  private static boolean range(String text) {
    return RangeCells.isLabeledRange(text) && TextPatterns.hasDigit(text) || isOnlyRange(text);
  }

  private static boolean isOnlyRange(String text) {
    return (TextPatterns.isSpan(text) || TextPatterns.isRange(text))
        && !TextPatterns.isPlainNumber(text)
        && text.split(" ").length <= 6
        && !TextPatterns.isDate(text);
  }
}
