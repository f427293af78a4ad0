package io.tributary.report.table;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Tables beneath the results that only say what results mean, or are about something else. */
final class Interpretation {
  private static final Phrases HEADS = Phrases.of("other-heads");
  private static final Phrases TITLES = Phrases.of("explained");
  private static final int TITLE = 8;
  private static final Pattern ANTIBIOTICS =
      Pattern.compile("(?i)(?:antibiotic|antimicrobial|susceptibilit)\\p{L}*(?: \\p{L}+)?");

  private static final Pattern ORGANISM =
      Pattern.compile("(?i)(?:organism|isolate)s?\\s*#?\\d*\\s*:\\s*\\p{L}.*");

  /** Heads a table of the samples and how they were taken. */
  private static final Pattern SAMPLES =
      Pattern.compile("(?i)(?:specimen|sample)s?(?: \\(source\\)| type| source| id)?");

  private static final Pattern COMPARED =
      Pattern.compile("[<>\u2264\u2265]=?\\s*\\d+(?:[.,]\\d+)?");

  private Interpretation() {}

  /** The lines without such tables; some end all, others are over where a result stands again. */
  static List<Line> cut(List<Line> body) {
    List<Line> left = new ArrayList<>();
    boolean explained = false;
    boolean remark = false;
    for (Line line : body) {
      if (headed(line)) {
        return left;
      }
      boolean table = heads(line) || classes(line);
      if (explained) {
        remark &= !table;
        explained = !again(line, remark);
      } else {
        remark = !table && title(line);
        explained = table || remark;
      }
      if (!explained) {
        left.add(line);
      }
    }
    return left;
  }

  /** Whether a line is the title of an explanation. */
  private static boolean title(Line line) {
    return line.cells().size() == 1
        && line.words().size() <= TITLE
        && !line.text().endsWith(".")
        && !Signs.range(line.text())
        && TITLES.within(line.text())
        && Panels.method(line.run()).isEmpty();
  }

  /** Whether a line heads the columns of another table. */
  private static boolean heads(Line line) {
    List<Run> cells = line.cells();
    boolean words = cells.stream().noneMatch(c -> Signs.hasDigit(c.text().replaceAll("\\(.*", "")));
    boolean results = cells.stream().anyMatch(c -> Sort.quality(c.text()));
    return cells.size() > 1
        && words
        && !results
        && cells.stream().skip(1).anyMatch(c -> HEADS.has(c.text().replaceAll("\\s*\\(.*", "")));
  }

  /**
   * Whether a line is a result beyond doubt, or the heading of a group of them.
   *
   * @param remark whether only a title stands above, and no heading of a table of classes, in which
   *     bounds would look like results
   */
  private static boolean again(Line line, boolean remark) {
    if (line.cells().size() == 1) {
      return Panels.sure(line.text()) && !TITLES.within(line.text());
    }
    Optional<FreeRows.Found> found = FreeRows.of(line).filter(FreeRows.Found::ranged);
    return found
        .filter(f -> f.row().unit() || Names.known(f.name().text()))
        .filter(f -> plain(f.row().value(), remark))
        .isPresent();
  }

  private static boolean plain(ValueCell value, boolean remark) {
    String text = value.value().text();
    return value.quality() || Signs.plainNumber(text) || remark && COMPARED.matcher(text).matches();
  }

  /** Whether a line heads what is no list of results, and ends all. */
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
    return false;
  }

  /** Whether a line has nothing but names of classes, as a scale and the head of its table have. */
  private static boolean classes(Line line) {
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
