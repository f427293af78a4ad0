package io.tributary.report.layout;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a line below a result that is labeled as a range and followed by other words. */
final class LabeledRange {
  private LabeledRange() {}

  /**
   * Returns the range without stamped or handwritten words after it.
   *
   * <p>Numbers and units after it may belong to the range or to another result; such a line is
   * treated as a normal line.
   */
  static Optional<ColumnAssignment> of(TextLine line, ColumnAssignment found) {
    TextRun left = line.cells().getFirst();
    List<TextRun> behind = line.cells().subList(1, line.cells().size());
    boolean told =
        !behind.isEmpty()
            && RangeCells.isLabeledRange(left.text())
            && TextPatterns.hasDigit(left.text())
            && behind.stream()
                .noneMatch(c -> TextPatterns.hasDigit(c.text()) || UnitPatterns.isUnit(c.text()))
            && !isBehind(found, ColumnKind.VALUE, left)
            && !isBehind(found, ColumnKind.OUT, left);
    return told
        ? Optional.of(new ColumnAssignment(line, Map.of(ColumnKind.RANGE, left), found.chosen(), 0))
        : Optional.empty();
  }

  private static boolean isBehind(ColumnAssignment found, ColumnKind kind, TextRun left) {
    return found.cell(kind).filter(v -> v.left() > left.right()).isPresent();
  }
}
