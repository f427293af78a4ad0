package io.tributary.report.table;

import java.util.ArrayList;
import java.util.List;

/** The line of dates that may stand beneath the names of columns. */
final class DateLine {
  private DateLine() {}

  static boolean date(Run cell) {
    return Signs.date(cell.text())
        || cell.words().stream().allMatch(w -> Signs.date(w.text()) || w.text().length() <= 4)
            && cell.words().stream().anyMatch(w -> Signs.date(w.text()));
  }

  /** Whether a line has nothing but dates. */
  static boolean is(Line line) {
    return line.cells().stream().allMatch(DateLine::date);
  }

  /** A heading with the dates beneath it: of several columns of results the youngest counts. */
  static Header under(Header header, Line dates) {
    List<Column> columns = new ArrayList<>(header.columns());
    int best = -1;
    long youngest = 0;
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      long order = 0;
      for (Run cell : dates.cells()) {
        if (column.distance(cell.left(), cell.box().right()) == 0) {
          order = Math.max(order, Tables.order(cell.text()));
        }
      }
      if (column.kind() == Kind.VALUE && order > youngest) {
        youngest = order;
        best = i;
      }
    }
    for (int i = 0; i < columns.size(); i++) {
      if (best >= 0 && i != best && columns.get(i).kind() == Kind.VALUE) {
        columns.set(i, columns.get(i).as(Kind.PREVIOUS));
      }
    }
    return new Header(header.first(), header.last() + 1, columns, header.title());
  }
}
