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
    if (first <= 0 || cut(body, columns) == body) {
      return columns;
    }
    List<Column> own = new ArrayList<>(columns.subList(0, first));
    own.removeIf(c -> c.kind() != Kind.FLAG);
    own.addAll(columns.subList(first, columns.size()));
    return own;
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

  /**
   * The lines without what stands left of the names, where names begin beneath their heading. What
   * counts the rows, or flags them, beneath headings left of the names is of the table.
   */
  static List<Line> cut(List<Line> body, List<Column> columns) {
    int first = first(columns);
    if (first < 0) {
      return body;
    }
    Column names = columns.get(first);
    int rows = 0;
    int beneath = 0;
    int beside = 0;
    int shared = 0;
    int counted = 0;
    for (Line line : body) {
      double near = 1.5 * line.sign();
      boolean starts =
          line.cells().stream().anyMatch(c -> Math.abs(c.left() - names.left()) < near);
      rows += line.cells().size() > 1 ? 1 : 0;
      beneath += line.cells().size() > 1 && starts ? 1 : 0;
      Run left = line.cells().getFirst();
      boolean stands = left.right() < names.left() - near;
      boolean flag = Sort.flag(left.text());
      boolean ofRows = first > 0 && (flag || counter(left.text()));
      beside += stands && !flag && !ofRows ? 1 : 0;
      shared += stands && !flag && !ofRows && line.cells().size() > 1 ? 1 : 0;
      counted += stands && ofRows ? 1 : 0;
    }
    boolean ofTable = first > 0 && (shared == 0 || counted >= beside);
    return beside < SOME || ofTable || beneath * 5 < rows * 3
        ? body
        : without(body, names.left(), first > 0);
  }

  /** Whether it numbers a row. */
  static boolean counter(String text) {
    return text.matches("[#(]?\\d{1,3}[.):]?");
  }

  private static List<Line> without(List<Line> body, double left, boolean headed) {
    List<Line> lines = new ArrayList<>();
    for (Line line : body) {
      List<Word> kept = new ArrayList<>();
      boolean title = headed && title(line, left);
      for (Run cell : line.cells()) {
        boolean flag = headed && Sort.flag(cell.text());
        if (cell.right() >= left - line.sign() || flag || title) {
          kept.addAll(cell.words());
        }
      }
      if (!kept.isEmpty()) {
        lines.add(Line.of(line.page(), kept));
      }
    }
    return lines;
  }

  /** Whether it may say, alone left of the names, which panel or sample the rows beneath are of. */
  private static boolean title(Line line, double left) {
    String text = line.text();
    return line.cells().size() == 1
        && line.box().right() < left
        && Section.possible(line)
        && (Panels.capitals(text)
            || Panels.sure(text)
            || Panels.word(text)
            || Panels.specimen(line.run()).isPresent());
  }
}
