package io.tributary.report.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Chooses the current one of several value columns. */
final class ResultColumnChooser {
  private ResultColumnChooser() {}

  /**
   * Marks all value columns but one as previous results. The latest date wins; without dates, the
   * first column does.
   */
  static void markPrevious(List<TableColumn> columns, List<TextRun> cells, DayOrder days) {
    boolean value = columns.stream().anyMatch(c -> c.kind() == ColumnKind.VALUE);
    if (!value) {
      latest(columns, cells, days)
          .ifPresent(i -> columns.set(i, columns.get(i).withKind(ColumnKind.VALUE)));
    }
  }

  private static Optional<Integer> latest(
      List<TableColumn> columns, List<TextRun> cells, DayOrder days) {
    List<Integer> dated = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      if (columns.get(i).kind() == ColumnKind.PREVIOUS
          && TextPatterns.hasDigit(cells.get(i).text())) {
        dated.add(i);
      }
    }
    if (dated.isEmpty()) {
      return Optional.empty();
    }
    return days.latest(dated.stream().map(i -> cells.get(i).text()).toList()).map(dated::get);
  }
}
