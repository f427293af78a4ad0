package io.tributary.report.table;

import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.List;

/** Parts a page where two tables stand side by side. */
final class Sides {
  private Sides() {}

  /** Where a table begins that stands right of another one: the emptiest place before its names. */
  static double before(Column last, Column name, List<Line> body) {
    double best = name.left() - 2;
    int least = Integer.MAX_VALUE;
    double from = (last.left() + last.right()) / 2;
    for (double x = name.left() - 1; x > from; x -= 2) {
      int crossed = 0;
      for (Line line : body) {
        for (Word word : line.words()) {
          crossed += word.box().left() < x && word.box().right() > x ? 1 : 0;
        }
      }
      if (crossed < least) {
        least = crossed;
        best = x;
      }
    }
    return best;
  }

  /** The lines of what stands between two places. */
  static List<Line> between(List<Line> lines, double from, double to) {
    List<Word> words = new ArrayList<>();
    int page = 1;
    for (Line line : lines) {
      page = line.page();
      for (Word word : line.words()) {
        double middle = (word.box().left() + word.box().right()) / 2;
        if (middle >= from && middle < to) {
          words.add(word);
        }
      }
    }
    return Lines.of(page, words);
  }

  /**
   * Where lines without headings have a second result beside the first: the places at which the
   * second begins, if that is much the same on most of them; else infinity.
   */
  static double second(List<Line> lines) {
    List<Double> votes = new ArrayList<>();
    int results = 0;
    for (Line line : lines) {
      List<Run> cells = line.cells();
      results += FreeRows.of(line).isPresent() ? 1 : 0;
      for (int k = 2; k < cells.size() - 1; k++) {
        if (supported(line, cells.subList(0, k))
            && supported(line, cells.subList(k, cells.size()))) {
          votes.add(cells.get(k).left());
          break;
        }
      }
    }
    if (votes.size() < 2 || votes.size() * 3 < results) {
      return Double.POSITIVE_INFINITY;
    }
    votes.sort(Double::compare);
    double middle = votes.get(votes.size() / 2);
    long same = votes.stream().filter(v -> Math.abs(v - middle) < 15).count();
    return same * 3 >= votes.size() * 2 ? votes.getFirst() - 3 : Double.POSITIVE_INFINITY;
  }

  private static boolean supported(Line line, List<Run> cells) {
    List<Word> words = new ArrayList<>();
    cells.forEach(c -> words.addAll(c.words()));
    return FreeRows.of(Line.of(line.page(), words)).filter(FreeRows.Found::supported).isPresent();
  }
}
