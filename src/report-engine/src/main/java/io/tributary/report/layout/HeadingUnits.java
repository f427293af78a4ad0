package io.tributary.report.layout;

import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Extracts units from column headings, where a unit may follow or replace the name. */
final class HeadingUnits {
  private static final Pattern LAST =
      Pattern.compile("^(?:(.*\\S)\\s+)?[(\\[]?([^\\s()\\[\\]]+)[)\\]]?$");

  private HeadingUnits() {}

  static Optional<TextRun> find(TextRun cell) {
    Matcher m = LAST.matcher(cell.text());
    return m.matches() && isUnit(m.group(2))
        ? cell.substring(m.start(2), m.end(2))
        : Optional.empty();
  }

  /** Returns a heading without the unit at its end. */
  static String without(String text) {
    Matcher m = LAST.matcher(text);
    return m.matches() && m.group(1) != null && isUnit(m.group(2)) ? m.group(1) : text;
  }

  private static boolean isUnit(String text) {
    return text.equals("%") || text.contains("/") && UnitPatterns.isUnit(text);
  }

  /**
   * Treats level and grade columns as flags if a column has a unit as its heading, because they
   * only explain the numbers.
   */
  private static void retypeGrades(List<TableColumn> columns, List<TextRun> cells) {
    boolean measured = cells.stream().anyMatch(c -> isUnit(c.text()));
    for (int i = 0; measured && i < columns.size(); i++) {
      boolean grade = cells.get(i).text().matches("(?i)(?:level|class|score|grade|rating)s?");
      columns.set(i, grade ? columns.get(i).withKind(ColumnKind.FLAG) : columns.get(i));
    }
  }

  /** Treats a column with a unit as its heading as the value column, if no other column is. */
  static void apply(List<TableColumn> columns, List<TextRun> cells, List<TextRun> unknown) {
    for (int i = 0; i < columns.size(); i++) {
      if (columns.get(i).kind() == ColumnKind.VALUE) {
        columns.set(i, columns.get(i).withUnit(find(cells.get(i))));
      }
    }
    retypeGrades(columns, cells);
    boolean value =
        columns.stream().anyMatch(c -> c.kind() == ColumnKind.VALUE || c.kind() == ColumnKind.OUT);
    if (value) {
      return;
    }
    int best = -1;
    for (int i = 1; i < cells.size(); i++) {
      String text = cells.get(i).text();
      if (isUnit(text) && (best < 0 || cells.get(best).text().equals("%"))) {
        best = i;
      }
    }
    if (best < 0) {
      return;
    }
    for (int i = 1; i < cells.size(); i++) {
      boolean unit = isUnit(cells.get(i).text());
      if (unit) {
        unknown.remove(cells.get(i));
        columns.set(i, columns.get(i).withKind(i == best ? ColumnKind.VALUE : ColumnKind.OTHER));
      } else if (i < best && columns.get(i).kind() == ColumnKind.RANGE) {
        columns.set(i, columns.get(i).withKind(ColumnKind.OTHER));
      }
    }
    columns.set(best, columns.get(best).withUnit(Optional.of(cells.get(best))));
  }
}
