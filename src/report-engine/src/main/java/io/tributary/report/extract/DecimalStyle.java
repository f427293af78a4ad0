package io.tributary.report.extract;

import io.tributary.report.extract.Tesseract.OcrWord;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * Unifies the decimal separators of a page.
 *
 * <p>On a page that prints decimals with points, a few commas are misread points, and the reverse.
 * Only words that are a number or a range are corrected, and a corrected word never counts as
 * certain. Times, dates, version numbers and footnote numbers are left unchanged because they use
 * separators of their own.
 */
final class DecimalStyle {
  /** One or two numbers with the signs around them. */
  private static final Pattern NUMBERS =
      Pattern.compile("[(\\[<>=≤≥]{0,3}[\\d.,]+(?:[-–~][\\d.,]+)?[)\\]]?|\\D[\\d.,]+");

  private static final String DECIMALS_TEMPLATE = "(?<![\\d.,])(\\d{1,3})%s(\\d{1,2})(?![\\d.,])";
  private static final Pattern WITH_COMMA = Pattern.compile(DECIMALS_TEMPLATE.formatted(","));
  private static final Pattern WITH_POINT = Pattern.compile(DECIMALS_TEMPLATE.formatted("\\."));

  /**
   * Times and days, including a range that starts like a time, because measured numbers are not
   * printed that way.
   */
  private static final Pattern TIME_OR_DAY =
      Pattern.compile(
          "[(\\[]?0\\d\\..*|(?:[01]\\d|2[0-4])\\.[0-5]\\d|(?:[012]\\d|3[01])\\.(?:0[1-9]|1[0-2])");

  private static final Pattern VERSION = Pattern.compile("[vV][\\d.,]+");
  private static final Pattern FOOTNOTES = Pattern.compile("[(\\[]\\d[.,]\\d[)\\]]");

  /**
   * Word before a version number. The next pattern matches hours and vitamin names after a number.
   */
  private static final Pattern VERSION_WORD =
      Pattern.compile("(?i)(?:v|vers|version|rev|release)[.:]?");

  private static final Pattern TIME_OR_VITAMIN_WORD =
      Pattern.compile("h|hrs?|Uhr|Std\\.?|(?i:[ap]\\.?m\\.?|\\(?oh\\b.*|di-?hydroxy.*)");

  private static final int MIN_MAJORITY = 8;
  private static final int MAJORITY_RATIO = 5;
  private static final double CORRECTED_CONFIDENCE = 0.75;

  private DecimalStyle() {}

  static List<OcrWord> unify(List<OcrWord> words) {
    boolean[] numbers = new boolean[words.size()];
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] =
          isNumber(words.get(i).text())
              && (i == 0 || !VERSION_WORD.matcher(words.get(i - 1).text()).matches())
              && (i + 1 == numbers.length
                  || !TIME_OR_VITAMIN_WORD.matcher(words.get(i + 1).text()).matches());
    }
    long points = count(words, numbers, WITH_POINT);
    long commas = count(words, numbers, WITH_COMMA);
    if (commas > 0 && points >= MIN_MAJORITY && points >= MAJORITY_RATIO * commas) {
      return replaceSeparator(words, numbers, WITH_COMMA, "$1.$2");
    }
    if (points > 0 && commas >= MIN_MAJORITY && commas >= MAJORITY_RATIO * points) {
      return replaceSeparator(words, numbers, WITH_POINT, "$1,$2");
    }
    return words;
  }

  private static boolean isNumber(String text) {
    return NUMBERS.matcher(text).matches()
        && !TIME_OR_DAY.matcher(text).matches()
        && !VERSION.matcher(text).matches()
        && !FOOTNOTES.matcher(text).matches();
  }

  private static long count(List<OcrWord> words, boolean[] numbers, Pattern decimals) {
    return IntStream.range(0, numbers.length)
        .filter(i -> numbers[i] && decimals.matcher(words.get(i).text()).find())
        .count();
  }

  private static List<OcrWord> replaceSeparator(
      List<OcrWord> words, boolean[] numbers, Pattern wrong, String right) {
    return IntStream.range(0, numbers.length)
        .mapToObj(i -> numbers[i] ? replaceSeparator(words.get(i), wrong, right) : words.get(i))
        .toList();
  }

  private static OcrWord replaceSeparator(OcrWord word, Pattern wrong, String right) {
    String text = wrong.matcher(word.text()).replaceAll(right);
    return text.equals(word.text())
        ? word
        : new OcrWord(text, word.box(), Math.min(CORRECTED_CONFIDENCE, word.confidence()));
  }
}
