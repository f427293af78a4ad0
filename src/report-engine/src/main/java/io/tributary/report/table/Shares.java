package io.tributary.report.table;

import java.util.List;

/** Tables that give each cell count twice, as a share of all and as a number. */
final class Shares {
  private static final String SHARE = "(?i)%|percent|pct|rel(?:ative)?\\.?|relative %|% ?diff";
  private static final String NUMBER = "(?i)abs(?:olute)?\\.?|absolute (?:count|value)|abs count|#";

  private Shares() {}

  /** Makes the number the result, and what is about the share nothing. */
  static void name(List<Column> columns, List<Run> cells, List<Run> unknown) {
    int share = -1;
    int number = -1;
    for (int i = 0; i < cells.size(); i++) {
      share = HeadUnits.without(cells.get(i).text()).matches(SHARE) ? i : share;
      number = HeadUnits.without(cells.get(i).text()).matches(NUMBER) ? i : number;
    }
    if (share < 0 || number < 0 || columns.stream().anyMatch(c -> c.kind() == Kind.VALUE)) {
      return;
    }
    unknown.remove(cells.get(share));
    unknown.remove(cells.get(number));
    columns.set(share, columns.get(share).as(Kind.OTHER));
    columns.set(number, columns.get(number).as(Kind.VALUE));
    int end = share < number ? number : columns.size();
    for (int i = share + 1; i < end; i++) {
      Kind kind = columns.get(i).kind();
      columns.set(i, kind == Kind.NAME ? columns.get(i) : columns.get(i).as(Kind.OTHER));
    }
  }
}
