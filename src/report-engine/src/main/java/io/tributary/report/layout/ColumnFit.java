package io.tributary.report.layout;

import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Learns the extent of the columns from the lines of a table, starting from their headings. */
final class ColumnFit {
  private ColumnFit() {}

  static List<TableColumn> learn(List<TextLine> body, List<TableColumn> headed) {
    List<TableColumn> columns = roomForNames(headed);
    for (int round = 0; round < 2; round++) {
      columns = refine(body, columns, headed);
    }
    return columns;
  }

  /** Names begin at their heading or left of it and extend to the next column. */
  private static List<TableColumn> roomForNames(List<TableColumn> columns) {
    List<TableColumn> wider = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      TableColumn column = columns.get(i);
      boolean last = i == columns.size() - 1;
      if (column.kind() == ColumnKind.NAME && !last) {
        double next = columns.get(i + 1).left();
        wider.add(
            column.withExtent(
                column.left(),
                Math.max(column.right(), column.left() + 0.7 * (next - column.left()))));
      } else {
        wider.add(column);
      }
    }
    return wider;
  }

  private static List<TableColumn> refine(
      List<TextLine> body, List<TableColumn> columns, List<TableColumn> headed) {
    List<List<Word>> seen = new ArrayList<>();
    columns.forEach(c -> seen.add(new ArrayList<>()));
    for (TextLine line : body) {
      if (line.cells().size() < 2) {
        continue;
      }
      ColumnAssignment found = ColumnAssignment.of(line, columns);
      for (int c = 0; c < columns.size(); c++) {
        matchingWord(found, c, columns.get(c).kind()).ifPresent(seen.get(c)::add);
      }
    }
    List<TableColumn> learned = new ArrayList<>();
    for (int c = 0; c < columns.size(); c++) {
      learned.add(extent(columns, headed, seen.get(c), c));
    }
    return learned;
  }

  private static Optional<Word> matchingWord(ColumnAssignment found, int column, ColumnKind kind) {
    Word all = null;
    for (int i = 0; i < found.chosen().length; i++) {
      if (found.chosen()[i] == column) {
        Word word = found.line().words().get(i);
        if (all == null && kind.misfit(TokenType.of(word.text())) >= 0.5) {
          return Optional.empty();
        }
        all = new Word("", all == null ? word.box() : all.box().union(word.box()), 1, false);
      }
    }
    return Optional.ofNullable(all);
  }

  private static TableColumn extent(
      List<TableColumn> columns, List<TableColumn> headed, List<Word> seen, int c) {
    TableColumn head = headed.get(c);
    if (seen.size() < 2) {
      return columns.get(c);
    }
    double[] lefts = seen.stream().mapToDouble(w -> w.box().left()).sorted().toArray();
    double[] rights = seen.stream().mapToDouble(w -> w.box().right()).sorted().toArray();
    int cut = seen.size() / 12;
    double left = lefts[cut];
    double right = rights[rights.length - 1 - cut];
    boolean beside = right < head.left() || left > head.right();
    return head.withExtent(
        beside ? left : Math.min(left, head.left()),
        beside ? right : Math.max(right, head.right()));
  }

  /** Returns the usual distance between lines, in points. */
  static double linePitch(List<TextLine> lines) {
    double[] gaps = new double[Math.max(0, lines.size() - 1)];
    for (int i = 1; i < lines.size(); i++) {
      gaps[i - 1] = lines.get(i).middle() - lines.get(i - 1).middle();
    }
    Arrays.sort(gaps);
    return gaps.length == 0 ? 12 : gaps[gaps.length / 2];
  }
}
