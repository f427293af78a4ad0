package io.tributary.report.table;

import io.tributary.report.page.Word;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Numbers of footnotes that stand behind names, where results are near. */
final class FootMark {
  private FootMark() {}

  /** A number of a footnote that stands at the name, before the value. */
  static Optional<Assignment> atName(Assignment found, Run name, Run value, double gap) {
    List<Word> words = value.words();
    boolean mark =
        words.size() > 1
            && words.get(0).text().matches("0\\d")
            && words.get(1).text().matches("[<>]?\\d.*")
            && gap < 2 * Line.CELL_GAP;
    if (!mark) {
      return Optional.empty();
    }
    Map<Kind, Run> cells = new EnumMap<>(found.cells());
    cells.put(Kind.NAME, name.with(Run.of(value.page(), words.subList(0, 1))));
    cells.put(Kind.VALUE, Run.of(value.page(), words.subList(1, words.size())));
    return Optional.of(new Assignment(found.line(), cells, found.chosen(), found.cost()));
  }
}
