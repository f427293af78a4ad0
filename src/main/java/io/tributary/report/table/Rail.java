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

  /** The columns without those that what stands beside the table seems to head. */
  static List<Column> own(List<Column> columns, List<Line> body) {
    int first = first(columns);
    boolean own = first <= 0 || cut(body, columns) == body;
    return own ? columns : columns.subList(first, columns.size());
  }

  /** Of the column of names, if nothing that is known is headed left of it; else none. */
  private static int first(List<Column> columns) {
    for (int i = 0; i < columns.size(); i++) {
      Kind kind = columns.get(i).kind();
      if (kind != Kind.OTHER && kind != Kind.PREVIOUS && kind != Kind.FLAG) {
        return kind == Kind.NAME ? i : -1;
      }
    }
    return -1;
  }

  /** The lines without what stands left of the names, where names begin beneath their heading. */
  static List<Line> cut(List<Line> body, List<Column> columns) {
    int first = first(columns);
    if (first < 0) {
      return body;
    }
    Column names = columns.get(first);
    int rows = 0;
    int beneath = 0;
    int beside = 0;
    for (Line line : body) {
      double near = 1.5 * line.sign();
      boolean starts =
          line.cells().stream().anyMatch(c -> Math.abs(c.left() - names.left()) < near);
      rows += line.cells().size() > 1 ? 1 : 0;
      beneath += line.cells().size() > 1 && starts ? 1 : 0;
      Run left = line.cells().getFirst();
      beside += left.right() < names.left() - near && !Sort.flag(left.text()) ? 1 : 0;
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
