package io.tributary.report.table;

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
record Header(int first, int last, List<Column> columns, Optional<Run> title, boolean unsure) {
  Header(int first, int last, List<Column> columns, Optional<Run> title) {
    this(first, last, columns, title, false);
  }

  boolean has(Kind kind) {
    return columns.stream().anyMatch(c -> c.kind() == kind);
  }

  int count(Kind kind) {
    return (int) columns.stream().filter(c -> c.kind() == kind).count();
  }
}
