package io.tributary.report.layout;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads pages on which each test has a box of its own with the name, the value below it and the
 * range.
 */
final class CardLayout {
  private static final double NEAR = 4.5;
  private static final double EDGE = 6;
  private static final double MIN_COLUMN_DISTANCE = 20;
  private static final double WIDE = 320;
  private static final Pattern FLAG =
      Pattern.compile("(?i)^(?:flag|status)\\s*:\\s*(high|low|normal|abnormal|critical|hh?|ll?)$");
  private static final Pattern VALUE_LABEL =
      Pattern.compile("(?i)(?:your |test |current )?(?:value|result|level)\\s*:?");
  private static final Pattern LABEL =
      Pattern.compile(
          "(?i)^(?:your |test |current |patient )?(?:value|result|level)\\s*:\\s*(?=\\S)");

  private final List<TextLine> lines;
  private final List<TextRun> cells = new ArrayList<>();

  /** Cells directly below a label for a range. */
  private final Set<TextRun> belowRangeLabel = new HashSet<>();

  private CardLayout(List<TextLine> lines) {
    this.lines = lines;
    for (TextLine line : lines) {
      for (TextRun cell : line.cells()) {
        TextLine alone = TextLine.of(line.page(), cell.words());
        if (!NonResultFilter.isNonResultLine(alone) && !NonResultFilter.isProse(alone)) {
          cells.add(cell);
        }
      }
    }
    for (TextRun head : cells) {
      if (HeaderWords.exactKind(head.text()).equals(Optional.of(ColumnKind.RANGE))) {
        cells.stream()
            .filter(c -> Math.abs(c.left() - head.left()) < EDGE && follows(head, c))
            .filter(c -> TextPatterns.hasDigit(c.text()) && !TextPatterns.isDate(c.text()))
            .min(Comparator.comparingDouble(c -> c.box().top()))
            .ifPresent(belowRangeLabel::add);
      }
    }
  }

  private static boolean follows(TextRun upper, TextRun lower) {
    double gap = lower.box().top() - upper.box().bottom();
    return gap > -0.35 * lower.box().height() && gap < NEAR * lower.box().height();
  }

  private record Card(TextRun name, TextRun place, RowDraft row) {}

  static List<RowDraft> rows(List<TextLine> lines, PanelSection section) {
    return new CardLayout(lines).read(section);
  }

  /** Counts the values below a label of their own with the name beside that label. */
  static long countLabeledValues(List<TextLine> lines) {
    CardLayout page = new CardLayout(lines);
    return page.cells.stream()
        .filter(c -> page.value(c).isPresent() && page.besideLabel(c).isPresent())
        .count();
  }

  private List<RowDraft> read(PanelSection section) {
    List<Card> cards = new ArrayList<>();
    for (TextRun cell : cells) {
      Optional<ValueCell> value = value(cell);
      Optional<TextRun> name = value.isPresent() ? above(cell) : Optional.empty();
      if (name.isPresent()) {
        RowDraft row = new RowDraft(value.get(), 0.85).name(name.get());
        cards.add(new Card(name.get(), cell, row));
      }
    }
    for (TextRun cell : cells) {
      if (range(cell)) {
        nearest(cell, cards).filter(c -> !c.row().hasRange()).ifPresent(c -> c.row().range(cell));
      }
    }
    for (TextRun cell : cells) {
      Matcher flag = FLAG.matcher(cell.text());
      if (flag.matches()) {
        cards.stream()
            .filter(c -> isRightOfValue(c, cell))
            .findFirst()
            .ifPresent(c -> cell.substring(flag.start(1), flag.end(1)).ifPresent(c.row()::flag));
      }
    }
    for (TextRun cell : cells) {
      boolean flag = TokenType.isFlag(cell.text()) && cell.text().length() > 2;
      cards.stream()
          .filter(c -> flag && (isBelow(c, cell) || besideLabel(c, cell)))
          .forEach(c -> c.row().flag(cell));
    }
    List<Card> whole = cards.stream().filter(c -> c.row().hasRange() || c.row().unit()).toList();
    if (whole.size() < 2) {
      return List.of();
    }
    List<RowDraft> rows = new ArrayList<>();
    double right = secondColumnLeft(whole);
    if (right == Double.POSITIVE_INFINITY) {
      return ordered(whole, lines, section);
    }
    List<Card> left = whole.stream().filter(c -> c.name().left() < right).toList();
    List<Card> other = whole.stream().filter(c -> c.name().left() >= right).toList();
    rows.addAll(ordered(left, PageColumns.clip(lines, Double.NEGATIVE_INFINITY, right), section));
    rows.addAll(ordered(other, PageColumns.clip(lines, right, Double.POSITIVE_INFINITY), section));
    return rows;
  }

  /**
   * Returns the left edge of a second column of cards that are not in rows with the first, or
   * infinity.
   */
  private static double secondColumnLeft(List<Card> cards) {
    double first = cards.stream().mapToDouble(c -> c.name().left()).min().orElse(0);
    List<Card> right =
        cards.stream().filter(c -> c.name().left() > first + MIN_COLUMN_DISTANCE).toList();
    long level =
        right.stream()
            .filter(
                c ->
                    cards.stream()
                        .anyMatch(
                            o ->
                                o.name().left() < c.name().left() - MIN_COLUMN_DISTANCE
                                    && Math.abs(o.name().box().top() - c.name().box().top()) < 4))
            .count();
    return right.size() < 2 || level * 2 >= right.size()
        ? Double.POSITIVE_INFINITY
        : right.stream().mapToDouble(c -> c.name().left()).min().orElseThrow() - 4;
  }

  private List<RowDraft> ordered(List<Card> cards, List<TextLine> lines, PanelSection section) {
    List<Card> sorted = new ArrayList<>(cards);
    sorted.sort(
        Comparator.comparingInt((Card c) -> lineOf(c.name(), lines))
            .thenComparingDouble(c -> c.name().left()));
    List<RowDraft> rows = new ArrayList<>();
    int at = 0;
    for (Card card : sorted) {
      while (at < lines.size() && lines.get(at).box().bottom() < card.name().box().top() + 1) {
        TextLine line = lines.get(at++);
        boolean named =
            cards.stream()
                .anyMatch(
                    c ->
                        line.box().top() <= c.name().box().top()
                            && c.name().box().top() <= line.box().bottom());
        if (!named
            && line.cells().size() == 1
            && !NonResultFilter.isNonResultLine(line)
            && !NonResultFilter.isProse(line)
            && !range(line.run())
            && value(line.run()).isEmpty()) {
          section.heading(line);
        }
      }
      rows.add(card.row().panel(section.panel()).specimen(section.specimen()));
    }
    while (at < lines.size()) {
      TextLine line = lines.get(at++);
      if (line.cells().size() == 1
          && PanelHeadings.isPossibleHeading(line.text())
          && !NonResultFilter.isNonResultLine(line)
          && !NonResultFilter.isProse(line)) {
        section.heading(line);
      }
    }
    return rows;
  }

  private static int lineOf(TextRun cell, List<TextLine> lines) {
    for (int i = 0; i < lines.size(); i++) {
      if (lines.get(i).words().contains(cell.words().getFirst())) {
        return i;
      }
    }
    return lines.size();
  }

  /** Accepts a number with its unit, or a result word, and nothing more. */
  private Optional<ValueCell> value(TextRun cell) {
    if (range(cell)) {
      return Optional.empty();
    }
    Matcher label = LABEL.matcher(cell.text());
    Optional<TextRun> bare =
        label.find() ? cell.substring(label.end(), cell.text().length()) : Optional.of(cell);
    return bare.flatMap(ValueCell::parse)
        .filter(v -> v.rest().isEmpty())
        .filter(
            v ->
                v.isNumeric() && (v.units().isPresent() || TextPatterns.isNumeric(v.value().text()))
                    || v.isQualitative() && !TokenType.isFlag(v.value().text()));
  }

  private boolean range(TextRun cell) {
    return RangeCells.isLabeledRange(cell.text())
        || TextPatterns.isSpan(cell.text())
        || belowRangeLabel.contains(cell);
  }

  private static boolean isDirectlyBelow(TextRun upper, TextRun lower) {
    boolean left = Math.abs(upper.left() - lower.left()) < 14;
    boolean middle = Math.abs(upper.left() + upper.right() - lower.left() - lower.right()) < 24;
    return left || middle;
  }

  private static boolean isBelow(Card card, TextRun flag) {
    TextRun value = card.place();
    return isDirectlyBelow(value, flag)
        && value.box().bottom() < flag.box().top() + 1
        && flag.box().top() - value.box().bottom() < 1.5 * flag.box().height();
  }

  /** Checks whether a flag is on the line of the name and of the label of the value. */
  private boolean besideLabel(Card card, TextRun flag) {
    return isSameLine(card.name(), flag)
        && flag.left() > card.place().left()
        && besideLabel(card.place()).filter(card.name()::equals).isPresent();
  }

  private static boolean isRightOfValue(Card card, TextRun range) {
    TextRun value = card.place();
    boolean level = Math.abs(value.box().top() - range.box().top()) < 0.4 * value.box().height();
    return level && value.right() < range.left() && range.left() - value.right() < WIDE;
  }

  /** Returns the first text of the line with the label of a value, left of that label. */
  private Optional<TextRun> besideLabel(TextRun value) {
    return cells.stream()
        .filter(l -> VALUE_LABEL.matcher(l.text()).matches() && follows(l, value))
        .filter(l -> Math.abs(l.left() - value.left()) < EDGE)
        .filter(
            l -> cells.stream().noneMatch(c -> isSameLine(c, value) && c.right() < value.left()))
        .max(Comparator.comparingDouble(l -> l.box().top()))
        .flatMap(
            l ->
                cells.stream()
                    .filter(c -> isSameLine(c, l) && c.right() < l.left())
                    .min(Comparator.comparingDouble(TextRun::left)))
        .filter(c -> !VALUE_LABEL.matcher(c.text()).matches() && !range(c))
        .filter(c -> HeaderWords.exactKind(c.text()).isEmpty() && !TokenType.isFlag(c.text()))
        .filter(c -> !NonResultFilter.isNotName(c.text()) && value(c).isEmpty());
  }

  private static boolean isSameLine(TextRun a, TextRun b) {
    double apart = Math.abs(a.box().bottom() - b.box().bottom());
    return apart < 0.5 * Math.max(a.box().height(), b.box().height());
  }

  private Optional<TextRun> above(TextRun value) {
    Optional<TextRun> beside = besideLabel(value);
    if (beside.isPresent()) {
      return beside;
    }
    double height = value.box().height();
    return cells.stream()
        .filter(
            c -> c.box().bottom() < value.box().top() + 0.35 * height && isDirectlyBelow(c, value))
        .filter(c -> value.box().top() - c.box().bottom() < NEAR * height)
        .filter(c -> !range(c) && !VALUE_LABEL.matcher(c.text()).matches())
        .max(Comparator.comparingDouble(c -> c.box().top()))
        .filter(c -> !NonResultFilter.isNotName(c.text()) && value(c).isEmpty());
  }

  private static Optional<Card> nearest(TextRun range, List<Card> cards) {
    return cards.stream()
        .filter(
            c ->
                c.name().box().top() < range.box().top()
                    && (isDirectlyBelow(c.place(), range)
                        || isDirectlyBelow(c.name(), range)
                        || isRightOfValue(c, range)))
        .filter(c -> range.box().top() - c.name().box().top() < 9 * c.name().box().height())
        .max(Comparator.comparingDouble(c -> c.name().box().top()));
  }
}
