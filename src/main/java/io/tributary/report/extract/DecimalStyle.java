package io.tributary.report.extract;

import io.tributary.report.extract.Tesseract.Found;
import java.util.List;
import java.util.regex.Pattern;

/**
 * On a page that writes its decimals with points, a few with commas are points that were misread,
 * and the other way round. Only in words that are a number or a range; what was mended is not sure.
 */
final class DecimalStyle {
  /** A number or two, with what stands before, between and after them. */
  private static final Pattern NUMBERS =
      Pattern.compile("[(\\[<>=≤≥]{0,3}[\\d.,]+(?:[-–~][\\d.,]+)?[)\\]]?|\\D[\\d.,]+");

  private static final String WITH = "(?<![\\d.,])(\\d{1,3})%s(\\d{1,2})(?![\\d.,])";
  private static final Pattern WITH_COMMA = Pattern.compile(WITH.formatted(","));
  private static final Pattern WITH_POINT = Pattern.compile(WITH.formatted("\\."));
  private static final int ENOUGH = 8;
  private static final int TIMES = 5;
  private static final double MENDED = 0.75;

  private DecimalStyle() {}

  static List<Found> one(List<Found> words) {
    long points = count(words, WITH_POINT);
    long commas = count(words, WITH_COMMA);
    if (commas > 0 && points >= ENOUGH && points >= TIMES * commas) {
      return mended(words, WITH_COMMA, "$1.$2");
    }
    if (points > 0 && commas >= ENOUGH && commas >= TIMES * points) {
      return mended(words, WITH_POINT, "$1,$2");
    }
    return words;
  }

  private static long count(List<Found> words, Pattern decimals) {
    return words.stream()
        .filter(w -> NUMBERS.matcher(w.text()).matches() && decimals.matcher(w.text()).find())
        .count();
  }

  private static List<Found> mended(List<Found> words, Pattern wrong, String right) {
    return words.stream().map(w -> mended(w, wrong, right)).toList();
  }

  private static Found mended(Found word, Pattern wrong, String right) {
    if (!NUMBERS.matcher(word.text()).matches()) {
      return word;
    }
    String text = wrong.matcher(word.text()).replaceAll(right);
    return text.equals(word.text())
        ? word
        : new Found(text, word.box(), Math.min(MENDED, word.confidence()));
  }
}
