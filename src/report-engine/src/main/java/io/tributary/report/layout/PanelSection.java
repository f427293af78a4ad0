package io.tributary.report.layout;

import java.util.Optional;

/** Current panel and specimen for the following rows, kept across pages. */
final class PanelSection {
  /** Name endings after which names are seldom wrapped. */
  private static final java.util.regex.Pattern COMPLETE_NAME =
      java.util.regex.Pattern.compile(
          "(?i).*\\b(?:count|ratio|level|volume|percentage|serum|plasma|calc|calculated|random|fasting|absolute)\\)?$|.*[)%]$");

  private Optional<TextRun> panel = Optional.empty();
  private Optional<TextRun> specimen = Optional.empty();
  private boolean rowsBold;

  Optional<TextRun> panel() {
    return panel;
  }

  Optional<TextRun> specimen() {
    return specimen;
  }

  void rowsBold(boolean bold) {
    rowsBold = bold;
  }

  void title(TextRun run) {
    TextRun title = PanelHeadings.cleanTitle(run);
    if (panel.isEmpty() || !panel.get().text().equals(title.text())) {
      panel = Optional.of(title);
    }
  }

  /** Uses a line as heading or specimen if possible. */
  boolean heading(ClassifiedLine line) {
    if (line.cell(ColumnKind.RANGE).filter(r -> TextPatterns.hasDigit(r.text())).isPresent()) {
      return false;
    }
    return heading(line.line());
  }

  boolean heading(TextLine line) {
    TextRun run = line.run();
    Optional<TextRun> sample = PanelHeadings.specimen(run);
    if (sample.isPresent()) {
      specimen = sample;
      return true;
    }
    if (!canBeHeading(line)) {
      return false;
    }
    title(line.cells().getFirst());
    return true;
  }

  static boolean canBeHeading(TextLine line) {
    String text = line.cells().getFirst().text();
    return line.cells().size() <= 2
        && line.words().size() <= 10
        && TextPatterns.hasLetter(text)
        && text.length() >= 3
        && !text.endsWith(".")
        && !TextPatterns.isDate(line.words().getLast().text())
        && line.words().stream().noneMatch(w -> TextPatterns.isMonth(w.text()) && dated(text))
        && HeaderWords.exactKind(text)
            .filter(k -> k == ColumnKind.VALUE || k == ColumnKind.RANGE)
            .isEmpty()
        && !NonResultFilter.address(text)
        && !MetadataLabels.label(text.replaceAll(":.*", ""))
        && !TokenType.isQualitativeResult(text)
        && !NonResultFilter.isGuidelineClass(text)
        && !NonResultFilter.isRangeLabel(text)
        && !UnitPatterns.isUnit(text);
  }

  private static boolean dated(String text) {
    return text.matches(".*\\b(?:19|20)\\d\\d\\b.*");
  }

  /** Checks whether a line with only a name is more likely a heading than part of a name. */
  boolean looksLikeHeading(ClassifiedLine line, double widest) {
    TextRun name = line.cell(ColumnKind.NAME).orElseGet(() -> line.line().run());
    String text = name.text();
    boolean styled = name.bold() && !rowsBold;
    return styled
        || PanelHeadings.isCertainHeading(text)
        || PanelHeadings.isUpperCase(text) && text.length() > 4 && name.words().size() > 1
        || PanelHeadings.specimen(line.line().run()).isPresent();
  }

  /** Checks whether the name of a line continues a wrapped name on the line above. */
  boolean continuesName(ClassifiedLine line, TextRun above, double widest) {
    TextRun name = line.cell(ColumnKind.NAME).orElseThrow();
    String text = name.text().strip();
    String before = above.text().strip();
    if (PanelHeadings.specimen(line.line().run()).isPresent()) {
      return false;
    }
    double indent = name.left() - above.left();
    if (indent < -3 * line.line().charWidth() || indent > 8 * line.line().charWidth()) {
      return false;
    }
    boolean open =
        before.chars().filter(c -> c == '(').count() > before.chars().filter(c -> c == ')').count();
    if (open || before.matches(".*(?:[,/-]|\\b(?i:of|and|by|to|with|for|in|total|non))$")) {
      return true;
    }
    if (text.startsWith("(")
        || Character.isLowerCase(text.charAt(0)) && !text.matches("[a-z]{1,2}[A-Z].*")) {
      return true;
    }
    if (COMPLETE_NAME.matcher(before).matches()) {
      return false;
    }
    if (name.bold() && !above.bold()) {
      return false;
    }
    double sign = line.line().charWidth();
    double first = name.words().getFirst().box().width();
    boolean full = lastLineRight(above) + 0.4 * sign + first > widest - 1.2 * sign;
    boolean other =
        PanelHeadings.isUpperCase(text) && !PanelHeadings.isUpperCase(before) && text.length() > 4;
    return full && !PanelHeadings.isCertainHeading(text) && !other;
  }

  /**
   * Checks whether a line in parentheses describes the method; it would have fitted after the name.
   */
  boolean isMethodLine(ClassifiedLine line, TextRun above, double widest) {
    String text = line.line().text().strip();
    boolean whole =
        line.line().cells().size() == 1 && text.matches("\\([^()]+(?:\\([^()]*\\)[^()]*)*\\)");
    boolean test = TestNames.isKnown(text) && !text.matches(".*[ ,].*");
    double room = widest - lastLineRight(above) - line.line().box().width();
    return whole && PanelHeadings.isMethodText(text)
        || whole && !test && room > 2 * line.line().charWidth();
  }

  private static double lastLineRight(TextRun above) {
    return above.words().getLast().box().right();
  }
}
