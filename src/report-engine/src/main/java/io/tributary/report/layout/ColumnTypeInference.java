package io.tributary.report.layout;

import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Infers the content of columns from their cells if the headings are not conclusive. */
final class ColumnTypeInference {
  private static final int MIN_MATCHES = 2;

  private ColumnTypeInference() {}

  /**
   * Retypes flag columns and unknown columns that hold ranges or units, if no other column does.
   */
  static List<TableColumn> retype(List<TableColumn> columns, List<TextLine> body) {
    List<TableColumn> all = new ArrayList<>(columns);
    for (int i = 0; i < all.size(); i++) {
      TableColumn column = all.get(i);
      boolean open = column.kind() == ColumnKind.FLAG || column.kind() == ColumnKind.OTHER;
      if (!open) {
        continue;
      }
      List<String> seen = cellsBelow(all, i, body);
      if (!has(all, ColumnKind.RANGE) && matchesMost(seen, ColumnTypeInference::range)) {
        all.set(i, column.withKind(ColumnKind.RANGE));
      } else if (!has(all, ColumnKind.UNIT) && matchesMost(seen, ColumnTypeInference::unit)) {
        all.set(i, column.withKind(ColumnKind.UNIT));
      }
    }
    return all;
  }

  /** Dates, months and codes also have dashes between numbers. */
  private static final Pattern NO_RANGE =
      Pattern.compile("\\d{1,4}-\\d{1,2}-\\d{2,4}.*|\\d{1,2}-\\p{L}{3}.*|\\d{3,5}-\\d");

  private static boolean has(List<TableColumn> columns, ColumnKind kind) {
    return columns.stream().anyMatch(c -> c.kind() == kind);
  }

  static boolean matchesMost(List<String> seen, java.util.function.Predicate<String> sort) {
    long so = seen.stream().filter(sort).count();
    return so >= MIN_MATCHES && so * 3 >= seen.size() * 2;
  }

  private static boolean range(String text) {
    return TextPatterns.isRange(text)
            && !TextPatterns.isNumeric(text)
            && !NO_RANGE.matcher(text).matches()
        || NonResultFilter.isClassRange(text);
  }

  private static boolean unit(String text) {
    return UnitPatterns.isUnit(text) && (text.contains("/") || text.equals("%"));
  }

  static List<String> cellsBelow(List<TableColumn> columns, int index, List<TextLine> body) {
    TableColumn column = columns.get(index);
    double from = index == 0 ? 0 : (columns.get(index - 1).right() + column.left()) / 2;
    double to =
        index + 1 == columns.size()
            ? Double.MAX_VALUE
            : (columns.get(index + 1).left() + column.right()) / 2;
    List<String> seen = new ArrayList<>();
    for (TextLine line : body) {
      List<Word> words = new ArrayList<>();
      for (Word word : line.words()) {
        double middle = (word.box().left() + word.box().right()) / 2;
        if (middle > from && middle < to) {
          words.add(word);
        }
      }
      if (!words.isEmpty()) {
        seen.add(TextRun.of(line.page(), words).text());
      }
    }
    return seen;
  }

  /**
   * Finds a value column without a heading: numbers before the ranges.
   *
   * @param after lines below the heading
   */
  static Optional<TableColumn> findValueColumn(List<TableColumn> columns, List<TextLine> after) {
    Optional<TableColumn> range =
        columns.stream().filter(c -> c.kind() == ColumnKind.RANGE).findFirst();
    if (range.isEmpty()) {
      return Optional.empty();
    }
    double left = Double.MAX_VALUE;
    double right = 0;
    int rows = 0;
    int others = 0;
    for (TextLine line : after) {
      Optional<UnheadedRows.DetectedRow> found =
          line.cells().size() < 3 ? Optional.empty() : UnheadedRows.of(line);
      if (found.isEmpty()) {
        others += line.cells().size() > 2 ? 1 : 0;
        continue;
      }
      TextRun value = found.get().row().value().value();
      boolean before = found.get().ranged() && value.right() < range.get().left() + 8;
      rows += before ? 1 : 0;
      others += before ? 0 : 1;
      left = before ? Math.min(left, value.left()) : left;
      right = before ? Math.max(right, value.right()) : right;
    }
    return rows >= MIN_MATCHES && rows > others
        ? Optional.of(new TableColumn(ColumnKind.VALUE, left, right))
        : Optional.empty();
  }
}
