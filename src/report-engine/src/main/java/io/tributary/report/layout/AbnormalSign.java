package io.tributary.report.layout;

import io.tributary.report.page.Word;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Separates a plus or minus sign that marks a result as high or low from the number after it. */
final class AbnormalSign {
  private static final String SIGN = "\\+{1,3}|[-\\u2212\\u2013]{1,3}";
  private static final String NUMBER = "[<>\\u2264\\u2265]?\\d.*";

  private AbnormalSign() {}

  static boolean isUsed(List<TextLine> body) {
    for (TextLine line : body) {
      for (int i = 0; i + 1 < line.words().size(); i++) {
        boolean left = i == 0 || line.gapBefore(i) > TextLine.CELL_GAP;
        if (left && before(line.words(), i) && line.gapBefore(i + 1) > TextLine.CELL_GAP) {
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Moves a sign that is well apart from its number to the flag column.
   *
   * @param marks whether other lines of the table have such signs
   */
  static ColumnAssignment separate(ColumnAssignment found, boolean marks) {
    TextRun value = found.cells().get(ColumnKind.VALUE);
    if (value == null
        || value.words().size() < 2
        || found.cells().containsKey(ColumnKind.FLAG)
        || !before(value.words(), 0)) {
      return found;
    }
    List<Word> words = value.words();
    double gap = words.get(1).box().left() - words.get(0).box().right();
    if (!marks && gap <= TextLine.CELL_GAP * found.line().charWidth()) {
      return found;
    }
    Map<ColumnKind, TextRun> cells = new EnumMap<>(found.cells());
    cells.put(ColumnKind.FLAG, TextRun.of(value.page(), words.subList(0, 1)));
    cells.put(ColumnKind.VALUE, TextRun.of(value.page(), words.subList(1, words.size())));
    return new ColumnAssignment(found.line(), cells, found.chosen(), found.cost());
  }

  /**
   * Checks whether a value begins with a sign and a space, which may belong to the number or mark
   * the result.
   */
  static boolean isAmbiguous(String value) {
    return value.matches("(?:" + SIGN + ")\\s+" + NUMBER);
  }

  private static boolean before(List<Word> words, int sign) {
    return words.get(sign).text().matches(SIGN) && words.get(sign + 1).text().matches(NUMBER);
  }
}
