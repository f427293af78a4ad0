package io.tributary.report.table;

import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Results of earlier days beside those that count, on a page whose tables have no headings. */
final class History {
  private static final Pattern HEAD =
      Pattern.compile(
          "(?i)(?:previous|prior|earlier|former|last) (?:results?|values?|findings?)"
              + "(?: (?:of|from|on|dated)\\b.*)?");
  private static final double EDGE = 6;

  private History() {}

  /** The lines without what stands beneath a heading that says it is of an earlier day. */
  static List<Line> cut(List<Line> lines) {
    List<Line> out = new ArrayList<>();
    Run head = null;
    for (Line line : lines) {
      List<Run> cells = line.cells();
      Run last = cells.getLast();
      if (cells.size() < 3 && HEAD.matcher(last.text()).matches()) {
        head = last;
      }
      boolean old =
          head != null
              && cells.size() > 2
              && last.left() > head.left() - EDGE
              && last.right() < head.right() + EDGE
              && ValueCell.of(last).filter(v -> v.rest().isEmpty()).isPresent();
      List<Word> kept = line.words().subList(0, line.words().size() - last.words().size());
      out.add(old ? Line.of(line.page(), kept) : line);
    }
    return out;
  }
}
