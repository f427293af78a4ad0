package io.tributary.report.layout;

import java.util.Optional;

/**
 * A column of a table.
 *
 * @param left where what stands in it begins, in points
 * @param right where it ends
 * @param unit of all its values, where the heading says so
 */
record TableColumn(ColumnKind kind, double left, double right, Optional<TextRun> unit) {
  TableColumn(ColumnKind kind, double left, double right) {
    this(kind, left, right, Optional.empty());
  }

  double distance(double from, double to) {
    return Math.max(0, Math.max(left - to, from - right));
  }

  TableColumn over(double from, double to) {
    return new TableColumn(kind, from, to, unit);
  }

  TableColumn as(ColumnKind other) {
    return new TableColumn(other, left, right, unit);
  }

  TableColumn in(Optional<TextRun> measure) {
    return new TableColumn(kind, left, right, measure);
  }
}
