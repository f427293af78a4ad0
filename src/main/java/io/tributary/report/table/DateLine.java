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
  static Header under(Header header, Line dates, DayOrder days) {
    List<Column> columns = new ArrayList<>(header.columns());
    List<Integer> dated = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      if (column.kind() != Kind.VALUE) {
        continue;
      }
      for (Run cell : dates.cells()) {
        if (column.distance(cell.left(), cell.box().right()) == 0) {
          dated.add(i);
          texts.add(cell.text());
        }
      }
    }
    int best = days.youngest(texts).map(dated::get).orElse(-1);
    for (int i : dated) {
      if (best >= 0 && i != best) {
        columns.set(i, columns.get(i).as(Kind.PREVIOUS));
      }
    }
    return new Header(header.first(), header.last() + 1, columns, header.title());
  }
}
