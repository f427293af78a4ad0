package io.tributary.report.extract;

import io.tributary.report.extract.Tesseract.OcrWord;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Restores zeros with an inner dot or slash that OCR read as another sign, for example
 * {@code @.45}, {@code 1@-2@} and {@code Q.7}.
 *
 * <p>Monospaced fonts print such zeros. Only text among digits is corrected, where the sign can
 * mean nothing else. The result keeps a low confidence, so no value is released because of it.
 * Words of one number that OCR split at its decimal point are joined again.
 */
final class DottedZeros {
  /** Confidence of a corrected word: enough for a range, too low for a value. */
  private static final double CORRECTED_CONFIDENCE = 0.6;

  /** Confidence of a single sign, which may be something other than a zero. */
  private static final double DOUBTFUL_CONFIDENCE = 0.4;

  /** Digits with their signs; also matches dates, times and sample numbers. */
  private static final Pattern NUMERIC =
      Pattern.compile("[(\\[]{0,2}[<>≤≥+-]?[A-Z]{0,2}[\\d@®©QO.,:/-]+[)\\]%]{0,2}");

  private static final Pattern DOTTED = Pattern.compile("[@®©]");
  private static final Pattern BEFORE_POINT =
      Pattern.compile("(?<![\\p{L}\\d@®©])[QO](?=[.,]\\d|-\\d+[)\\]])");

  /** One zero that OCR read as two signs. */
  private static final Pattern DOUBLED_ZERO =
      Pattern.compile("[QO8][@®©](?=[.,][\\d@®©])|[@®©]Q|Q0(?=[.,-])");

  private static final Pattern LONE = Pattern.compile("([(\\[]?)@-?");
  private static final Pattern TENS = Pattern.compile("([xX×*]?1)(?:Q@|@Q|[@Q®©])(E|\\^|\\*)");

  private static final Pattern ENDS_IN_FIGURE = Pattern.compile(".*\\d");
  private static final Pattern BEGINS_WITH_POINT = Pattern.compile("[.,][\\d@®©].*");
  private static final Pattern ENDS_IN_POINT = Pattern.compile("[(\\[<>-]?\\d+[.,]");
  private static final Pattern BEGINS_WITH_FIGURE = Pattern.compile("[\\d@®©].*");

  /** Maximum gap inside a number, in heights. */
  private static final double MAX_INNER_GAP = 0.8;

  private DottedZeros() {}

  /**
   * Corrects all zeros of a page.
   *
   * @param words in reading order
   */
  static List<OcrWord> correct(List<OcrWord> words) {
    List<OcrWord> out = new ArrayList<>(words.size());
    for (OcrWord word : words) {
      OcrWord last = out.isEmpty() ? null : out.getLast();
      if (last != null && isSplitNumber(last, word)) {
        out.set(out.size() - 1, join(last, word));
      } else {
        out.add(word);
      }
    }
    out.replaceAll(DottedZeros::correct);
    return List.copyOf(out);
  }

  private static OcrWord correct(OcrWord word) {
    String text = word.text();
    if (LONE.matcher(text).matches()) {
      return with(word, text.replace('@', '0'), DOUBTFUL_CONFIDENCE);
    }
    if (text.chars().anyMatch(Character::isDigit) && NUMERIC.matcher(text).matches()) {
      text = BEFORE_POINT.matcher(text).replaceAll("0");
      if (DOTTED.matcher(text).find() || text.contains("Q0")) {
        text = DOUBLED_ZERO.matcher(text).replaceAll("0");
        text = DOTTED.matcher(text).replaceAll("0");
      }
    } else {
      text = TENS.matcher(text).replaceFirst("$10$2");
    }
    return text.equals(word.text()) ? word : with(word, text, CORRECTED_CONFIDENCE);
  }

  private static OcrWord with(OcrWord word, String text, double most) {
    return new OcrWord(text, word.box(), Math.min(most, word.confidence()));
  }

  private static boolean isSplitNumber(OcrWord a, OcrWord b) {
    double height = Math.max(a.box().height(), b.box().height());
    double gap = b.box().left() - a.box().right();
    boolean near = gap < MAX_INNER_GAP * height && gap > -MAX_INNER_GAP * height && sameLine(a, b);
    return near
        && (ENDS_IN_FIGURE.matcher(a.text()).matches()
                && NUMERIC.matcher(a.text()).matches()
                && BEGINS_WITH_POINT.matcher(b.text()).matches()
            || ENDS_IN_POINT.matcher(a.text()).matches()
                && BEGINS_WITH_FIGURE.matcher(b.text()).matches())
        && NUMERIC.matcher(b.text()).matches();
  }

  private static boolean sameLine(OcrWord a, OcrWord b) {
    double middle = (a.box().top() + a.box().bottom()) / 2;
    return middle > b.box().top() - b.box().height()
        && middle < b.box().bottom() + b.box().height();
  }

  private static OcrWord join(OcrWord a, OcrWord b) {
    double confidence = Math.min(CORRECTED_CONFIDENCE, Math.min(a.confidence(), b.confidence()));
    return new OcrWord(a.text() + b.text(), a.box().union(b.box()), confidence);
  }
}
