package io.tributary.report.layout;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lines that stand on several pages at the same place, above or beneath all results: page headers
 * and footers.
 */
final class RunningHeaders {
  private static final double SAME_PLACE = 6;

  private RunningHeaders() {}

  /** The pages without them; headings of tables stay. */
  static List<List<TextLine>> remove(List<List<TextLine>> pages) {
    if (pages.size() < 2) {
      return pages;
    }
    Map<String, List<TextLine>> seen = new HashMap<>();
    pages.forEach(p -> p.forEach(l -> seen.computeIfAbsent(key(l), k -> new ArrayList<>()).add(l)));
    List<List<TextLine>> kept = new ArrayList<>();
    for (List<TextLine> page : pages) {
      int[] body = body(page);
      List<TextLine> left = new ArrayList<>();
      for (int i = 0; i < page.size(); i++) {
        boolean within = i >= body[0] && i < body[1];
        if (within || !running(page.get(i), seen.get(key(page.get(i))))) {
          left.add(page.get(i));
        }
      }
      kept.add(left);
    }
    return kept;
  }

  /**
   * From where to where results may stand: from the first heading of a table or line with a value
   * on, to the last one. What is there is never left out, be it the same on each page.
   */
  private static int[] body(List<TextLine> page) {
    int from = page.size();
    int to = 0;
    for (TableHeader h : Headers.of(page)) {
      from = Math.min(from, h.first());
      to = Math.max(to, h.last() + 1);
    }
    for (int i = 0; i < page.size(); i++) {
      if (result(page.get(i))) {
        from = Math.min(from, i);
        to = Math.max(to, i + 1);
      }
    }
    return new int[] {from, to};
  }

  /** Whether a line has a name, a value and what stands with values. */
  private static boolean result(TextLine line) {
    List<TextRun> cells = line.cells();
    if (cells.size() < 2
        || !TextPatterns.hasLetter(cells.getFirst().text())
        || NonResultFilter.line(line)) {
      return false;
    }
    List<TextRun> rest = cells.subList(1, cells.size());
    boolean value =
        rest.stream().anyMatch(c -> ValueCell.of(c).filter(RunningHeaders::counts).isPresent());
    boolean beside =
        rest.stream().anyMatch(c -> UnitPatterns.is(c.text()) || TextPatterns.range(c.text()))
            || TestNames.known(cells.getFirst().text());
    return value && beside;
  }

  private static boolean counts(ValueCell cell) {
    return cell.numeric() || cell.quality();
  }

  private static boolean running(TextLine line, List<TextLine> same) {
    return same.stream()
        .anyMatch(
            o -> o.page() != line.page() && Math.abs(o.middle() - line.middle()) < SAME_PLACE);
  }

  private static String key(TextLine line) {
    String text = line.text();
    return text.matches("(?i).*\\bpage\\b.*") ? text.replaceAll("\\d+", "#") : text;
  }
}
