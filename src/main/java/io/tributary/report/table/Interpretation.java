package io.tributary.report.table;

import java.util.List;

/** Tables beneath the results that only say what results mean. */
final class Interpretation {
  private Interpretation() {}

  /** The lines before such a table. */
  static List<Line> cut(List<Line> body) {
    for (int i = 0; i < body.size(); i++) {
      if (headed(body.get(i))) {
        return body.subList(0, i);
      }
    }
    return body;
  }

  /** Whether a line has nothing but names of classes, as the heading of columns. */
  private static boolean headed(Line line) {
    List<Run> cells = line.cells();
    long classes = cells.stream().filter(c -> Noise.guideline(c.text())).count();
    boolean others =
        cells.stream()
            .allMatch(
                c ->
                    Noise.guideline(c.text())
                        || HeaderWords.of(c.text()).filter(Kind.NAME::equals).isPresent());
    return classes >= 2 && others && !Signs.hasDigit(line.text());
  }
}
