package io.tributary.report.table;

import java.util.Optional;

/**
 * A column of a table.
 *
 * @param left where what stands in it begins, in points
 * @param right where it ends
 * @param unit of all its values, where the heading says so
 */
record Column(Kind kind, double left, double right, Optional<Run> unit) {
  Column(Kind kind, double left, double right) {
    this(kind, left, right, Optional.empty());
  }

  double distance(double from, double to) {
    return Math.max(0, Math.max(left - to, from - right));
  }

  Column over(double from, double to) {
    return new Column(kind, from, to, unit);
  }

  Column as(Kind other) {
    return new Column(other, left, right, unit);
  }

  Column in(Optional<Run> measure) {
    return new Column(kind, left, right, measure);
  }
}
