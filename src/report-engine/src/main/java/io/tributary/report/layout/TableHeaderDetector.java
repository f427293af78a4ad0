package io.tributary.report.layout;

import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Finds table headings, including headings of several lines. */
final class TableHeaderDetector {
  /** Maximum distance between the lines of a heading, in line heights. */
  private static final double MAX_LINE_DISTANCE = 1.9;

  /** Number of lines below a heading that are examined to infer its columns. */
  private static final int LOOKAHEAD_LINES = 15;

  private final List<TextLine> lines;

  private final DayOrder days;

  private TableHeaderDetector(List<TextLine> lines) {
    this.lines = lines;
    this.days = DayOrder.detect(lines);
  }

  static List<TableHeader> findAll(List<TextLine> lines) {
    TableHeaderDetector headers = new TableHeaderDetector(lines);
    List<TableHeader> found = new ArrayList<>();
    int from = 0;
    while (from < lines.size()) {
      Optional<TableHeader> header = headers.parseAt(from);
      header.ifPresent(found::add);
      from = header.map(h -> h.last() + 1).orElse(from + 1);
    }
    return found;
  }

  static Optional<TableHeader> singleLineHeader(TextLine line) {
    TableHeader header = new TableHeaderDetector(List.of(line)).read(0, 0);
    return Optional.ofNullable(header)
        .filter(h -> h.title().isEmpty() && h.columns().getFirst().kind() == ColumnKind.NAME)
        .filter(h -> Math.abs(h.columns().getFirst().left() - line.box().left()) < 1)
        .filter(h -> HeaderWords.kindOf(line.cells().getFirst().text()).isPresent());
  }

  private Optional<TableHeader> parseAt(int first) {
    TableHeader best = null;
    double most = 0;
    for (int last = first; last < Math.min(first + 3, lines.size()); last++) {
      if (last > first
          && !(hasOnlyHeadingWords(last) && hasOnlyHeadingWords(first) && isNearPrevious(last))) {
        break;
      }
      TableHeader header = read(first, last);
      double score = header == null ? 0 : score(header);
      if (score > most || score > 0 && score == most && overlapsPrevious(last)) {
        most = score;
        best = header;
      }
    }
    Optional<TableHeader> dated = DatedHeading.parse(lines, first, days);
    if (dated.isPresent()) {
      return dated;
    }
    if (best != null && best.last() + 1 < lines.size()) {
      TextLine next = lines.get(best.last() + 1);
      best =
          isNearPrevious(best.last() + 1) && DateLine.isDateLine(next)
              ? DateLine.applyDates(best, next, days, lines)
              : best;
    }
    return Optional.ofNullable(best);
  }

  private double score(TableHeader header) {
    long known = header.columns().stream().filter(c -> c.kind() != ColumnKind.OTHER).count();
    double score = known + 0.3 * (header.columns().size() - known);
    for (int i = header.first() + 1; i <= header.last(); i++) {
      score -= overlapsPrevious(i) ? 0 : 0.1;
    }
    return score;
  }

  /**
   * Checks whether cells of two lines overlap vertically, which means that the line between belongs
   * to the heading.
   */
  private boolean overlapsPrevious(int index) {
    return lines.get(index).overlapsPartly(lines.get(index - 1));
  }

  private boolean isNearPrevious(int index) {
    TextLine line = lines.get(index);
    TextLine before = lines.get(index - 1);
    return line.middle() - before.middle()
        <= MAX_LINE_DISTANCE * Math.max(line.height(), before.height());
  }

  private boolean hasOnlyHeadingWords(int index) {
    return lines.get(index).words().stream()
        .allMatch(
            w ->
                HeaderWords.canBePart(w.text())
                    || HeaderWords.kindOf(w.text()).isPresent()
                    || TextPatterns.isDate(w.text()));
  }

  private TableHeader read(int first, int last) {
    List<TextRun> cells = first == last ? splitCells(lines.get(first)) : mergeLines(first, last);
    boolean remark =
        first < last
            && lines.get(first).cells().size() == 1
            && lines.get(first).box().left()
                < left(first + 1, last) + 3 * lines.get(last).charWidth();
    cells.removeIf(c -> c.text().matches("(?i)final|preliminary") && cells.indexOf(c) == 1);
    if (cells.size() < 2 || remark) {
      return null;
    }
    List<TableColumn> columns = new ArrayList<>();
    List<TextRun> unknown = new ArrayList<>();
    for (TextRun cell : cells) {
      boolean result =
          TextPatterns.isValue(HeadingUnits.without(cell.text()))
              && TextPatterns.hasLetter(cell.text());
      if (cell.text().endsWith(":") && !isNoise(cell)
          || result
          || HeaderWords.isOtherTable(cell.text())) {
        return null;
      }
      Optional<ColumnKind> kind = HeaderWords.kindOf(cell.text());
      if (kind.isEmpty() && DateLine.isFullDate(cell)) {
        kind = Optional.of(ColumnKind.PREVIOUS);
      }
      if (kind.isEmpty()) {
        unknown.add(cell);
      }
      columns.add(new TableColumn(kind.orElse(ColumnKind.OTHER), cell.left(), cell.box().right()));
    }
    return MetadataLine.isMetadataLine(cells, columns)
        ? null
        : inferKinds(first, last, cells, columns, unknown);
  }

  private static boolean isNoise(TextRun cell) {
    return cell.confidence() < 0.5 && cell.text().length() <= 4;
  }

  private double left(int first, int last) {
    return lines.subList(first, last + 1).stream()
        .mapToDouble(l -> l.box().left())
        .min()
        .orElseThrow();
  }

  private TableHeader inferKinds(
      int first, int last, List<TextRun> cells, List<TableColumn> columns, List<TextRun> unknown) {
    Optional<TextRun> title = Optional.empty();
    PercentColumns.apply(columns, cells, unknown);
    HeadingUnits.apply(columns, cells, unknown);
    if (columns.stream().noneMatch(c -> c.kind() == ColumnKind.NAME)) {
      List<TextRun> likely =
          unknown.stream().filter(c -> HeaderWords.isNameHeading(c.text())).toList();
      if (likely.size() == 1) {
        int index = cells.indexOf(likely.getFirst());
        columns.set(index, columns.get(index).withKind(ColumnKind.NAME));
        unknown.remove(likely.getFirst());
      }
    }
    boolean named = columns.stream().anyMatch(c -> c.kind() == ColumnKind.NAME);
    boolean titled = first == last && unknown.size() == 1 && unknown.getFirst() == cells.getFirst();
    boolean next =
        !TextPatterns.hasDigit(cells.get(1).text())
            || DateLine.isFullDate(cells.get(1)) && !MetadataLabels.label(cells.getFirst().text());
    if (!named && titled && next) {
      title = Optional.of(cells.getFirst());
      columns.set(0, columns.getFirst().withKind(ColumnKind.NAME));
      unknown.clear();
      named = true;
    }
    UnlabeledRangeColumns.apply(columns, cells, unknown);
    boolean value = count(columns, ColumnKind.VALUE) + count(columns, ColumnKind.OUT) > 0;
    List<TextLine> after =
        lines.subList(last + 1, Math.min(lines.size(), last + 1 + LOOKAHEAD_LINES));
    boolean sure = unknown.isEmpty() && title.isEmpty();
    Optional<TableColumn> missing =
        value || !sure ? Optional.empty() : ColumnTypeInference.findValueColumn(columns, after);
    if (missing.isPresent()) {
      columns.add(missing.get());
    } else {
      ResultColumnChooser.markPrevious(columns, cells, days);
    }
    long results = count(columns, ColumnKind.VALUE) + count(columns, ColumnKind.OUT);
    long others =
        Math.min(1, count(columns, ColumnKind.RANGE))
            + Math.min(1, count(columns, ColumnKind.UNIT))
            + Math.min(1, count(columns, ColumnKind.FLAG))
            + Math.min(1, count(columns, ColumnKind.PREVIOUS));
    boolean enough =
        results > 0 && others + (named && title.isEmpty() ? 1 : 0) > 0
            || named && title.isEmpty() && others > 1;
    boolean clean = unknown.size() * 3 <= cells.size();
    if (!enough || !clean || title.isPresent() && results == 0) {
      return null;
    }
    if (!named) {
      findNameColumn(columns, cells, unknown, after);
    }
    return new TableHeader(first, last, withName(columns), title);
  }

  /**
   * Finds the name column left of the first known column.
   *
   * <p>An unknown word directly before the first known column heads the names if it was misread, or
   * if the column left of it numbers the rows, which indicates a rare heading. Otherwise the
   * nearest column that contains known test names is the name column.
   */
  private static void findNameColumn(
      List<TableColumn> columns, List<TextRun> cells, List<TextRun> unknown, List<TextLine> after) {
    int first = 0;
    while (first < cells.size() && columns.get(first).kind() == ColumnKind.OTHER) {
      first++;
    }
    if (first < 2 || first == cells.size() || !unknown.contains(cells.get(first - 1))) {
      return;
    }
    boolean misread = cells.get(first - 1).confidence() < 1;
    List<String> left = ColumnTypeInference.cellsBelow(columns, first - 2, after);
    List<String> seen = ColumnTypeInference.cellsBelow(columns, first - 1, after);
    if ((misread || ColumnTypeInference.matchesMost(left, SidebarFilter::isRowNumber))
        && ColumnTypeInference.matchesMost(seen, TestNames::canBeName)) {
      columns.set(first - 1, columns.get(first - 1).withKind(ColumnKind.NAME));
      return;
    }
    for (int i = first - 1; i >= 0; i--) {
      if (ColumnTypeInference.matchesMost(
          ColumnTypeInference.cellsBelow(columns, i, after), TestNames::isKnown)) {
        columns.set(i, columns.get(i).withKind(ColumnKind.NAME));
        return;
      }
    }
  }

  /** Assigns the names to the first column if it has no heading. */
  private List<TableColumn> withName(List<TableColumn> columns) {
    List<TableColumn> all = new ArrayList<>(columns);
    all.sort(Comparator.comparingDouble(TableColumn::left));
    if (all.stream().noneMatch(c -> c.kind() == ColumnKind.NAME)) {
      double left = lines.stream().mapToDouble(l -> l.box().left()).min().orElse(0);
      all.addFirst(
          new TableColumn(ColumnKind.NAME, left, Math.max(left + 1, all.getFirst().left() - 12)));
    }
    return all;
  }

  private static long count(List<TableColumn> columns, ColumnKind kind) {
    return columns.stream().filter(c -> c.kind() == kind).count();
  }

  /** Returns the cells of a line; adjacent cells are split where two heading names meet. */
  private static List<TextRun> splitCells(TextLine line) {
    List<TextRun> cells = new ArrayList<>();
    for (TextRun cell : line.cells()) {
      if (HeaderWords.kindOf(cell.text()).isPresent()
          && HeaderWords.exactKind(cell.text()).isPresent()) {
        cells.add(cell);
      } else {
        split(cell, cells);
      }
    }
    return cells;
  }

  private static void split(TextRun cell, List<TextRun> into) {
    List<TextRun> parts = new ArrayList<>();
    List<Word> words = cell.words();
    int at = 0;
    while (at < words.size()) {
      int end = Math.min(words.size(), at + HeaderWords.LONGEST);
      while (end > at
          && HeaderWords.exactKind(TextRun.of(cell.page(), words.subList(at, end)).text())
              .isEmpty()) {
        end--;
      }
      if (end == at) {
        into.add(cell);
        return;
      }
      parts.add(TextRun.of(cell.page(), words.subList(at, end)));
      at = end;
    }
    into.addAll(parts);
  }

  private List<TextRun> mergeLines(int first, int last) {
    List<TextRun> cells = new ArrayList<>();
    for (int i = first; i <= last; i++) {
      for (TextRun part : splitCells(lines.get(i))) {
        TextRun above = null;
        for (TextRun cell : cells) {
          double both =
              Math.min(cell.box().right(), part.right()) - Math.max(cell.box().left(), part.left());
          if (both > 0.3 * Math.min(cell.box().width(), part.box().width())) {
            above = cell;
          }
        }
        if (above == null) {
          cells.add(part);
        } else {
          cells.set(cells.indexOf(above), stack(above, part));
        }
      }
    }
    cells.sort(Comparator.comparingDouble(c -> c.box().left()));
    return cells;
  }

  private static TextRun stack(TextRun above, TextRun below) {
    List<Word> words = new ArrayList<>(above.words());
    words.addAll(below.words());
    return new TextRun(above.page(), words, above.text() + " " + below.text());
  }
}
