package io.tributary.report.layout;

import java.util.Optional;

/** Which panel and which sample the rows that follow belong to; goes on from page to page. */
final class PanelSection {
  /** Names that end so are seldom broken there. */
  private static final java.util.regex.Pattern WHOLE =
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
    TextRun title = PanelHeadings.title(run);
    if (panel.isEmpty() || !panel.get().text().equals(title.text())) {
      panel = Optional.of(title);
    }
  }

  /** Takes a line for a heading, or for a sample, if it can be one. */
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
    if (!possible(line)) {
      return false;
    }
    title(line.cells().getFirst());
    return true;
  }

  static boolean possible(TextLine line) {
    String text = line.cells().getFirst().text();
    return line.cells().size() <= 2
        && line.words().size() <= 10
        && TextPatterns.hasLetter(text)
        && text.length() >= 3
        && !text.endsWith(".")
        && !TextPatterns.date(line.words().getLast().text())
        && line.words().stream().noneMatch(w -> TextPatterns.month(w.text()) && dated(text))
        && HeaderWords.exactly(text)
            .filter(k -> k == ColumnKind.VALUE || k == ColumnKind.RANGE)
            .isEmpty()
        && !NonResultFilter.address(text)
        && !MetadataLabels.label(text.replaceAll(":.*", ""))
        && !TokenType.quality(text)
        && !NonResultFilter.guideline(text)
        && !NonResultFilter.rangeLabel(text)
        && !UnitPatterns.is(text);
  }

  private static boolean dated(String text) {
    return text.matches(".*\\b(?:19|20)\\d\\d\\b.*");
  }

  /** Whether a line with a name only looks more like a heading than like part of a name. */
  boolean looksLikeHeading(ClassifiedLine line, double widest) {
    TextRun name = line.cell(ColumnKind.NAME).orElseGet(() -> line.line().run());
    String text = name.text();
    boolean styled = name.bold() && !rowsBold;
    return styled
        || PanelHeadings.sure(text)
        || PanelHeadings.capitals(text) && text.length() > 4 && name.words().size() > 1
        || PanelHeadings.specimen(line.line().run()).isPresent();
  }

  /** Whether the name of a line is what is left of a name that did not fit on the line above. */
  boolean goesOn(ClassifiedLine line, TextRun above, double widest) {
    TextRun name = line.cell(ColumnKind.NAME).orElseThrow();
    String text = name.text().strip();
    String before = above.text().strip();
    if (PanelHeadings.specimen(line.line().run()).isPresent()) {
      return false;
    }
    double indent = name.left() - above.left();
    if (indent < -3 * line.line().sign() || indent > 8 * line.line().sign()) {
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
    if (WHOLE.matcher(before).matches()) {
      return false;
    }
    if (name.bold() && !above.bold()) {
      return false;
    }
    double sign = line.line().sign();
    double first = name.words().getFirst().box().width();
    boolean full = lastLineRight(above) + 0.4 * sign + first > widest - 1.2 * sign;
    boolean other =
        PanelHeadings.capitals(text) && !PanelHeadings.capitals(before) && text.length() > 4;
    return full && !PanelHeadings.sure(text) && !other;
  }

  /** Whether a line in brackets says how it was measured: there was room for it behind the name. */
  boolean bracketed(ClassifiedLine line, TextRun above, double widest) {
    String text = line.line().text().strip();
    boolean whole =
        line.line().cells().size() == 1 && text.matches("\\([^()]+(?:\\([^()]*\\)[^()]*)*\\)");
    boolean test = TestNames.known(text) && !text.matches(".*[ ,].*");
    double room = widest - lastLineRight(above) - line.line().box().width();
    return whole && PanelHeadings.howMeasured(text)
        || whole && !test && room > 2 * line.line().sign();
  }

  private static double lastLineRight(TextRun above) {
    return above.words().getLast().box().right();
  }
}
