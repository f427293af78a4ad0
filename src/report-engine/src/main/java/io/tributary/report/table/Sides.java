package io.tributary.report.table;

import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Parts a page where two tables stand side by side. */
final class Sides {
  /** Lines above the heading of a table that may be the title of its first part. */
  private static final int TITLES = 3;

  /** A line of more cells is none of two results side by side. */
  private static final int MOST = 30;

  private Sides() {}

  /** Where a table begins that stands right of another one: the emptiest place before its names. */
  static double before(Column last, Column name, List<Line> body) {
    double best = name.left() - 2;
    double from = (last.left() + last.right()) / 2;
    double cheapest = Double.MAX_VALUE;
    for (double x = name.left() - 1; x > from; x -= 2) {
      int crossed = 0;
      for (Line line : body) {
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

  /** The lines of a page, or of each half where tables stand side by side, the left one first. */
  static List<List<Line>> parts(List<Line> page) {
    double x = right(page);
    if (x == Double.POSITIVE_INFINITY) {
      return List.of(page);
    }
    int first = Math.max(0, firstHeading(page) - TITLES);
    List<Line> left = new ArrayList<>(page.subList(0, first));
    List<Line> tables = page.subList(first, page.size());
    left.addAll(between(tables, Double.NEGATIVE_INFINITY, x));
    List<List<Line>> parts = new ArrayList<>();
    parts.add(left);
    parts.addAll(parts(between(tables, x, Double.POSITIVE_INFINITY)));
    return parts;
  }

  private static int firstHeading(List<Line> page) {
    for (int i = 0; i < page.size(); i++) {
      if (heading(page, page.get(i)).isPresent() || Headers.alone(page.get(i)).isPresent()) {
        return i;
      }
    }
    return 0;
  }

  /** Where a table begins that has another one left of it; infinity if there is none. */
  private static double right(List<Line> page) {
    for (int i = 0; i < page.size(); i++) {
      Line line = page.get(i);
      Optional<Column> name = heading(page, line);
      if (name.isPresent()) {
        double from = name.get().left() - 25 * line.sign();
        List<Line> body =
            page.subList(i, page.size()).stream().filter(l -> !Noise.prose(l)).toList();
        return before(new Column(Kind.OTHER, from, from), name.get(), body);
      }
    }
    return Double.POSITIVE_INFINITY;
  }

  /** The column of names of a table whose heading stands right of something else's. */
  private static Optional<Column> heading(List<Line> page, Line line) {
    List<Run> cells = line.cells();
    for (int k = 1; k + 1 < cells.size(); k++) {
      Run cell = cells.get(k);
      if (HeaderWords.of(cell.text()).filter(Kind.NAME::equals).isEmpty()) {
        continue;
      }
      Optional<Header> header = Headers.alone(joined(line, cells.subList(k, cells.size())));
      boolean beside =
          header.isPresent()
              && (Headers.alone(joined(line, cells.subList(0, k))).isPresent()
                  || table(page, cell.left()));
      if (beside) {
        return Optional.of(header.get().columns().getFirst());
      }
    }
    return Optional.empty();
  }

  /** Whether results stand left of a place. */
  private static boolean table(List<Line> page, double x) {
    return between(page, Double.NEGATIVE_INFINITY, x).stream()
            .filter(l -> FreeRows.of(l).filter(FreeRows.Found::supported).isPresent())
            .count()
        >= 2;
  }

  private static Line joined(Line line, List<Run> cells) {
    List<Word> words = new ArrayList<>();
    cells.forEach(c -> words.addAll(c.words()));
    return Line.of(line.page(), words);
  }

  /** The lines of what stands between two places. */
  static List<Line> between(List<Line> lines, double from, double to) {
    List<Word> words = new ArrayList<>();
    int page = 1;
    for (Line line : lines) {
      page = line.page();
      if (Noise.prose(line)) {
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
      for (int k = 2; k < Math.min(cells.size() - 1, MOST); k++) {
        if (!Noise.noName(cells.get(k).text())
            && supported(line, cells.subList(0, k))
            && supported(line, cells.subList(k, cells.size()))) {
          votes.add(cells.get(k).left());
          break;
        }
      }
    }
    if (votes.size() < 2 || votes.size() * 3 < results) {
      return Gutter.of(lines);
    }
    votes.sort(Double::compare);
    double middle = votes.get(votes.size() / 2);
    long same = votes.stream().filter(v -> Math.abs(v - middle) < 15).count();
    return same * 3 >= votes.size() * 2 ? votes.getFirst() - 3 : Double.POSITIVE_INFINITY;
  }

  private static boolean supported(Line line, List<Run> cells) {
    return FreeRows.of(joined(line, cells)).filter(FreeRows.Found::supported).isPresent();
  }
}
