package io.tributary.report.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Result with a label beside the name of its test and its range below a label of its own.
 *
 * @param head label above the lines of the range
 */
record LabelBlocks(TextRun name, TextRun rest, Optional<TextRun> head) {
  private static final Pattern LABEL =
      Pattern.compile("(?i)(?:your |test |current |patient )?(?:results?|values?)\\s*:\\s*(?=\\S)");
  private static final Pattern SEXED =
      Pattern.compile("(?i)(?:males?|females?|men|women|m|f)\\s*[:=]?\\s*(?=[<>\\d]|up|less|more)");
  private static final double NEAR = 2.2;
  private static final double EDGE = 6;
  private static final int LINES = 5;

  static Optional<LabelBlocks> of(TextLine line) {
    List<TextRun> cells = line.cells();
    Matcher label = cells.size() < 2 ? null : LABEL.matcher(cells.get(1).text());
    if (label == null || !label.lookingAt() || cells.getFirst().text().contains(":")) {
      return Optional.empty();
    }
    TextRun stated = cells.get(1);
    TextRun rest = stated.substring(label.end(), stated.text().length()).orElseThrow();
    Optional<TextRun> head = Optional.empty();
    for (TextRun cell : cells.subList(2, cells.size())) {
      if (HeaderWords.exactKind(cell.text().replaceAll("\\s*:$", ""))
          .equals(Optional.of(ColumnKind.RANGE))) {
        head = Optional.of(cell);
      } else {
        rest = rest.with(cell);
      }
    }
    return Optional.of(new LabelBlocks(cells.getFirst(), rest, head));
  }

  /** Adds the lines below the range label to a row and returns their number. */
  int addRangeLines(List<TextLine> lines, int at, RowDraft row) {
    if (head.isEmpty()) {
      return 0;
    }
    int taken = 0;
    for (int i = at + 1; i <= Math.min(lines.size() - 1, at + LINES); i++) {
      TextLine line = lines.get(i);
      double gap = line.middle() - lines.get(i - 1).middle();
      Optional<TextRun> range = line.cells().stream().filter(this::isBelowLabel).findFirst();
      if (gap > NEAR * lines.get(at).height() || range.isEmpty()) {
        break;
      }
      row.range(range.get());
      List<TextRun> others = new ArrayList<>(line.cells());
      others.remove(range.get());
      others.forEach(c -> PanelHeadings.method(c).ifPresent(row::method));
      taken++;
    }
    return taken;
  }

  private boolean isBelowLabel(TextRun cell) {
    Matcher sex = SEXED.matcher(cell.text());
    String text = sex.lookingAt() ? cell.text().substring(sex.end()) : cell.text();
    return Math.abs(cell.left() - head.orElseThrow().left()) < EDGE
        && (TextPatterns.isRange(text)
            || TextPatterns.isSpan(text)
            || TokenType.isQualitativeResult(text))
        && !TextPatterns.isDate(text);
  }
}
