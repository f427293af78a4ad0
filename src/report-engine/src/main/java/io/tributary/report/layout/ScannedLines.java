package io.tributary.report.layout;

import io.tributary.report.page.Word;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Corrects or removes words of a scanned page that their neighbors show to be specks or
 * misreadings.
 */
final class ScannedLines {
  private static final double CORRECTED_CONFIDENCE = 0.75;
  private static final Pattern DASH = Pattern.compile("[-—–_~]{1,2}");
  private static final Pattern EDGE = Pattern.compile("[:.;,'’°*_-]$");

  private static final Pattern SPECKS_AFTER_NUMBER =
      Pattern.compile("([<>]?\\d{1,5}(?:[.,]\\d{1,4})?)[.,)\\]°]");

  /** Deciliter without its capital L, which elsewhere means per day. */
  private static final Pattern DECILITER_WITHOUT_CAPITAL = Pattern.compile("(?:[mnpuµ]?g)/d");

  /** Evidence that a page has 24-hour collections and may use units per day. */
  private static final Pattern DAILY_COLLECTION =
      Pattern.compile("(?i)\\W*24\\W?(?:h\\w*)?\\W*|excret\\w*|timed");

  private static final Pattern DECILITRE = Pattern.compile(".*g/dL\\W*");

  /** Zero that OCR read as one or two letters or at signs. */
  private static final Pattern ZERO_MISREADING = Pattern.compile("[(\\[]?[OoQ@]{1,2}");

  private static final int MIN_OCCURRENCES = 3;

  private static final Pattern SMALL_I = Pattern.compile("(\\(?)(i\\p{L}{2,})([,)]{0,2})");

  /** Maximum gap between words, in word heights. */
  private static final double MAX_WORD_GAP = 0.8;

  /** Minimum gap between columns, in word heights. */
  private static final double MIN_COLUMN_GAP = 2;

  /** Minimum gap between a name and a flag, which is larger than between other columns. */
  private static final double MIN_FLAG_GAP = 2;

  private static final double NARROW = 2;

  private ScannedLines() {}

  static List<Word> correct(List<Word> words) {
    boolean decilitres =
        words.stream().filter(w -> DECILITRE.matcher(w.text()).matches()).count() >= MIN_OCCURRENCES
            && words.stream().noneMatch(w -> DAILY_COLLECTION.matcher(w.text()).matches());
    List<Word> out = new ArrayList<>(words.size());
    for (int i = 0; i < words.size(); i++) {
      Word word = words.get(i);
      Word before = i > 0 && sameLine(words.get(i - 1), word) ? words.get(i - 1) : null;
      Word after =
          i + 1 < words.size() && sameLine(word, words.get(i + 1)) ? words.get(i + 1) : null;
      if (before != null
          && (isStrayDash(before, word, after) || FootnoteMarker.isSuperscript(before, word))) {
        continue;
      }
      Word second = after == null || i + 2 >= words.size() ? null : words.get(i + 2);
      if (isMisreadZero(word, after, second)) {
        out.add(asZero(word));
        continue;
      }
      if (arrow(before, word, after)) {
        out.add(arrow(word));
        continue;
      }
      Word bare = trimNumber(word, i, words);
      Word told = before == null ? capitalizeI(bare) : correctByNeighbors(before, bare, after);
      out.add(correct(told, before, decilitres));
    }
    return byLine(out);
  }

  private static List<Word> byLine(List<Word> words) {
    List<Word> out = new ArrayList<>(words.size());
    int from = 0;
    for (int i = 1; i <= words.size(); i++) {
      if (i == words.size() || !sameLine(words.get(i - 1), words.get(i))) {
        out.addAll(cleanHeadings(words.subList(from, i)));
        from = i;
      }
    }
    return out;
  }

  /**
   * Removes specks after a number: a point without a following digit, or a bracket that was never
   * opened.
   */
  private static Word trimNumber(Word word, int at, List<Word> words) {
    Matcher m = SPECKS_AFTER_NUMBER.matcher(word.text());
    if (!m.matches()) {
      return word;
    }
    boolean open = false;
    for (int i = at - 1; i >= 0 && sameLine(words.get(i), words.get(i + 1)); i--) {
      open |= words.get(i).text().matches(".*[(\\[][^)\\]]*");
    }
    return open ? word : with(word, m.group(1));
  }

  /** Corrects thyroid hormone names, and "to" between two numbers. */
  private static Word correctByNeighbors(Word before, Word word, Word after) {
    double gap = word.box().left() - before.box().right();
    boolean near = gap < MAX_WORD_GAP * word.box().height();
    if (near && before.text().matches("Free|Total") && word.text().matches("[1IlJ7][34]")) {
      return with(word, "T" + word.text().charAt(1));
    }
    boolean between =
        after != null && before.text().matches(".*\\d") && after.text().matches("\\d.*");
    if (word.text().equals("ta") && between) {
      return with(word, "to");
    }
    return word.text().startsWith("(i") && before.text().matches("\\p{Lu}.*")
        ? capitalizeI(word)
        : word;
  }

  /** Names begin with a capital, so a small i has lost its serifs. */
  private static Word capitalizeI(Word word) {
    Matcher small = SMALL_I.matcher(word.text());
    return small.matches() && TestNames.isKnown(small.group(2))
        ? with(word, small.group(1) + "I" + small.group(2).substring(1) + small.group(3))
        : word;
  }

  /** Detects a letter at the start of a numeric range. */
  private static boolean isMisreadZero(Word word, Word dash, Word number) {
    return dash != null
        && number != null
        && ZERO_MISREADING.matcher(word.text()).matches()
        && dash.text().matches("[-—–]{1,2}")
        && number.text().matches("\\d[\\d.,]*[)\\]]?")
        && sameLine(dash, number)
        && number.box().left() - word.box().right() < 2 * columnGap(word);
  }

  /** Detects a letter as narrow as an arrow that is apart from both name and number. */
  private static boolean arrow(Word before, Word word, Word after) {
    return before != null
        && after != null
        && word.text().matches("[tJ]")
        && word.box().height() > NARROW * word.box().width()
        && before.text().matches(".*\\p{L}.*")
        && after.text().matches("[<>]?\\d[\\d.,]*")
        && word.box().left() - before.box().right() > MIN_FLAG_GAP * columnGap(word)
        && after.box().left() - word.box().right() > columnGap(word);
  }

  private static Word arrow(Word word) {
    return with(word, word.text().equals("t") ? "\u2191" : "\u2193");
  }

  private static Word asZero(Word word) {
    return with(word, word.text().replaceFirst("[OoQ@]{1,2}$", "0"));
  }

  private static Word correct(Word word, Word before, boolean decilitres) {
    String text = word.text();
    if (decilitres && DECILITER_WITHOUT_CAPITAL.matcher(text).matches()) {
      return with(word, text + "L");
    }
    if (before != null && before.text().equals("Triiodothyronine")) {
      return with(word, text.replaceFirst("^\\([71]3\\)", "(T3)"));
    }
    return word;
  }

  /** Cleans a line of column headings from specks that look like the colon of a label. */
  private static List<Word> cleanHeadings(List<Word> line) {
    List<Word> bare =
        line.stream().map(w -> with(w, EDGE.matcher(w.text()).replaceFirst(""))).toList();
    boolean all = bare.stream().allMatch(w -> ScannedWords.isHeadingWord(w.text()));
    return all && line.size() >= MIN_OCCURRENCES ? bare : line;
  }

  /**
   * Detects a dash that is close to a name and far from the next word, so that no column contains
   * it.
   */
  private static boolean isStrayDash(Word before, Word word, Word after) {
    if (!DASH.matcher(word.text()).matches()) {
      return false;
    }
    boolean ofName =
        before.text().matches(".*[\\p{L})]")
            && word.box().left() - before.box().right() < columnGap(word);
    return ofName && (after == null || after.box().left() - word.box().right() > columnGap(before));
  }

  private static double columnGap(Word word) {
    return MIN_COLUMN_GAP * Math.max(6, word.box().height());
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
        : new Word(
            text, word.box(), Math.min(CORRECTED_CONFIDENCE, word.confidence()), word.bold());
  }
}
