package io.tributary.report.layout;

import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.List;

/** Finds the gap between two columns of results whose lines are not aligned with each other. */
final class ColumnGutter {
  /** Minimum distance between the starts of the two columns, as a fraction of the printed width. */
  private static final double MIN_DISTANCE = 0.3;

  private static final int MIN_LINES = 3;
  private static final double SAME = 15;

  private ColumnGutter() {}

  /** Returns the start of the second column, or infinity if there is only one. */
  static double secondColumnLeft(List<TextLine> lines) {
    List<TextLine> results = new ArrayList<>();
    double from = Double.MAX_VALUE;
    double to = 0;
    for (TextLine line : lines) {
      from = Math.min(from, line.box().left());
      to = Math.max(to, line.box().right());
      if (UnheadedRows.of(line).filter(UnheadedRows.DetectedRow::supported).isPresent()) {
        results.add(line);
      }
    }
    double first = results.stream().mapToDouble(l -> l.box().left()).min().orElse(0);
    double apart = first + MIN_DISTANCE * (to - from);
    List<TextLine> right = results.stream().filter(l -> l.box().left() > apart).toList();
    if (right.size() < MIN_LINES || results.size() - right.size() < MIN_LINES) {
      return Double.POSITIVE_INFINITY;
    }
    double x = right.stream().mapToDouble(l -> l.box().left()).min().orElseThrow();
    boolean level = right.stream().allMatch(l -> l.box().left() < x + SAME);
    return level && countCrossings(results, x) == 0 ? x - 3 : Double.POSITIVE_INFINITY;
  }

  private static int countCrossings(List<TextLine> lines, double x) {
    int crossed = 0;
    for (TextLine line : lines) {
      for (Word word : line.words()) {
        crossed += word.box().left() < x - 2 && word.box().right() > x + 2 ? 1 : 0;
      }
    }
    return crossed;
  }
}
