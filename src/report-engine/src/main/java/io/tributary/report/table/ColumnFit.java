package io.tributary.report.table;

import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Learns from the lines of a table how far its columns reach, starting from their headings. */
final class ColumnFit {
  private ColumnFit() {}

  static List<Column> learn(List<Line> body, List<Column> headed) {
    List<Column> columns = roomForNames(headed);
    for (int round = 0; round < 2; round++) {
      columns = once(body, columns, headed);
    }
    return columns;
  }

  /** Names begin where their heading does, or further left, and go on to the next column. */
  private static List<Column> roomForNames(List<Column> columns) {
    List<Column> wider = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      Column column = columns.get(i);
      boolean last = i == columns.size() - 1;
      if (column.kind() == Kind.NAME && !last) {
        double next = columns.get(i + 1).left();
        wider.add(
            column.over(
                column.left(),
                Math.max(column.right(), column.left() + 0.7 * (next - column.left()))));
      } else {
        wider.add(column);
      }
    }
    return wider;
  }

  private static List<Column> once(List<Line> body, List<Column> columns, List<Column> headed) {
    List<List<Word>> seen = new ArrayList<>();
    columns.forEach(c -> seen.add(new ArrayList<>()));
    for (Line line : body) {
      if (line.cells().size() < 2) {
        continue;
      }
      Assignment found = Assignment.of(line, columns);
      for (int c = 0; c < columns.size(); c++) {
        seen(found, c, columns.get(c).kind()).ifPresent(seen.get(c)::add);
      }
    }
    List<Column> learned = new ArrayList<>();
    for (int c = 0; c < columns.size(); c++) {
      learned.add(reach(columns, headed, seen.get(c), c));
    }
    return learned;
  }

  /** What a line has in a column, if it looks as if it belonged there. */
  private static Optional<Word> seen(Assignment found, int column, Kind kind) {
    Word all = null;
    for (int i = 0; i < found.chosen().length; i++) {
      if (found.chosen()[i] == column) {
        Word word = found.line().words().get(i);
        if (all == null && kind.misfit(Sort.of(word.text())) >= 0.5) {
          return Optional.empty();
        }
        all = new Word("", all == null ? word.box() : all.box().with(word.box()), 1, false);
      }
    }
    return Optional.ofNullable(all);
  }

  private static Column reach(List<Column> columns, List<Column> headed, List<Word> seen, int c) {
    Column head = headed.get(c);
    if (seen.size() < 2) {
      return columns.get(c);
    }
    double[] lefts = seen.stream().mapToDouble(w -> w.box().left()).sorted().toArray();
    double[] rights = seen.stream().mapToDouble(w -> w.box().right()).sorted().toArray();
    int cut = seen.size() / 12;
    double left = lefts[cut];
    double right = rights[rights.length - 1 - cut];
    boolean beside = right < head.left() || left > head.right();
    return head.over(
        beside ? left : Math.min(left, head.left()),
        beside ? right : Math.max(right, head.right()));
  }

  /** The usual distance between lines, in points. */
  static double pitch(List<Line> lines) {
    double[] gaps = new double[Math.max(0, lines.size() - 1)];
    for (int i = 1; i < lines.size(); i++) {
      gaps[i - 1] = lines.get(i).middle() - lines.get(i - 1).middle();
    }
    Arrays.sort(gaps);
    return gaps.length == 0 ? 12 : gaps[gaps.length / 2];
  }
}
