package io.tributary.report.layout;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Removes page headers and footers: lines at the same position on several pages, above or below all
 * results.
 */
final class RunningHeaders {
  private static final double SAME_PLACE = 6;

  private RunningHeaders() {}

  /** Returns the pages without headers and footers. Table headings are kept. */
  static List<List<TextLine>> remove(List<List<TextLine>> pages) {
    if (pages.size() < 2) {
      return pages;
    }
    Map<String, List<TextLine>> seen = new HashMap<>();
    pages.forEach(p -> p.forEach(l -> seen.computeIfAbsent(key(l), k -> new ArrayList<>()).add(l)));
    List<List<TextLine>> kept = new ArrayList<>();
    for (List<TextLine> page : pages) {
      int[] body = resultExtent(page);
      List<TextLine> left = new ArrayList<>();
      for (int i = 0; i < page.size(); i++) {
        boolean within = i >= body[0] && i < body[1];
        if (within || !isRunningHeader(page.get(i), seen.get(key(page.get(i))))) {
          left.add(page.get(i));
        }
      }
      kept.add(left);
    }
    return kept;
  }

  /**
   * Returns the extent of possible results, from the first table heading or line with a value to
   * the last. Lines inside are never removed.
   */
  private static int[] resultExtent(List<TextLine> page) {
    int from = page.size();
    int to = 0;
    for (TableHeader h : TableHeaderDetector.findAll(page)) {
      from = Math.min(from, h.first());
      to = Math.max(to, h.last() + 1);
    }
    for (int i = 0; i < page.size(); i++) {
      if (isResult(page.get(i))) {
        from = Math.min(from, i);
        to = Math.max(to, i + 1);
      }
    }
    return new int[] {from, to};
  }

  /** Checks whether a line has a name, a value and a unit, range or flag. */
  private static boolean isResult(TextLine line) {
    List<TextRun> cells = line.cells();
    if (cells.size() < 2
        || !TextPatterns.hasLetter(cells.getFirst().text())
        || NonResultFilter.isNonResultLine(line)) {
      return false;
    }
    List<TextRun> rest = cells.subList(1, cells.size());
    boolean value =
        rest.stream().anyMatch(c -> ValueCell.parse(c).filter(RunningHeaders::isValue).isPresent());
    boolean beside =
        rest.stream().anyMatch(c -> UnitPatterns.isUnit(c.text()) || TextPatterns.isRange(c.text()))
            || TestNames.isKnown(cells.getFirst().text());
    return value && beside;
  }

  private static boolean isValue(ValueCell cell) {
    return cell.isNumeric() || cell.isQualitative();
  }

  private static boolean isRunningHeader(TextLine line, List<TextLine> same) {
    return same.stream()
        .anyMatch(
            o -> o.page() != line.page() && Math.abs(o.middle() - line.middle()) < SAME_PLACE);
  }

  private static String key(TextLine line) {
    String text = line.text();
    return text.matches("(?i).*\\bpage\\b.*") ? text.replaceAll("\\d+", "#") : text;
  }
}
