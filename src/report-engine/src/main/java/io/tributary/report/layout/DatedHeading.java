package io.tributary.report.layout;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Recognizes the heading of a cumulative table: a label, a line of dates, and lines with sample
 * times and numbers.
 */
final class DatedHeading {
  private static final Pattern DATE =
      Pattern.compile(
          "(?i)(?:(?:collection|collected|sample|request|report|specimen|test|reported)"
              + " )?(?:date|dated|collected)(?: ?/ ?time| collected| of collection)?\\s*:?");
  private static final Pattern MORE =
      Pattern.compile(
          "(?i)(?:time|time collected|(?:collection|sample)"
              + " time|(?:lab|laboratory|request|episode|specimen|sample|accession|report|order|ref(?:erence)?|visit)"
              + " ?(?:no|number|id|ref|#)?\\.?|ward|location|hospital|doctor|source|status)\\s*:?");
  private static final int LINES = 5;

  private DatedHeading() {}

  static Optional<TableHeader> parse(List<TextLine> lines, int first, DayOrder days) {
    List<TextRun> cells = lines.get(first).cells();
    if (cells.size() < 3 || !DATE.matcher(cells.getFirst().text()).matches()) {
      return Optional.empty();
    }
    List<TableColumn> columns = new ArrayList<>();
    List<Integer> dated = new ArrayList<>();
    List<String> texts = new ArrayList<>();
    columns.add(
        new TableColumn(ColumnKind.NAME, cells.getFirst().left(), cells.getFirst().right()));
    for (TextRun cell : cells.subList(1, cells.size())) {
      Optional<ColumnKind> kind = HeaderWords.exactKind(cell.text());
      if (DateLine.isFullDate(cell)) {
        dated.add(columns.size());
        texts.add(cell.text());
        columns.add(new TableColumn(ColumnKind.PREVIOUS, cell.left(), cell.right()));
      } else if (kind.isPresent()) {
        columns.add(new TableColumn(kind.get(), cell.left(), cell.right()));
      } else {
        return Optional.empty();
      }
    }
    if (dated.size() < 2) {
      return Optional.empty();
    }
    Optional<Integer> best = days.latest(appendTimes(lines, first, dated, texts, columns));
    boolean same = texts.stream().distinct().count() == 1;
    if (best.isEmpty() && !same) {
      return Optional.empty();
    }
    int value = dated.get(best.orElse(0));
    columns.set(value, columns.get(value).withKind(ColumnKind.VALUE));
    int last = consumeSampleLines(lines, first, columns);
    columns.sort(Comparator.comparingDouble(TableColumn::left));
    boolean measured =
        columns.stream().anyMatch(c -> c.kind() == ColumnKind.UNIT || c.kind() == ColumnKind.RANGE);
    return measured
        ? Optional.of(new TableHeader(first, last, columns, Optional.empty(), best.isEmpty()))
        : Optional.empty();
  }

  private static List<String> appendTimes(
      List<TextLine> lines,
      int first,
      List<Integer> dated,
      List<String> texts,
      List<TableColumn> columns) {
    List<String> all = new ArrayList<>(texts);
    if (first + 1 == lines.size()
        || !lines.get(first + 1).cells().getFirst().text().matches("(?i)time:?")) {
      return all;
    }
    for (TextRun cell : lines.get(first + 1).cells()) {
      for (int i = 0; i < dated.size(); i++) {
        if (columns.get(dated.get(i)).distance(cell.left(), cell.right()) == 0) {
          all.set(i, texts.get(i) + " " + cell.text());
        }
      }
    }
    return all;
  }

  /** Consumes following lines that describe the samples and returns the last of them. */
  private static int consumeSampleLines(
      List<TextLine> lines, int first, List<TableColumn> columns) {
    int last = first;
    while (last + 1 < lines.size() && last - first < LINES) {
      List<TextRun> cells = lines.get(last + 1).cells();
      boolean label = MORE.matcher(cells.getFirst().text()).matches();
      boolean heads =
          cells.stream()
              .allMatch(c -> HeaderWords.exactKind(c.text()).isPresent() || DateLine.isDate(c));
      if (!label && !heads) {
        return last;
      }
      for (TextRun cell : cells.subList(label ? 1 : 0, cells.size())) {
        Optional<ColumnKind> kind = HeaderWords.exactKind(cell.text());
        boolean free = columns.stream().allMatch(c -> c.distance(cell.left(), cell.right()) > 0);
        if (kind.isPresent() && free) {
          columns.add(new TableColumn(kind.get(), cell.left(), cell.right()));
        }
      }
      last++;
    }
    return last;
  }
}
