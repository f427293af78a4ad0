package io.tributary.report.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Lines that stand on several pages at the same place, above or beneath all results: page headers
 * and footers.
 */
final class Running {
  private static final double SAME_PLACE = 6;

  private Running() {}

  /** The pages without them; headings of tables stay. */
  static List<List<Line>> remove(List<List<Line>> pages) {
    if (pages.size() < 2) {
      return pages;
    }
    Map<String, List<Line>> seen = new HashMap<>();
    pages.forEach(p -> p.forEach(l -> seen.computeIfAbsent(key(l), k -> new ArrayList<>()).add(l)));
    List<List<Line>> kept = new ArrayList<>();
    for (List<Line> page : pages) {
      int[] body = body(page);
      List<Line> left = new ArrayList<>();
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
  private static int[] body(List<Line> page) {
    int from = page.size();
    int to = 0;
    for (Header h : Headers.of(page)) {
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
  private static boolean result(Line line) {
    List<Run> cells = line.cells();
    if (cells.size() < 2 || !Signs.hasLetter(cells.getFirst().text()) || Noise.line(line)) {
      return false;
    }
    List<Run> rest = cells.subList(1, cells.size());
    boolean value =
        rest.stream().anyMatch(c -> ValueCell.of(c).filter(Running::counts).isPresent());
    boolean beside =
        rest.stream().anyMatch(c -> Units.is(c.text()) || Signs.range(c.text()))
            || Names.known(cells.getFirst().text());
    return value && beside;
  }

  private static boolean counts(ValueCell cell) {
    return cell.numeric() || cell.quality();
  }

  private static boolean running(Line line, List<Line> same) {
    return same.stream()
        .anyMatch(
            o -> o.page() != line.page() && Math.abs(o.middle() - line.middle()) < SAME_PLACE);
  }

  private static String key(Line line) {
    String text = line.text();
    return text.matches("(?i).*\\bpage\\b.*") ? text.replaceAll("\\d+", "#") : text;
  }
}
