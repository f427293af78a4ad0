package io.tributary.report.table;

import java.util.List;
import java.util.regex.Pattern;

/** Tables beneath the results that only say what results mean. */
final class Interpretation {
  private static final Pattern ANTIBIOTICS =
      Pattern.compile("(?i)(?:antibiotic|antimicrobial|susceptibilit)\\p{L}*(?: \\p{L}+)?");

  private static final Pattern ORGANISM =
      Pattern.compile("(?i)(?:organism|isolate)s?\\s*#?\\d*\\s*:\\s*\\p{L}.*");

  /** Heads a table of the samples and how they were taken. */
  private static final Pattern SAMPLES =
      Pattern.compile("(?i)(?:specimen|sample)s?(?: \\(source\\)| type| source| id)?");

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
    if (ORGANISM.matcher(line.text()).matches()) {
      return true;
    }
    if (cells.size() > 2
        && SAMPLES.matcher(cells.getFirst().text()).matches()
        && !Signs.hasDigit(line.text())) {
      return true;
    }
    if (cells.size() > 1 && ANTIBIOTICS.matcher(cells.getFirst().text()).matches()) {
      return true;
    }
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
