package io.tributary.report.layout;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A line beneath a result that says of itself that it is a range, with words behind it. */
final class LabelledRange {
  private LabelledRange() {}

  /**
   * The range, without the words that are stamped or scribbled behind it. Numbers and units there
   * may be of the range, or a result: then it is a line as all others are.
   */
  static Optional<ColumnAssignment> of(TextLine line, ColumnAssignment found) {
    TextRun left = line.cells().getFirst();
    List<TextRun> behind = line.cells().subList(1, line.cells().size());
    boolean told =
        !behind.isEmpty()
            && RangeCells.labelled(left.text())
            && TextPatterns.hasDigit(left.text())
            && behind.stream()
                .noneMatch(c -> TextPatterns.hasDigit(c.text()) || UnitPatterns.is(c.text()))
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
