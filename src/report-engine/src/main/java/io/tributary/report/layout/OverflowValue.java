package io.tributary.report.layout;

import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Rejoins a value in words that extends into the next column. */
final class OverflowValue {
  /** Continuation of a text, as opposed to the start of a range or unit. */
  private static final Pattern GOES_ON =
      Pattern.compile("(?:after|at|in|for|of|with|and|by|on)\\b.*");

  private OverflowValue() {}

  static ColumnAssignment whole(ColumnAssignment found) {
    TextRun value = found.cells().get(ColumnKind.VALUE);
    if (value == null || !Character.isLetter(value.text().charAt(0))) {
      return found;
    }
    ColumnKind next =
        found.cells().containsKey(ColumnKind.UNIT) ? ColumnKind.UNIT : ColumnKind.RANGE;
    TextRun more = found.cells().get(next);
    if (more == null || !near(found.line(), value, more) || !goesOn(value, more)) {
      return found;
    }
    Map<ColumnKind, TextRun> cells = new EnumMap<>(found.cells());
    cells.remove(next);
    cells.put(ColumnKind.VALUE, value.with(more));
    return new ColumnAssignment(found.line(), cells, found.chosen(), found.cost());
  }

  private static boolean near(TextLine line, TextRun value, TextRun more) {
    double gap = (more.left() - value.right()) / line.sign();
    return gap > -TextLine.CELL_GAP && gap < TextLine.CELL_GAP;
  }

  private static boolean goesOn(TextRun value, TextRun more) {
    boolean words =
        !TokenType.quality(value.text())
            && !TextPatterns.hasDigit(more.text())
            && !more.text().contains("/")
            && !TokenType.quality(more.text());
    return words || GOES_ON.matcher(more.text()).matches();
  }
}
