package io.tributary.report.layout;

import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.List;

/** Two flows of results side by side whose lines stand at heights of their own. */
final class ColumnGutter {
  /** How far apart results of two flows begin, as a share of the width of what is printed. */
  private static final double APART = 0.3;

  private static final int SOME = 3;
  private static final double SAME = 15;

  private ColumnGutter() {}

  /** Where the second flow begins; infinity if there is but one. */
  static double of(List<TextLine> lines) {
    List<TextLine> results = new ArrayList<>();
    double from = Double.MAX_VALUE;
    double to = 0;
    for (TextLine line : lines) {
      from = Math.min(from, line.box().left());
      to = Math.max(to, line.box().right());
      if (UnheadedRows.of(line).filter(UnheadedRows.Found::supported).isPresent()) {
        results.add(line);
      }
    }
    double first = results.stream().mapToDouble(l -> l.box().left()).min().orElse(0);
    double apart = first + APART * (to - from);
    List<TextLine> right = results.stream().filter(l -> l.box().left() > apart).toList();
    if (right.size() < SOME || results.size() - right.size() < SOME) {
      return Double.POSITIVE_INFINITY;
    }
    double x = right.stream().mapToDouble(l -> l.box().left()).min().orElseThrow();
    boolean level = right.stream().allMatch(l -> l.box().left() < x + SAME);
    return level && crossed(results, x) == 0 ? x - 3 : Double.POSITIVE_INFINITY;
  }

  private static int crossed(List<TextLine> lines, double x) {
    int crossed = 0;
    for (TextLine line : lines) {
      for (Word word : line.words()) {
        crossed += word.box().left() < x - 2 && word.box().right() > x + 2 ? 1 : 0;
      }
    }
    return crossed;
  }
}
