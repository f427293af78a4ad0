package io.tributary.report.table;

import java.util.EnumMap;
import java.util.Map;
import java.util.regex.Pattern;

/** A value in words that reaches into the next column. */
final class SpiltValue {
  /** How a text goes on, and no range or unit begins. */
  private static final Pattern GOES_ON =
      Pattern.compile("(?:after|at|in|for|of|with|and|by|on)\\b.*");

  private SpiltValue() {}

  /** With the words that stand no further off than words do put back to the value. */
  static Assignment whole(Assignment found) {
    Run value = found.cells().get(Kind.VALUE);
    if (value == null || !Character.isLetter(value.text().charAt(0))) {
      return found;
    }
    Kind next = found.cells().containsKey(Kind.UNIT) ? Kind.UNIT : Kind.RANGE;
    Run more = found.cells().get(next);
    if (more == null || !near(found.line(), value, more) || !goesOn(value, more)) {
      return found;
    }
    Map<Kind, Run> cells = new EnumMap<>(found.cells());
    cells.remove(next);
    cells.put(Kind.VALUE, value.with(more));
    return new Assignment(found.line(), cells, found.chosen(), found.cost());
  }

  private static boolean near(Line line, Run value, Run more) {
    double gap = (more.left() - value.right()) / line.sign();
    return gap > -Line.CELL_GAP && gap < Line.CELL_GAP;
  }

  private static boolean goesOn(Run value, Run more) {
    boolean words =
        !Sort.quality(value.text())
            && !Signs.hasDigit(more.text())
            && !more.text().contains("/")
            && !Sort.quality(more.text());
    return words || GOES_ON.matcher(more.text()).matches();
  }
}
