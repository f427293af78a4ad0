package io.tributary.report.layout;

import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Assigns each word of a line to a column.
 *
 * <p>Of all assignments in reading order, the one with the lowest cost is chosen. The cost depends
 * on the position of each word, on what it looks like, and on the gaps between words.
 *
 * @param chosen column number of each word
 * @param cost lowest cost per word
 */
record ColumnAssignment(TextLine line, Map<ColumnKind, TextRun> cells, int[] chosen, double cost) {
  private static final double POSITION_COST = 0.3;
  private static final double FAR = 2.5;
  private static final double SPLIT_COST = 0.8;
  private static final double JOIN_COST = 0.9;
  private static final double WIDE = 2.5;

  static ColumnAssignment of(TextLine line, List<TableColumn> columns) {
    TokenType[] sorts =
        line.words().stream().map(w -> TokenType.of(w.text())).toArray(TokenType[]::new);
    if (columns.stream().noneMatch(c -> c.kind() == ColumnKind.UNIT)) {
      // Without a unit column, units appear in the value column as often as in the range column.
      for (int i = 1; i < sorts.length; i++) {
        sorts[i] = sorts[i] == TokenType.UNIT ? TokenType.SIGN : sorts[i];
      }
    }
    int[] chosen = assignColumns(line, columns, sorts);
    Map<ColumnKind, List<Word>> words = new EnumMap<>(ColumnKind.class);
    double cost = 0;
    for (int i = 0; i < chosen.length; i++) {
      TableColumn column = columns.get(chosen[i]);
      words.computeIfAbsent(column.kind(), k -> new ArrayList<>()).add(line.words().get(i));
      cost += wordCost(line, i, column, sorts);
    }
    Map<ColumnKind, TextRun> cells = new EnumMap<>(ColumnKind.class);
    words.forEach((kind, list) -> cells.put(kind, TextRun.of(line.page(), list)));
    return new ColumnAssignment(line, cells, chosen, cost / Math.max(1, chosen.length));
  }

  Optional<TextRun> cell(ColumnKind kind) {
    return Optional.ofNullable(cells.get(kind));
  }

  private static int[] assignColumns(TextLine line, List<TableColumn> columns, TokenType[] sorts) {
    int n = line.words().size();
    int k = columns.size();
    double[][] best = new double[n][k];
    int[][] from = new int[n][k];
    for (int i = 0; i < n; i++) {
      for (int c = 0; c < k; c++) {
        double least = i == 0 ? 0 : Double.MAX_VALUE;
        for (int p = 0; i > 0 && p <= c; p++) {
          double cost =
              best[i - 1][p] + transitionCost(line, i, columns.get(p), columns.get(c), sorts);
          if (cost < least) {
            least = cost;
            from[i][c] = p;
          }
        }
        best[i][c] = least + wordCost(line, i, columns.get(c), sorts);
      }
    }
    int[] chosen = new int[n];
    for (int c = 1; c < k; c++) {
      if (best[n - 1][c] < best[n - 1][chosen[n - 1]]) {
        chosen[n - 1] = c;
      }
    }
    for (int i = n - 1; i > 0; i--) {
      chosen[i - 1] = from[i][chosen[i]];
    }
    return chosen;
  }

  private static double wordCost(TextLine line, int i, TableColumn column, TokenType[] sorts) {
    Word word = line.words().get(i);
    double away = column.distance(word.box().left(), word.box().right()) / line.charWidth();
    double outside =
        Math.max(0, column.left() - word.box().left())
            + Math.max(0, word.box().right() - column.right());
    double place =
        POSITION_COST * away + 0.4 * Math.min(1, outside / Math.max(1, word.box().width()));
    return Math.min(place, 12) + column.kind().misfit(sorts[i]);
  }

  private static double transitionCost(
      TextLine line, int i, TableColumn last, TableColumn next, TokenType[] sorts) {
    boolean same = last == next;
    double gap = line.gapBefore(i);
    if (!same) {
      if (gap >= 0.9) {
        return gap > TextLine.CELL_GAP ? 0 : 0.3;
      }
      boolean numbers =
          sorts[i - 1] == TokenType.NUMBER
              && next.kind() != ColumnKind.NAME
              && sorts[i] != TokenType.TEXT;
      return numbers ? 0.3 : SPLIT_COST;
    }
    if (gap < WIDE) {
      return gap > TextLine.CELL_GAP ? 0.2 : 0;
    }
    return last.kind() == ColumnKind.NAME || last.kind() == ColumnKind.RANGE
        ? 0.5
        : Math.min(FAR, JOIN_COST + 0.05 * gap);
  }
}
