package io.tributary.report.table;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A line beneath a result that says of itself that it is a range, with words behind it. */
final class ToldRange {
  private ToldRange() {}

  /**
   * The range, without the words that are stamped or scribbled behind it. Numbers and units there
   * may be of the range, or a result: then it is a line as all others are.
   */
  static Optional<Assignment> of(Line line, Assignment found) {
    Run left = line.cells().getFirst();
    List<Run> behind = line.cells().subList(1, line.cells().size());
    boolean told =
        !behind.isEmpty()
            && Ranges.labelled(left.text())
            && Signs.hasDigit(left.text())
            && behind.stream().noneMatch(c -> Signs.hasDigit(c.text()) || Units.is(c.text()))
            && !isBehind(found, Kind.VALUE, left)
            && !isBehind(found, Kind.OUT, left);
    return told
        ? Optional.of(new Assignment(line, Map.of(Kind.RANGE, left), found.chosen(), 0))
        : Optional.empty();
  }

  private static boolean isBehind(Assignment found, Kind kind, Run left) {
    return found.cell(kind).filter(v -> v.left() > left.right()).isPresent();
  }
}
