package io.tributary.report.layout;

import io.tributary.report.page.Word;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Removes footnote numbers that follow a name and could be taken for a result. */
final class FootnoteMarker {
  /** OCR readings of small superscript digits. */
  private static final Pattern RAISED = Pattern.compile("[°º©®]?[\\d°?!\"'“”‘’%*]{1,3}|[°º©®].?");

  private static final Pattern DESCENDING = Pattern.compile("[gjpqy,;()\\[\\]Q]");

  /** Minimum elevation above the line of the name and maximum height, in heights of the name. */
  private static final double MIN_ELEVATION = 0.2;

  private static final double SMALL = 0.85;

  /** Limits for names whose letters descend below the baseline. */
  private static final double MIN_ELEVATION_DESCENDING = 0.32;

  private static final double SMALLER = 0.68;

  private FootnoteMarker() {}

  static boolean isSuperscript(Word name, Word word) {
    boolean low = DESCENDING.matcher(name.text()).find();
    double height = name.box().height();
    double gap = word.box().left() - name.box().right();
    double above = name.box().bottom() - word.box().bottom();
    return name.text().matches(".*\\p{L}{2}.*|.*[\\p{L}\\d]\\)")
        && !UnitPatterns.isUnit(name.text())
        && RAISED.matcher(word.text()).matches()
        && !word.text().matches("\\*+")
        && Math.abs(gap) < height
        && word.box().height() < (low ? SMALLER : SMALL) * height
        && above > (low ? MIN_ELEVATION_DESCENDING : MIN_ELEVATION) * height
        && word.box().top() < name.box().top() + height / 2;
  }

  static Optional<ColumnAssignment> removeAtName(
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
