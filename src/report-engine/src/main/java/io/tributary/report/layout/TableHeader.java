package io.tributary.report.layout;

import java.util.List;
import java.util.Optional;

/**
 * The heading of a table.
 *
 * @param first its first line, counted among those of the page
 * @param last its last line
 * @param columns from left to right
 * @param title of the panel, where it stands in the place of the name of the first column
 * @param unsure whether it cannot be told which of several columns has the results that count
 */
record TableHeader(
    int first, int last, List<TableColumn> columns, Optional<TextRun> title, boolean unsure) {
  TableHeader(int first, int last, List<TableColumn> columns, Optional<TextRun> title) {
    this(first, last, columns, title, false);
  }

  boolean has(ColumnKind kind) {
    return columns.stream().anyMatch(c -> c.kind() == kind);
  }

  int count(ColumnKind kind) {
    return (int) columns.stream().filter(c -> c.kind() == kind).count();
  }
}
