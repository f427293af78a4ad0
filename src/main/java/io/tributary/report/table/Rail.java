package io.tributary.report.table;

import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.List;

/**
 * What stands left of a table all along it, as facts of the patient in a column of their own do.
 */
final class Rail {
  private static final int SOME = 3;

  private Rail() {}

  /** The lines without what stands left of the names, where names begin beneath their heading. */
  static List<Line> cut(List<Line> body, List<Column> columns) {
    Column names = columns.getFirst();
    if (names.kind() != Kind.NAME) {
      return body;
    }
    int rows = 0;
    int beneath = 0;
    int beside = 0;
    for (Line line : body) {
      double near = 1.5 * line.sign();
      boolean starts =
          line.cells().stream().anyMatch(c -> Math.abs(c.left() - names.left()) < near);
      rows += line.cells().size() > 1 ? 1 : 0;
      beneath += line.cells().size() > 1 && starts ? 1 : 0;
      beside += line.cells().getFirst().right() < names.left() - near ? 1 : 0;
    }
    return beside < SOME || beneath * 5 < rows * 3 ? body : without(body, names.left());
  }

  private static List<Line> without(List<Line> body, double left) {
    List<Line> lines = new ArrayList<>();
    for (Line line : body) {
      List<Word> kept = new ArrayList<>();
      for (Run cell : line.cells()) {
        if (cell.right() >= left - line.sign()) {
          kept.addAll(cell.words());
        }
      }
      if (!kept.isEmpty()) {
        lines.add(Line.of(line.page(), kept));
      }
    }
    return lines;
  }
}
