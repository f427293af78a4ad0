package io.tributary.report.layout;

import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Rejoins a value in words that extends into the next column. */
final class OverflowValue {
  /** Continuation of a text, as opposed to the start of a range or unit. */
  private static final Pattern CONTINUATION =
      Pattern.compile("(?:after|at|in|for|of|with|and|by|on)\\b.*");

  private OverflowValue() {}

  static ColumnAssignment rejoin(ColumnAssignment found) {
    TextRun value = found.cells().get(ColumnKind.VALUE);
    if (value == null || !Character.isLetter(value.text().charAt(0))) {
      return found;
    }
    ColumnKind next =
        found.cells().containsKey(ColumnKind.UNIT) ? ColumnKind.UNIT : ColumnKind.RANGE;
    TextRun more = found.cells().get(next);
    if (more == null || !near(found.line(), value, more) || !isContinuation(value, more)) {
      return found;
    }
    Map<ColumnKind, TextRun> cells = new EnumMap<>(found.cells());
    cells.remove(next);
    cells.put(ColumnKind.VALUE, value.with(more));
    return new ColumnAssignment(found.line(), cells, found.chosen(), found.cost());
  }

  private static boolean near(TextLine line, TextRun value, TextRun more) {
    double gap = (more.left() - value.right()) / line.charWidth();
    return gap > -TextLine.CELL_GAP && gap < TextLine.CELL_GAP;
  }

  private static boolean isContinuation(TextRun value, TextRun more) {
    boolean words =
        !TokenType.isQualitativeResult(value.text())
            && !TextPatterns.hasDigit(more.text())
            && !more.text().contains("/")
            && !TokenType.isQualitativeResult(more.text());
    return words || CONTINUATION.matcher(more.text()).matches();
  }
}
