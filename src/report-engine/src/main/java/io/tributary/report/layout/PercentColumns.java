package io.tributary.report.layout;

import java.util.List;

/** Handles tables that give each cell count both as percentage and as absolute number. */
final class PercentColumns {
  private static final String SHARE = "(?i)%|percent|pct|rel(?:ative)?\\.?|relative %|% ?diff";
  private static final String NUMBER = "(?i)abs(?:olute)?\\.?|absolute (?:count|value)|abs count|#";

  private PercentColumns() {}

  static void apply(List<TableColumn> columns, List<TextRun> cells, List<TextRun> unknown) {
    int share = -1;
    int number = -1;
    for (int i = 0; i < cells.size(); i++) {
      share = HeadingUnits.without(cells.get(i).text()).matches(SHARE) ? i : share;
      number = HeadingUnits.without(cells.get(i).text()).matches(NUMBER) ? i : number;
    }
    if (share < 0 || number < 0 || columns.stream().anyMatch(c -> c.kind() == ColumnKind.VALUE)) {
      return;
    }
    unknown.remove(cells.get(share));
    unknown.remove(cells.get(number));
    columns.set(share, columns.get(share).withKind(ColumnKind.OTHER));
    columns.set(number, columns.get(number).withKind(ColumnKind.VALUE));
    int end = share < number ? number : columns.size();
    for (int i = share + 1; i < end; i++) {
      ColumnKind kind = columns.get(i).kind();
      columns.set(
          i, kind == ColumnKind.NAME ? columns.get(i) : columns.get(i).withKind(ColumnKind.OTHER));
    }
  }
}
