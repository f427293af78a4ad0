package io.tributary.report.table;

import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** The heading of a table said once more, in another language or script, on a line of its own. */
final class SecondScript {
  private static final double NEAR = 2.2;

  private SecondScript() {}

  /** Whether a line next to a heading says the names of its columns again, and has no result. */
  static boolean repeats(Line line, Line head, Header header) {
    double away = Math.abs(line.middle() - head.middle());
    boolean result =
        Signs.hasDigit(line.text())
            || line.cells().stream().anyMatch(c -> Sort.quality(c.text()) || Sort.flag(c.text()));
    if (away > NEAR * Math.max(line.height(), head.height()) || result) {
      return false;
    }
    Set<Kind> over = EnumSet.noneOf(Kind.class);
    boolean units = false;
    for (Run cell : line.cells()) {
      for (Column column : header.columns()) {
        if (column.distance(cell.left(), cell.right()) == 0) {
          over.add(column.kind());
          units |= column.kind() == Kind.UNIT && !Units.is(cell.text());
        }
      }
    }
    // A long name reaches over many columns and is one cell.
    boolean most =
        line.cells().size() >= 3
            && over.size() >= 3
            && over.size() * 3 >= header.columns().size() * 2;
    return most && over.contains(Kind.VALUE) && (units || foreign(line.text()));
  }

  /** Whether all its letters are of a script that English is not written in. */
  static boolean foreign(String text) {
    return Signs.hasLetter(text)
        && text.codePoints()
            .filter(Character::isLetter)
            .noneMatch(c -> Character.UnicodeScript.of(c) == Character.UnicodeScript.LATIN);
  }

  /** The lines between two headings, without those that repeat one of them. */
  static List<Line> without(List<Line> page, Header above, int end, Header below) {
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
