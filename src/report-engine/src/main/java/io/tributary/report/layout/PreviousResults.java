package io.tributary.report.layout;

import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Removes previous results beside the current ones on pages without table headings. */
final class PreviousResults {
  private static final Pattern HEAD =
      Pattern.compile(
          "(?i)(?:previous|prior|earlier|former|last) (?:results?|values?|findings?)"
              + "(?: (?:of|from|on|dated)\\b.*)?");
  private static final double EDGE = 6;

  private PreviousResults() {}

  static List<TextLine> remove(List<TextLine> lines) {
    List<TextLine> out = new ArrayList<>();
    TextRun head = null;
    for (TextLine line : lines) {
      List<TextRun> cells = line.cells();
      TextRun last = cells.getLast();
      if (cells.size() < 3 && HEAD.matcher(last.text()).matches()) {
        head = last;
      }
      boolean old =
          head != null
              && cells.size() > 2
              && last.left() > head.left() - EDGE
              && last.right() < head.right() + EDGE
              && ValueCell.parse(last).filter(v -> v.rest().isEmpty()).isPresent();
      List<Word> kept = line.words().subList(0, line.words().size() - last.words().size());
      out.add(old ? TextLine.of(line.page(), kept) : line);
    }
    return out;
  }
}
