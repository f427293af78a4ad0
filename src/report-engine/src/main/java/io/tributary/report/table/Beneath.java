package io.tributary.report.table;

import java.util.List;
import java.util.regex.Pattern;

/** Ranges and units on lines of their own beneath a result that stands under no heading. */
final class Beneath {
  private static final double NEAR = 2.2;
  private static final int LINES = 2;

  /** The short name of a test that did not fit on its line. */
  private static final Pattern SHORT = Pattern.compile("\\([A-Z][A-Z\\d-]{1,7}\\)");

  private Beneath() {}

  /** Gives a row what belongs to it; how many lines that were. */
  static int add(List<Line> lines, int at, FreeRows.Found found) {
    RowDraft row = found.row();
    int taken = 0;
    for (int i = at + 1; i <= Math.min(lines.size() - 1, at + LINES); i++) {
      Line line = lines.get(i);
      double gap = line.middle() - lines.get(i - 1).middle();
      boolean beside = line.box().right() > found.name().left() - line.sign();
      List<Run> cells = line.cells();
      if (cells.size() > 2 || gap > NEAR * lines.get(at).height() || !beside) {
        break;
      }
      if (!cells.stream().allMatch(c -> fits(c, row, found.name()))) {
        break;
      }
      cells.forEach(c -> give(c, row));
      taken++;
    }
    return taken;
  }

  private static boolean fits(Run cell, RowDraft row, Run name) {
    return !row.unit() && Units.is(cell.text())
        || !row.ranged() && range(cell.text())
        || SHORT.matcher(cell.text()).matches() && Math.abs(cell.left() - name.left()) < 4;
  }

  private static void give(Run cell, RowDraft row) {
    if (Units.is(cell.text())) {
      row.units(cell);
    } else if (range(cell.text())) {
      row.range(cell);
    } else {
      row.name(cell);
    }
  }

  private static boolean range(String text) {
    return Ranges.labelled(text) && Signs.hasDigit(text) || only(text);
  }

  /** Whether it is a range and nothing else, with its unit at most. */
  private static boolean only(String text) {
    return (Signs.span(text) || Signs.range(text))
        && !Signs.plainNumber(text)
        && text.split(" ").length <= 6
        && !Signs.date(text);
  }
}
