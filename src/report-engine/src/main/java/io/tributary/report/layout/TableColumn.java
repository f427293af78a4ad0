package io.tributary.report.layout;

import java.util.Optional;

/**
 * Column of a table.
 *
 * @param left start of the content, in points
 * @param right end of the content
 * @param unit unit of all values, if the heading states it
 */
record TableColumn(ColumnKind kind, double left, double right, Optional<TextRun> unit) {
  TableColumn(ColumnKind kind, double left, double right) {
    this(kind, left, right, Optional.empty());
  }

  double distance(double from, double to) {
    return Math.max(0, Math.max(left - to, from - right));
  }

  TableColumn withExtent(double from, double to) {
    return new TableColumn(kind, from, to, unit);
  }

  TableColumn withKind(ColumnKind other) {
    return new TableColumn(other, left, right, unit);
  }

  TableColumn withUnit(Optional<TextRun> measure) {
    return new TableColumn(kind, left, right, measure);
  }
}
