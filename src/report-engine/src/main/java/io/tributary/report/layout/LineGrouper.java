package io.tributary.report.layout;

import io.tributary.report.page.BoundingBox;
import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Puts the words of a page on lines. Follows lines that rise or fall a little. */
final class LineGrouper {
  /** Below it, signs of a scan are taken for dirt. */
  private static final double DIRT = 0.1;

  private static final double SAME_LINE = 0.5;
  private static final Pattern LEADER = Pattern.compile("[.\\u00b7\\u2026_]{3,}|\\u2026+");
  private static final Pattern RULE =
      Pattern.compile("[|\\u00a6\\u2502_=~`\\u2014-]{2,}|[|\\u00a6_]");

  /** No word of a report is longer; what is would cost more than it may tell. */
  private static final int LONGEST = 200;

  /** Points; nobody reads smaller print. The strokes of ranges in pictures are as low as that. */
  private static final double LEAST = 1;

  private LineGrouper() {}

  static List<TextLine> of(int page, List<Word> words) {
    List<Word> sorted = new ArrayList<>();
    words.forEach(w -> tidy(w, sorted));
    sorted.sort(Comparator.comparingDouble(w -> w.box().left()));
    List<List<Word>> lines = new ArrayList<>();
    for (Word word : sorted) {
      List<Word> best = null;
      double most = SAME_LINE;
      for (List<Word> line : lines) {
        double shared = shared(line, word);
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
        .map(l -> TextLine.of(page, UnitPieces.joined(page, l)))
        .sorted(Comparator.comparingDouble(TextLine::middle))
        .toList();
  }

  /**
   * Which share of the lower one's height stands beside the last words of the line. None beneath or
   * above one of them, though both stand beside dirt as high as two lines.
   */
  private static double shared(List<Word> line, Word word) {
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
      boolean apart = onTop && both < 0.8 * lower || otherLine(a, b);
      best = Math.max(best, apart ? 0 : both / lower);
    }
    return best;
  }

  /** Whether a small word far from a big one stands neither on its line nor at its middle. */
  private static boolean otherLine(BoundingBox a, BoundingBox b) {
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

  /** Takes away dirt, rules and leaders, and parts what leaders join. */
  private static void tidy(Word word, List<Word> into) {
    String text = word.text();
    boolean dirt =
        word.confidence() < DIRT && !UnitPatterns.is(text) && !heads(text) && !ofResults(text);
    if (text.isBlank()
        || text.length() > LONGEST
        || word.box().height() < LEAST && TextPatterns.hasDigit(text)
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

  /** Dirt is easily read as a sign or two, and some of these head columns. */
  private static boolean heads(String text) {
    return text.matches("\\p{L}{4,}") && HeaderWords.exactly(text).isPresent();
  }

  /** A long word of names of tests, or a number with decimals: dirt is not read as such. */
  private static boolean ofResults(String text) {
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
