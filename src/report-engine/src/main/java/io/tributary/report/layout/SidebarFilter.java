package io.tributary.report.layout;

import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.List;

/** Removes texts that run along the left side of a table, such as a column of patient data. */
final class SidebarFilter {
  private static final int SOME = 3;

  private SidebarFilter() {}

  static List<TableColumn> withoutSidebarColumns(List<TableColumn> columns, List<TextLine> body) {
    int first = nameColumnIndex(columns);
    if (first <= 0 || removeSidebar(body, columns) == body) {
      return columns;
    }
    List<TableColumn> own = new ArrayList<>(columns.subList(0, first));
    own.removeIf(c -> c.kind() != ColumnKind.FLAG);
    own.addAll(columns.subList(first, columns.size()));
    return own;
  }

  /** Returns the index of the name column if no known column precedes it, otherwise -1. */
  private static int nameColumnIndex(List<TableColumn> columns) {
    for (int i = 0; i < columns.size(); i++) {
      ColumnKind kind = columns.get(i).kind();
      if (kind != ColumnKind.OTHER && kind != ColumnKind.PREVIOUS && kind != ColumnKind.FLAG) {
        return kind == ColumnKind.NAME ? i : -1;
      }
    }
    return -1;
  }

  /**
   * Removes texts left of the names if names begin below their heading.
   *
   * <p>Row numbers and flags below headings left of the names belong to the table and are kept.
   */
  static List<TextLine> removeSidebar(List<TextLine> body, List<TableColumn> columns) {
    int first = nameColumnIndex(columns);
    if (first < 0) {
      return body;
    }
    TableColumn names = columns.get(first);
    int rows = 0;
    int beneath = 0;
    int beside = 0;
    int shared = 0;
    int counted = 0;
    for (TextLine line : body) {
      double near = 1.5 * line.charWidth();
      boolean starts =
          line.cells().stream().anyMatch(c -> Math.abs(c.left() - names.left()) < near);
      rows += line.cells().size() > 1 ? 1 : 0;
      beneath += line.cells().size() > 1 && starts ? 1 : 0;
      TextRun left = line.cells().getFirst();
      boolean stands = left.right() < names.left() - near;
      boolean flag = TokenType.isFlag(left.text());
      boolean ofRows = first > 0 && (flag || isRowNumber(left.text()));
      beside += stands && !flag && !ofRows ? 1 : 0;
      shared += stands && !flag && !ofRows && line.cells().size() > 1 ? 1 : 0;
      counted += stands && ofRows ? 1 : 0;
    }
    boolean ofTable = first > 0 && (shared == 0 || counted >= beside);
    return beside < SOME || ofTable || beneath * 5 < rows * 3
        ? body
        : without(body, names.left(), first > 0);
  }

  static boolean isRowNumber(String text) {
    return text.matches("[#(]?\\d{1,3}[.):]?");
  }

  private static List<TextLine> without(List<TextLine> body, double left, boolean headed) {
    List<TextLine> lines = new ArrayList<>();
    for (TextLine line : body) {
      List<Word> kept = new ArrayList<>();
      boolean title = headed && isPanelTitle(line, left);
      for (TextRun cell : line.cells()) {
        boolean flag = headed && TokenType.isFlag(cell.text());
        if (cell.right() >= left - line.charWidth() || flag || title) {
          kept.addAll(cell.words());
        }
      }
      if (!kept.isEmpty()) {
        lines.add(TextLine.of(line.page(), kept));
      }
    }
    return lines;
  }

  /**
   * Checks whether a single text left of the names can state the panel or specimen of the following
   * rows.
   */
  private static boolean isPanelTitle(TextLine line, double left) {
    String text = line.text();
    return line.cells().size() == 1
        && line.box().right() < left
        && PanelSection.canBeHeading(line)
        && (PanelHeadings.isUpperCase(text)
            || PanelHeadings.isCertainHeading(text)
            || PanelHeadings.isPossibleHeading(text)
            || PanelHeadings.specimen(line.run()).isPresent());
  }
}
