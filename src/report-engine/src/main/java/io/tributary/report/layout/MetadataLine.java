package io.tributary.report.layout;

import java.util.List;

/**
 * Recognizes a line of labels and dates about patient or sample that resembles a heading of dates.
 */
final class MetadataLine {
  private MetadataLine() {}

  /**
   * Checks whether a line cannot be a heading because its dates belong to labels or its cells are
   * no columns.
   */
  static boolean isMetadataLine(List<TextRun> cells, List<TableColumn> columns) {
    if (cells.stream().anyMatch(c -> c.text().matches(":\\s*\\S.*"))) {
      return true;
    }
    boolean table =
        columns.stream()
            .anyMatch(
                c ->
                    c.kind() == ColumnKind.NAME
                        || c.kind() == ColumnKind.RANGE
                        || c.kind() == ColumnKind.UNIT
                        || c.kind() == ColumnKind.FLAG);
    boolean dated = cells.stream().anyMatch(DateLine::isFullDate);
    return !table && dated && (hasOtherText(cells, columns) || hasDatePerLabel(cells));
  }

  /** Checks whether a cell after the first is neither a date nor related to results. */
  private static boolean hasOtherText(List<TextRun> cells, List<TableColumn> columns) {
    for (int i = 1; i < cells.size(); i++) {
      ColumnKind kind = columns.get(i).kind();
      boolean result =
          kind == ColumnKind.VALUE || kind == ColumnKind.OUT || kind == ColumnKind.PREVIOUS;
      if (!result && !DateLine.isFullDate(cells.get(i))) {
        return true;
      }
    }
    return false;
  }

  private static boolean hasDatePerLabel(List<TextRun> cells) {
    boolean all = cells.size() >= 4 && cells.size() % 2 == 0;
    for (int i = 0; i < cells.size() && all; i++) {
      all = DateLine.isFullDate(cells.get(i)) == (i % 2 == 1);
    }
    return all;
  }
}
