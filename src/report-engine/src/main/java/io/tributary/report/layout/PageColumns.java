package io.tributary.report.layout;

import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Splits a page on which two tables are side by side. */
final class PageColumns {
  /** Number of lines above a table heading that may be the title of its first part. */
  private static final int TITLE_LINES = 3;

  /** Maximum number of cells in a line of two results side by side. */
  private static final int MAX_CELLS = 30;

  private PageColumns() {}

  /** Returns the start of a table right of another one: the emptiest position before its names. */
  static double tableStart(TableColumn last, TableColumn name, List<TextLine> body) {
    double best = name.left() - 2;
    double from = (last.left() + last.right()) / 2;
    double cheapest = Double.MAX_VALUE;
    for (double x = name.left() - 1; x > from; x -= 2) {
      int crossed = 0;
      for (TextLine line : body) {
        for (Word word : line.words()) {
          crossed += word.box().left() < x && word.box().right() > x ? 1 : 0;
        }
      }
      double cost = crossed + 0.02 * (name.left() - x);
      if (cost < cheapest) {
        cheapest = cost;
        best = x;
      }
    }
    return best;
  }

  /**
   * Returns the lines of a page, or of each half if tables are side by side, the left half first.
   */
  static List<List<TextLine>> split(List<TextLine> page) {
    double x = rightTableStart(page);
    if (x == Double.POSITIVE_INFINITY) {
      return List.of(page);
    }
    int first = Math.max(0, firstHeading(page) - TITLE_LINES);
    List<TextLine> left = new ArrayList<>(page.subList(0, first));
    List<TextLine> tables = page.subList(first, page.size());
    left.addAll(clip(tables, Double.NEGATIVE_INFINITY, x));
    List<List<TextLine>> parts = new ArrayList<>();
    parts.add(left);
    parts.addAll(split(clip(tables, x, Double.POSITIVE_INFINITY)));
    return parts;
  }

  private static int firstHeading(List<TextLine> page) {
    for (int i = 0; i < page.size(); i++) {
      if (rightNameColumn(page, page.get(i)).isPresent()
          || TableHeaderDetector.singleLineHeader(page.get(i)).isPresent()) {
        return i;
      }
    }
    return 0;
  }

  /** Returns the start of a table right of another one, or infinity. */
  private static double rightTableStart(List<TextLine> page) {
    for (int i = 0; i < page.size(); i++) {
      TextLine line = page.get(i);
      Optional<TableColumn> name = rightNameColumn(page, line);
      if (name.isPresent()) {
        double from = name.get().left() - 25 * line.charWidth();
        List<TextLine> body =
            page.subList(i, page.size()).stream().filter(l -> !NonResultFilter.isProse(l)).toList();
        return tableStart(new TableColumn(ColumnKind.OTHER, from, from), name.get(), body);
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  private static Optional<TableColumn> rightNameColumn(List<TextLine> page, TextLine line) {
    List<TextRun> cells = line.cells();
    for (int k = 1; k + 1 < cells.size(); k++) {
      TextRun cell = cells.get(k);
      if (HeaderWords.kindOf(cell.text()).filter(ColumnKind.NAME::equals).isEmpty()) {
        continue;
      }
      Optional<TableHeader> header =
          TableHeaderDetector.singleLineHeader(joined(line, cells.subList(k, cells.size())));
      boolean beside =
          header.isPresent()
              && (TableHeaderDetector.singleLineHeader(joined(line, cells.subList(0, k)))
                      .isPresent()
                  || hasResultsLeftOf(page, cell.left()));
      if (beside) {
        return Optional.of(header.get().columns().getFirst());
      }
    }
    return Optional.empty();
  }

  private static boolean hasResultsLeftOf(List<TextLine> page, double x) {
    return clip(page, Double.NEGATIVE_INFINITY, x).stream()
            .filter(l -> UnheadedRows.of(l).filter(UnheadedRows.DetectedRow::supported).isPresent())
            .count()
        >= 2;
  }

  private static TextLine joined(TextLine line, List<TextRun> cells) {
    List<Word> words = new ArrayList<>();
    cells.forEach(c -> words.addAll(c.words()));
    return TextLine.of(line.page(), words);
  }

  static List<TextLine> clip(List<TextLine> lines, double from, double to) {
    List<Word> words = new ArrayList<>();
    int page = 1;
    for (TextLine line : lines) {
      page = line.page();
      if (NonResultFilter.isProse(line)) {
        words.addAll(from == Double.NEGATIVE_INFINITY ? line.words() : List.of());
        continue;
      }
      for (Word word : line.words()) {
        double middle = (word.box().left() + word.box().right()) / 2;
        if (middle >= from && middle < to) {
          words.add(word);
        }
      }
    }
    return LineGrouper.group(page, words);
  }

  /**
   * Returns the start of the second result of lines without headings if it is similar on most
   * lines, otherwise infinity.
   */
  static double secondResultStart(List<TextLine> lines) {
    List<Double> votes = new ArrayList<>();
    int results = 0;
    for (TextLine line : lines) {
      List<TextRun> cells = line.cells();
      results += UnheadedRows.of(line).isPresent() ? 1 : 0;
      for (int k = 2; k < Math.min(cells.size() - 1, MAX_CELLS); k++) {
        if (!NonResultFilter.isNotName(cells.get(k).text())
            && supported(line, cells.subList(0, k))
            && supported(line, cells.subList(k, cells.size()))) {
          votes.add(cells.get(k).left());
          break;
        }
      }
    }
    if (votes.size() < 2 || votes.size() * 3 < results) {
      return ColumnGutter.secondColumnLeft(lines);
    }
    votes.sort(Double::compare);
    double middle = votes.get(votes.size() / 2);
    long same = votes.stream().filter(v -> Math.abs(v - middle) < 15).count();
    return same * 3 >= votes.size() * 2 ? votes.getFirst() - 3 : Double.POSITIVE_INFINITY;
  }

  private static boolean supported(TextLine line, List<TextRun> cells) {
    return UnheadedRows.of(joined(line, cells))
        .filter(UnheadedRows.DetectedRow::supported)
        .isPresent();
  }
}
