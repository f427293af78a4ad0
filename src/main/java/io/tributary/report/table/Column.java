package io.tributary.report.table;

/**
 * A column of a table.
 *
 * @param left where what stands in it begins, in points
 * @param right where it ends
 */
record Column(Kind kind, double left, double right) {
  double distance(double from, double to) {
    return Math.max(0, Math.max(left - to, from - right));
  }

  Column over(double from, double to) {
    return new Column(kind, from, to);
  }

  Column as(Kind other) {
    return new Column(other, left, right);
  }
}
