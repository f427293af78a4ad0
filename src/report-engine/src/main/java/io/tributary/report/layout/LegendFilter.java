package io.tributary.report.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Tables beneath the results that only say what results mean, or are about something else. */
final class LegendFilter {
  private static final PhraseList HEADS = PhraseList.of("other-heads");
  private static final PhraseList TITLES = PhraseList.of("explained");
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

  private LegendFilter() {}

  /** The lines without such tables; some end all, others are over where a result stands again. */
  static List<TextLine> cut(List<TextLine> body) {
    List<TextLine> left = new ArrayList<>();
    boolean explained = false;
    boolean remark = false;
    for (TextLine line : body) {
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
  private static boolean title(TextLine line) {
    return line.cells().size() == 1
        && line.words().size() <= TITLE
        && !line.text().endsWith(".")
        && !TextPatterns.range(line.text())
        && TITLES.within(line.text())
        && PanelHeadings.method(line.run()).isEmpty();
  }

  /** Whether a line heads the columns of another table. */
  private static boolean heads(TextLine line) {
    List<TextRun> cells = line.cells();
    boolean words =
        cells.stream().noneMatch(c -> TextPatterns.hasDigit(c.text().replaceAll("\\(.*", "")));
    boolean results = cells.stream().anyMatch(c -> TokenType.quality(c.text()));
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
  private static boolean again(TextLine line, boolean remark) {
    if (line.cells().size() == 1) {
      return PanelHeadings.sure(line.text()) && !TITLES.within(line.text());
    }
    Optional<UnheadedRows.Found> found = UnheadedRows.of(line).filter(UnheadedRows.Found::ranged);
    return found
        .filter(f -> f.row().unit() || TestNames.known(f.name().text()))
        .filter(f -> plain(f.row().value(), remark))
        .isPresent();
  }

  private static boolean plain(ValueCell value, boolean remark) {
    String text = value.value().text();
    return value.quality()
        || TextPatterns.plainNumber(text)
        || remark && COMPARED.matcher(text).matches();
  }

  /** Whether a line heads what is no list of results, and ends all. */
  private static boolean headed(TextLine line) {
    List<TextRun> cells = line.cells();
    if (ORGANISM.matcher(line.text()).matches()) {
      return true;
    }
    if (cells.size() > 2
        && SAMPLES.matcher(cells.getFirst().text()).matches()
        && !TextPatterns.hasDigit(line.text())) {
      return true;
    }
    if (cells.size() > 1 && ANTIBIOTICS.matcher(cells.getFirst().text()).matches()) {
      return true;
    }
    return false;
  }

  /** Whether a line has nothing but names of classes, as a scale and the head of its table have. */
  private static boolean classes(TextLine line) {
    List<TextRun> cells = line.cells();
    long classes = cells.stream().filter(c -> NonResultFilter.guideline(c.text())).count();
    boolean others =
        cells.stream()
            .allMatch(
                c ->
                    NonResultFilter.guideline(c.text())
                        || HeaderWords.of(c.text()).filter(ColumnKind.NAME::equals).isPresent());
    return classes >= 2 && others && !TextPatterns.hasDigit(line.text());
  }
}
