package io.tributary.report.layout;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Handles a line of dates below the column headings. */
final class DateLine {
  private static final Pattern TAKEN =
      Pattern.compile(
          "(?i)\\b(?:collect\\w*|sampl\\w*|drawn|taken|report\\w*|received|result date)\\b");

  private DateLine() {}

  static boolean isDate(TextRun cell) {
    return TextPatterns.isDate(cell.text())
        || cell.words().stream()
                .allMatch(w -> TextPatterns.isDate(w.text()) || w.text().length() <= 4)
            && cell.words().stream().anyMatch(w -> TextPatterns.isDate(w.text()));
  }

  /** Checks for a date rather than only a time, because titers look like times. */
  static boolean isFullDate(TextRun cell) {
    return isDate(cell) && cell.words().stream().anyMatch(w -> w.text().matches(".*[-/.\\p{L}].*"));
  }

  static boolean isDateLine(TextLine line) {
    return line.cells().stream().allMatch(DateLine::isDate);
  }

  /**
   * Adds a line of dates to a heading. Of several value columns, the one with the latest date
   * counts.
   */
  static TableHeader applyDates(
      TableHeader header, TextLine dates, DayOrder days, List<TextLine> page) {
    List<TableColumn> columns = new ArrayList<>(header.columns());
    List<Integer> dated = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      TableColumn column = columns.get(i);
      if (column.kind() != ColumnKind.VALUE) {
        continue;
      }
      for (TextRun cell : dates.cells()) {
        if (column.distance(cell.left(), cell.box().right()) == 0) {
          dated.add(i);
          texts.add(cell.text());
        }
      }
    }
    int best =
        days.latest(texts)
            .or(() -> collectionDateIndex(texts, dates, page))
            .map(dated::get)
            .orElse(-1);
    for (int i : dated) {
      if (best >= 0 && i != best) {
        columns.set(i, columns.get(i).withKind(ColumnKind.PREVIOUS));
      }
    }
    boolean unsure = best < 0 && dated.size() > 1;
    return new TableHeader(header.first(), header.last() + 1, columns, header.title(), unsure);
  }

  /** Returns the date that the page states as the collection date, if exactly one matches. */
  private static Optional<Integer> collectionDateIndex(
      List<String> texts, TextLine dates, List<TextLine> page) {
    List<Integer> found = new ArrayList<>();
    for (int i = 0; i < texts.size(); i++) {
      String day = texts.get(i).split(" ")[0];
      boolean said =
          page.stream()
              .filter(l -> l != dates)
              .anyMatch(l -> TAKEN.matcher(l.text()).find() && l.text().contains(day));
      if (said) {
        found.add(i);
      }
    }
    return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
  }
}
