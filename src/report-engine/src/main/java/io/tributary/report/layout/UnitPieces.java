package io.tributary.report.layout;

import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.List;

/** Joins units that are printed in several parts, such as {@code x 10 ^ 9 / L}. */
final class UnitPieces {
  private static final int MAX_PARTS = 7;

  /** Maximum gap between two parts of a unit, in character widths. */
  private static final double MAX_GAP = 1.6;

  private UnitPieces() {}

  static List<Word> join(int page, List<Word> words) {
    if (words.stream().noneMatch(w -> w.text().matches("[/^].*|.*[/^]|[xX\u00d7*]|10"))) {
      return words;
    }
    TextLine line = TextLine.of(page, words);
    List<Word> all = new ArrayList<>();
    int at = 0;
    while (at < words.size()) {
      int end = endOfUnit(line, at);
      all.add(end > at + 1 ? toWord(line.run(at, end)) : words.get(at));
      at = Math.max(end, at + 1);
    }
    return all;
  }

  /** Returns the end of the unit that begins with a word, or that word if there is none. */
  private static int endOfUnit(TextLine line, int at) {
    String first = line.words().get(at).text();
    boolean begins =
        first.matches("[xX\u00d7*/]|10\\^?|[xX\u00d7*]?10\\^?\\d{1,2}")
            || first.matches("[\\p{L}\u00b5%].*");
    int best = at;
    for (int end = at + 2; begins && end <= Math.min(line.words().size(), at + MAX_PARTS); end++) {
      if (line.gapBefore(end - 1) > MAX_GAP) {
        break;
      }
      String text = line.run(at, end).text();
      boolean pieces = text.matches(".*(?:\\s/|/\\s|\\s\\^|\\^\\s|^[xX\u00d7*] ).*");
      boolean power = !first.startsWith("10") || text.matches("10\\s?[\\^*].*|10\\^?\\d.*");
      if (pieces && power && UnitPatterns.isUnit(text.replaceAll("\\s*([/^])\\s*", "$1"))) {
        best = end;
      }
    }
    return best;
  }

  private static Word toWord(TextRun run) {
    boolean bold = run.bold();
    return new Word(run.text(), run.box(), run.confidence(), bold);
  }
}
