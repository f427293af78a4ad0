package io.tributary.report.layout;

import io.tributary.report.page.Word;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Numbers of footnotes that stand behind names, where results are near. */
final class FootnoteMarker {
  /** What small raised figures are read as. */
  private static final Pattern RAISED = Pattern.compile("[°º©®]?[\\d°?!\"'“”‘’%*]{1,3}|[°º©®].?");

  private static final Pattern DESCENDING = Pattern.compile("[gjpqy,;()\\[\\]Q]");

  /** How far it stands above the line of the name, and how high it may be, in heights of it. */
  private static final double ABOVE = 0.2;

  private static final double SMALL = 0.85;

  /** The same of names whose letters reach beneath the line. */
  private static final double FAR_ABOVE = 0.32;

  private static final double SMALLER = 0.68;

  private FootnoteMarker() {}

  /** Whether a word of a scan is a raised number behind a name, which points to a footnote. */
  static boolean raised(Word name, Word word) {
    boolean low = DESCENDING.matcher(name.text()).find();
    double height = name.box().height();
    double gap = word.box().left() - name.box().right();
    double above = name.box().bottom() - word.box().bottom();
    return name.text().matches(".*\\p{L}{2}.*|.*[\\p{L}\\d]\\)")
        && !UnitPatterns.is(name.text())
        && RAISED.matcher(word.text()).matches()
        && !word.text().matches("\\*+")
        && Math.abs(gap) < height
        && word.box().height() < (low ? SMALLER : SMALL) * height
        && above > (low ? FAR_ABOVE : ABOVE) * height
        && word.box().top() < name.box().top() + height / 2;
  }

  /** A number of a footnote that stands at the name, before the value. */
  static Optional<ColumnAssignment> atName(
      ColumnAssignment found, TextRun name, TextRun value, double gap) {
    List<Word> words = value.words();
    boolean mark =
        words.size() > 1
            && words.get(0).text().matches("0\\d")
            && words.get(1).text().matches("[<>]?\\d.*")
            && gap < 2 * TextLine.CELL_GAP;
    if (!mark) {
      return Optional.empty();
    }
    Map<ColumnKind, TextRun> cells = new EnumMap<>(found.cells());
    cells.put(ColumnKind.NAME, name.with(TextRun.of(value.page(), words.subList(0, 1))));
    cells.put(ColumnKind.VALUE, TextRun.of(value.page(), words.subList(1, words.size())));
    return Optional.of(new ColumnAssignment(found.line(), cells, found.chosen(), found.cost()));
  }
}
