package io.tributary.report.layout;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Removes lines that repeat a table heading in another language or script. */
final class BilingualHeaders {
  private static final double NEAR = 2.2;

  private BilingualHeaders() {}

  /** Checks whether a line next to a heading repeats its column names and holds no result. */
  static boolean repeats(TextLine line, TextLine head, TableHeader header) {
    double away = Math.abs(line.middle() - head.middle());
    boolean result =
        TextPatterns.hasDigit(line.text())
            || line.cells().stream()
                .anyMatch(
                    c -> TokenType.isQualitativeResult(c.text()) || TokenType.isFlag(c.text()));
    if (away > NEAR * Math.max(line.height(), head.height()) || result) {
      return false;
    }
    Set<ColumnKind> over = EnumSet.noneOf(ColumnKind.class);
    boolean units = false;
    for (TextRun cell : line.cells()) {
      for (TableColumn column : header.columns()) {
        if (column.distance(cell.left(), cell.right()) == 0) {
          over.add(column.kind());
          units |= column.kind() == ColumnKind.UNIT && !UnitPatterns.isUnit(cell.text());
        }
      }
    }
    // A long name that spans many columns is one cell.
    boolean most =
        line.cells().size() >= 3
            && over.size() >= 3
            && over.size() * 3 >= header.columns().size() * 2;
    return most && over.contains(ColumnKind.VALUE) && (units || isForeignScript(line.text()));
  }

  static boolean isForeignScript(String text) {
    return TextPatterns.hasLetter(text)
        && text.codePoints()
            .filter(Character::isLetter)
            .noneMatch(c -> Character.UnicodeScript.of(c) == Character.UnicodeScript.LATIN);
  }

  static List<TextLine> removeRepeats(
      List<TextLine> page, TableHeader above, int end, TableHeader below) {
    int from = above.last() + 1;
    int to = end;
    if (from < to && repeats(page.get(from), page.get(above.last()), above)) {
      from++;
    }
    if (below != null && from < to && repeats(page.get(to - 1), page.get(below.first()), below)) {
      to--;
    }
    return page.subList(from, to);
  }
}
