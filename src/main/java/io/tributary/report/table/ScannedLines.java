package io.tributary.report.table;

import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/** Words of a scanned page that the words beside them tell to be dirt, or misread. */
final class ScannedLines {
  private static final double MENDED = 0.75;
  private static final Pattern DASH = Pattern.compile("[-—–_~]{1,2}");
  private static final Pattern EDGE = Pattern.compile("[:.;,'’°*_-]$");

  /** A decilitre that ends before its capital, which is a day elsewhere. */
  private static final Pattern DAY = Pattern.compile("(?:[mnpuµ]?g)/d");

  /** A page that speaks of what was gathered for a day may have units by the day. */
  private static final Pattern DAY_LONG =
      Pattern.compile("(?i)\\W*24\\W?(?:h\\w*)?\\W*|excret\\w*|timed");

  private static final Pattern DECILITRE = Pattern.compile(".*g/dL\\W*");
  private static final int OFTEN = 3;

  /** Room that parts columns, in heights of a word. */
  private static final double COLUMN = 2;

  private ScannedLines() {}

  static List<Word> mended(List<Word> words) {
    boolean decilitres =
        words.stream().filter(w -> DECILITRE.matcher(w.text()).matches()).count() >= OFTEN
            && words.stream().noneMatch(w -> DAY_LONG.matcher(w.text()).matches());
    List<Word> out = new ArrayList<>(words.size());
    for (int i = 0; i < words.size(); i++) {
      Word word = words.get(i);
      Word before = i > 0 && sameLine(words.get(i - 1), word) ? words.get(i - 1) : null;
      Word after =
          i + 1 < words.size() && sameLine(word, words.get(i + 1)) ? words.get(i + 1) : null;
      if (before != null && strayDash(before, word, after)) {
        continue;
      }
      out.add(mended(word, before, decilitres));
    }
    return byLine(out);
  }

  private static List<Word> byLine(List<Word> words) {
    List<Word> out = new ArrayList<>(words.size());
    int from = 0;
    for (int i = 1; i <= words.size(); i++) {
      if (i == words.size() || !sameLine(words.get(i - 1), words.get(i))) {
        out.addAll(headings(words.subList(from, i)));
        from = i;
      }
    }
    return out;
  }

  private static Word mended(Word word, Word before, boolean decilitres) {
    String text = word.text();
    if (decilitres && DAY.matcher(text).matches()) {
      return with(word, text + "L");
    }
    if (before != null && before.text().equals("Triiodothyronine")) {
      return with(word, text.replaceFirst("^\\([71]3\\)", "(T3)"));
    }
    return word;
  }

  /** A line of headings alone, some with dirt that looks like the end of a label. */
  private static List<Word> headings(List<Word> line) {
    List<Word> bare =
        line.stream().map(w -> with(w, EDGE.matcher(w.text()).replaceFirst(""))).toList();
    boolean all = bare.stream().allMatch(w -> ScannedWords.ofHeading(w.text()));
    return all && line.size() >= OFTEN ? bare : line;
  }

  /** Nothing but what stands before it in its column. */
  private static boolean strayDash(Word before, Word word, Word after) {
    if (!DASH.matcher(word.text()).matches()) {
      return false;
    }
    boolean ofName =
        before.text().matches(".*[\\p{L})]")
            && word.box().left() - before.box().right() < room(word);
    return ofName && (after == null || after.box().left() - word.box().right() > room(before));
  }

  private static double room(Word word) {
    return COLUMN * Math.max(6, word.box().height());
  }

  private static boolean sameLine(Word a, Word b) {
    double middle = (b.box().top() + b.box().bottom()) / 2;
    return b.box().left() > a.box().left()
        && middle > a.box().top() - a.box().height()
        && middle < a.box().bottom() + a.box().height();
  }

  private static Word with(Word word, String text) {
    return text.equals(word.text())
        ? word
        : new Word(text, word.box(), Math.min(MENDED, word.confidence()), word.bold());
  }
}
