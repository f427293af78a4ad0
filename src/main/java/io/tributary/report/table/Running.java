package io.tributary.report.table;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Lines that stand on several pages at the same place: page headers and footers. */
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
      List<Header> headers = Headers.of(page);
      List<Line> left = new ArrayList<>();
      for (int i = 0; i < page.size(); i++) {
        int at = i;
        boolean heading = headers.stream().anyMatch(h -> h.first() <= at && at <= h.last());
        if (heading || !running(page.get(i), seen.get(key(page.get(i))))) {
          left.add(page.get(i));
        }
      }
      kept.add(left);
    }
    return kept;
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
