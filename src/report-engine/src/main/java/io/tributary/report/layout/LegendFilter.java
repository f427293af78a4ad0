package io.tributary.report.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Removes tables below the results that only explain results or cover another subject. */
final class LegendFilter {
  private static final PhraseList HEADS = PhraseList.of("other-heads");
  private static final PhraseList TITLES = PhraseList.of("explained");
  private static final int TITLE = 8;
  private static final Pattern ANTIBIOTICS =
      Pattern.compile("(?i)(?:antibiotic|antimicrobial|susceptibilit)\\p{L}*(?: \\p{L}+)?");

  private static final Pattern ORGANISM =
      Pattern.compile("(?i)(?:organism|isolate)s?\\s*#?\\d*\\s*:\\s*\\p{L}.*");

  /** Heading of a table about samples and their collection. */
  private static final Pattern SAMPLES =
      Pattern.compile("(?i)(?:specimen|sample)s?(?: \\(source\\)| type| source| id)?");

  private static final Pattern COMPARED =
      Pattern.compile("[<>\u2264\u2265]=?\\s*\\d+(?:[.,]\\d+)?");

  private LegendFilter() {}

  /** Removes such tables. Some end the results for good, others end at the next result. */
  static List<TextLine> removeLegends(List<TextLine> body) {
    List<TextLine> left = new ArrayList<>();
    boolean explained = false;
    boolean remark = false;
    for (TextLine line : body) {
      if (endsResults(line)) {
        return left;
      }
      boolean table = isOtherHeading(line) || hasOnlyClassNames(line);
      if (explained) {
        remark &= !table;
        explained = !isResultAgain(line, remark);
      } else {
        remark = !table && isLegendTitle(line);
        explained = table || remark;
      }
      if (!explained) {
        left.add(line);
      }
    }
    return left;
  }

  private static boolean isLegendTitle(TextLine line) {
    return line.cells().size() == 1
        && line.words().size() <= TITLE
        && !line.text().endsWith(".")
        && !TextPatterns.isRange(line.text())
        && TITLES.containsPhraseOf(line.text())
        && PanelHeadings.method(line.run()).isEmpty();
  }

  private static boolean isOtherHeading(TextLine line) {
    List<TextRun> cells = line.cells();
    boolean words =
        cells.stream().noneMatch(c -> TextPatterns.hasDigit(c.text().replaceAll("\\(.*", "")));
    boolean results = cells.stream().anyMatch(c -> TokenType.isQualitativeResult(c.text()));
    return cells.size() > 1
        && words
        && !results
        && cells.stream()
            .skip(1)
            .anyMatch(c -> HEADS.contains(c.text().replaceAll("\\s*\\(.*", "")));
  }

  /**
   * Checks whether a line is clearly a result or the heading of a group of results.
   *
   * @param remark whether only a title precedes the line, and no heading of a table of classes, in
   *     which limits resemble results
   */
  private static boolean isResultAgain(TextLine line, boolean remark) {
    if (line.cells().size() == 1) {
      return PanelHeadings.isCertainHeading(line.text()) && !TITLES.containsPhraseOf(line.text());
    }
    Optional<UnheadedRows.DetectedRow> found =
        UnheadedRows.of(line).filter(UnheadedRows.DetectedRow::ranged);
    return found
        .filter(f -> f.row().unit() || TestNames.isKnown(f.name().text()))
        .filter(f -> plain(f.row().value(), remark))
        .isPresent();
  }

  private static boolean plain(ValueCell value, boolean remark) {
    String text = value.value().text();
    return value.isQualitative()
        || TextPatterns.isPlainNumber(text)
        || remark && COMPARED.matcher(text).matches();
  }

  private static boolean endsResults(TextLine line) {
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

  /** Checks whether a line consists only of class names, as in a scale or its heading. */
  private static boolean hasOnlyClassNames(TextLine line) {
    List<TextRun> cells = line.cells();
    long classes = cells.stream().filter(c -> NonResultFilter.isGuidelineClass(c.text())).count();
    boolean others =
        cells.stream()
            .allMatch(
                c ->
                    NonResultFilter.isGuidelineClass(c.text())
                        || HeaderWords.kindOf(c.text())
                            .filter(ColumnKind.NAME::equals)
                            .isPresent());
    return classes >= 2 && others && !TextPatterns.hasDigit(line.text());
  }
}
