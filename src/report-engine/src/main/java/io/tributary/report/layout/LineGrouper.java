package io.tributary.report.layout;

import io.tributary.report.page.BoundingBox;
import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Groups words of a page into lines. Follows lines that rise or fall slightly. */
final class LineGrouper {
  /** Confidence below which scanned characters are treated as specks. */
  private static final double MAX_SPECK_CONFIDENCE = 0.1;

  private static final double SAME_LINE = 0.5;
  private static final Pattern LEADER = Pattern.compile("[.\\u00b7\\u2026_]{3,}|\\u2026+");
  private static final Pattern RULE =
      Pattern.compile("[|\\u00a6\\u2502_=~`\\u2014-]{2,}|[|\\u00a6_]");

  /** Maximum word length; longer words are skipped to save time. */
  private static final int MAX_WORD_LENGTH = 200;

  /**
   * Minimum height in points, below any readable print. Range dashes in images are as low as that.
   */
  private static final double MIN_HEIGHT = 1;

  private LineGrouper() {}

  static List<TextLine> group(int page, List<Word> words) {
    List<Word> sorted = new ArrayList<>();
    words.forEach(w -> cleanAndSplit(w, sorted));
    sorted.sort(Comparator.comparingDouble(w -> w.box().left()));
    List<List<Word>> lines = new ArrayList<>();
    for (Word word : sorted) {
      List<Word> best = null;
      double most = SAME_LINE;
      for (List<Word> line : lines) {
        double shared = verticalOverlap(line, word);
        if (shared > most) {
          most = shared;
          best = line;
        }
      }
      if (best == null) {
        best = new ArrayList<>();
        lines.add(best);
      }
      best.add(word);
    }
    return lines.stream()
        .map(l -> TextLine.of(page, UnitPieces.join(page, l)))
        .sorted(Comparator.comparingDouble(TextLine::middle))
        .toList();
  }

  /**
   * Returns the vertical overlap with the last words of the line, as a fraction of the smaller
   * height.
   *
   * <p>The overlap is 0 for a word above or below one of them, even if both overlap a speck as high
   * as two lines.
   */
  private static double verticalOverlap(List<Word> line, Word word) {
    double best = 0;
    for (int i = line.size() - 1; i >= Math.max(0, line.size() - 2); i--) {
      BoundingBox a = line.get(i).box();
      BoundingBox b = word.box();
      double both = Math.min(a.bottom(), b.bottom()) - Math.max(a.top(), b.top());
      double lower = Math.max(Math.min(a.height(), b.height()), 0.1);
      boolean onTop =
          Math.min(a.right(), b.right()) - Math.max(a.left(), b.left())
              > 0.5 * Math.min(a.width(), b.width());
      if (onTop && both < 0) {
        return 0;
      }
      boolean apart = onTop && both < 0.8 * lower || isOnOtherLine(a, b);
      best = Math.max(best, apart ? 0 : both / lower);
    }
    return best;
  }

  /** Checks whether a small word far from a large one is neither on its line nor at its middle. */
  private static boolean isOnOtherLine(BoundingBox a, BoundingBox b) {
    double small = Math.min(a.height(), b.height());
    double big = Math.max(a.height(), b.height());
    double gap = Math.max(a.left(), b.left()) - Math.min(a.right(), b.right());
    double middles = Math.abs(a.top() + a.bottom() - b.top() - b.bottom()) / 2;
    double feet = Math.abs(a.bottom() - b.bottom());
    return big > 1.4 * small
        && small > 0.35 * big
        && gap > 2 * big
        && Math.min(middles, feet) > 0.4 * small;
  }

  private static void cleanAndSplit(Word word, List<Word> into) {
    String text = word.text();
    boolean dirt =
        word.confidence() < MAX_SPECK_CONFIDENCE
            && !UnitPatterns.isUnit(text)
            && !isHeadingWord(text)
            && !isResultWord(text);
    if (text.isBlank()
        || text.length() > MAX_WORD_LENGTH
        || word.box().height() < MIN_HEIGHT && TextPatterns.hasDigit(text)
        || dirt
        || RULE.matcher(text).matches()) {
      return;
    }
    Matcher leader = LEADER.matcher(text);
    int from = 0;
    while (leader.find()) {
      add(word, from, leader.start(), into);
      from = leader.end();
    }
    add(word, from, text.length(), into);
  }

  /** Short column headings are kept, although specks are often read as one or two characters. */
  private static boolean isHeadingWord(String text) {
    return text.matches("\\p{L}{4,}") && HeaderWords.exactKind(text).isPresent();
  }

  /**
   * Long words from test names and numbers with decimals are kept, because specks are never read
   * like that.
   */
  private static boolean isResultWord(String text) {
    return text.matches("\\p{L}{6,}") && ScannedWords.known(text)
        || text.matches("\\(\\p{L}{4,}\\)")
        || text.matches("[<>(\\[]?\\d{1,3}[.,]\\d{1,3}(?:-\\d{1,3}[.,]\\d{1,3})?[)\\]]?");
  }

  private static void add(Word word, int from, int to, List<Word> into) {
    int end = to;
    int start = from;
    while (end > start && word.text().charAt(end - 1) == '|') {
      end--;
    }
    while (start < end && word.text().charAt(start) == '|') {
      start++;
    }
    if (start < end) {
      into.add(TextRun.cut(word, start, end));
    }
  }
}
