package io.tributary.report.layout;

import java.util.List;
import java.util.Optional;

/**
 * Heading of a table.
 *
 * @param first index of its first line on the page
 * @param last index of its last line
 * @param columns from left to right
 * @param title panel title, if it replaces the heading of the first column
 * @param unsure whether the current one of several value columns is unknown
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
