package io.tributary.report.layout;

import java.util.ArrayList;
import java.util.List;

/**
 * Recognizes range columns with other headings, such as lower and upper limits or optimal values.
 */
final class UnlabeledRangeColumns {
  private static final String LOWER = "(?i)(?:low(?:er)?|min(?:imum)?)(?: (?:limit|value|ref))?";
  private static final String UPPER = "(?i)(?:high|upper|max(?:imum)?)(?: (?:limit|value|ref))?";
  private static final String NORMAL = "(?i)optimal|desirable|desired|ideal|goal|healthy|optimum";

  private static final String OPTIMAL =
      "(?i)(?:optimal|desirable|desired|ideal|optimum|target|goal|functional)(?: .*)?";

  private UnlabeledRangeColumns() {}

  private static void ignoreOptimal(List<TableColumn> columns, List<TextRun> cells) {
    List<Integer> best = new ArrayList<>();
    int ranges = 0;
    for (int i = 0; i < cells.size(); i++) {
      boolean range = columns.get(i).kind() == ColumnKind.RANGE;
      ranges += range ? 1 : 0;
      if (range && cells.get(i).text().matches(OPTIMAL)) {
        best.add(i);
      }
    }
    if (best.size() < ranges) {
      best.forEach(i -> columns.set(i, columns.get(i).withKind(ColumnKind.OTHER)));
    }
  }

  static void apply(List<TableColumn> columns, List<TextRun> cells, List<TextRun> unknown) {
    boolean named = columns.stream().anyMatch(c -> c.kind() == ColumnKind.NAME);
    if (!named && cells.getFirst().text().matches("(?i)targets?")) {
      columns.set(0, columns.getFirst().withKind(ColumnKind.NAME));
      unknown.remove(cells.getFirst());
    }
    if (columns.stream().anyMatch(c -> c.kind() == ColumnKind.RANGE)) {
      ignoreOptimal(columns, cells);
      return;
    }
    for (int i = 0; i + 1 < cells.size(); i++) {
      if (cells.get(i).text().matches(LOWER) && cells.get(i + 1).text().matches(UPPER)) {
        TableColumn both =
            new TableColumn(ColumnKind.RANGE, cells.get(i).left(), cells.get(i + 1).box().right());
        columns.set(i, both);
        columns.remove(i + 1);
        unknown.remove(cells.get(i));
        unknown.remove(cells.get(i + 1));
        cells.remove(i + 1);
        return;
      }
    }
    List<Integer> good = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      if (NonResultFilter.isGuidelineClass(cells.get(i).text()) && unknown.contains(cells.get(i))) {
        good.add(i);
      }
    }
    if (good.size() == 1 && cells.get(good.getFirst()).text().matches(NORMAL)) {
      int only = good.getFirst();
      columns.set(only, columns.get(only).withKind(ColumnKind.RANGE));
      unknown.remove(cells.get(only));
    }
  }
}
