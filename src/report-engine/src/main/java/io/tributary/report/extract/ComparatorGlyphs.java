package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.boxCreate;
import static org.bytedeco.leptonica.global.leptonica.boxDestroy;
import static org.bytedeco.leptonica.global.leptonica.pixClipRectangle;

import io.tributary.report.extract.Tesseract.OcrWord;
import io.tributary.report.page.BoundingBox;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.leptonica.BOX;
import org.bytedeco.leptonica.PIX;

/**
 * Recognizes the signs ≤ and ≥ by shape, because the OCR engine reads them as another character.
 *
 * <p>Only signs directly before a number are examined.
 */
final class ComparatorGlyphs {
  private static final double MIN_CONFIDENCE = 0.75;
  private static final double DOUBTFUL_CONFIDENCE = 0.35;
  private static final int DARK_THRESHOLD = 140;
  private static final int MIN_HEIGHT = 8;

  /** Minimum width of a horizontal stroke, as a fraction of the width of the sign. */
  private static final double MIN_STROKE_WIDTH = 0.6;

  /** Minimum horizontal distance of the tip from the ends, in widths of the sign. */
  private static final double MIN_TIP_OFFSET = 0.3;

  /** A sign that OCR joined with its number into one word. */
  private static final String GLUED_COMPARATOR = "[sSzZ25=<>]\\d[\\d.,]*[)\\]]?";

  private static final double MAX_BAR_HEIGHT = 0.35;
  private static final int ALIGNMENT_TOLERANCE = 3;

  private ComparatorGlyphs() {}

  static List<OcrWord> recognize(List<OcrWord> words, Bitmap page) {
    List<OcrWord> out = new ArrayList<>(words.size());
    for (int i = 0; i < words.size(); i++) {
      OcrWord word = words.get(i);
      boolean before = i + 1 < words.size() && isNumberAfter(word, words.get(i + 1));
      if (word.text().matches(GLUED_COMPARATOR)) {
        out.add(splitGlued(word, page));
      } else {
        out.add(before && isCandidate(word.text()) ? recognize(word, page) : word);
      }
    }
    return out;
  }

  private static boolean isCandidate(String text) {
    return text.matches("[(\\[]?(?:[sSzZ25=<>]|s5|=<|<=|>=|2>)");
  }

  private static boolean isNumberAfter(OcrWord sign, OcrWord number) {
    double height = number.box().height();
    return number.text().matches("\\d[\\d.,]*[)\\]]?")
        && Math.abs(number.box().bottom() - sign.box().bottom()) < height
        && number.box().left() - sign.box().right() < 1.5 * height
        && number.box().left() > sign.box().left();
  }

  private static OcrWord recognize(OcrWord word, Bitmap page) {
    boolean bracket = word.text().matches("[(\\[].*");
    int left = (int) (word.box().left() + (bracket ? word.box().width() * 0.45 : 0));
    BOX place =
        boxCreate(
            left,
            (int) word.box().top(),
            Math.max(1, (int) word.box().right() - left),
            Math.max(1, (int) word.box().height()));
    PIX clip = pixClipRectangle(page.pix(), place, (BOX) null);
    boxDestroy(place);
    if (clip == null || clip.isNull()) {
      return word;
    }
    try (Bitmap part = new Bitmap(clip)) {
      String sign = recognizeSign(part.bytes(), part.width(), part.height());
      String text = (bracket ? word.text().substring(0, 1) : "") + sign;
      return sign.isEmpty()
          ? word
          : new OcrWord(text, word.box(), Math.max(MIN_CONFIDENCE, word.confidence()));
    }
  }

  /**
   * Splits off a comparator that OCR joined with its number. No digit has a separate stroke below
   * it that is as wide as the digit.
   */
  private static OcrWord splitGlued(OcrWord word, Bitmap page) {
    BoundingBox box = word.box();
    BOX place =
        boxCreate(
            (int) box.left(),
            (int) box.top(),
            Math.max(1, (int) box.width()),
            Math.max(1, (int) box.height()));
    PIX clip = pixClipRectangle(page.pix(), place, (BOX) null);
    boxDestroy(place);
    if (clip == null || clip.isNull()) {
      return word;
    }
    try (Bitmap part = new Bitmap(clip)) {
      List<ConnectedComponent> shapes = ConnectedComponent.of(part, Integer.MAX_VALUE);
      int left = shapes.stream().mapToInt(ConnectedComponent::x).min().orElse(0);
      List<ConnectedComponent> first =
          shapes.stream().filter(s -> s.x() <= left + ALIGNMENT_TOLERANCE).toList();
      if (first.size() != 2) {
        return word;
      }
      boolean ordered = first.getFirst().y() < first.getLast().y();
      ConnectedComponent angle = ordered ? first.getFirst() : first.getLast();
      ConnectedComponent bar = ordered ? first.getLast() : first.getFirst();
      boolean underlined =
          bar.y() >= angle.bottom()
              && bar.h() <= MAX_BAR_HEIGHT * angle.h()
              && Math.abs(bar.w() - angle.w()) <= ALIGNMENT_TOLERANCE;
      if (!underlined) {
        return word;
      }
      BoundingBox sign =
          new BoundingBox(
              box.left() + left,
              box.top() + angle.y(),
              box.left() + Math.max(angle.x() + angle.w(), bar.x() + bar.w()),
              box.top() + bar.bottom());
      String told = recognize(new OcrWord("=", sign, 0), page).text();
      return told.equals("=")
          ? new OcrWord(word.text(), box, Math.min(DOUBTFUL_CONFIDENCE, word.confidence()))
          : new OcrWord(
              told + word.text().substring(1), box, Math.min(MIN_CONFIDENCE, word.confidence()));
    }
  }

  /** Returns the comparator drawn as an angle with a stroke below it, or an empty string. */
  static String recognizeSign(byte[] grey, int width, int height) {
    double[] middles = new double[height];
    int[] spans = new int[height];
    int stride = grey.length / height;
    int from = width;
    int to = -1;
    for (int y = 0; y < height; y++) {
      int first = -1;
      int last = -1;
      for (int x = 0; x < width; x++) {
        if ((grey[y * stride + (x ^ 3)] & 0xff) < DARK_THRESHOLD) {
          first = first < 0 ? x : first;
          last = x;
        }
      }
      middles[y] = first < 0 ? -1 : (first + last) / 2.0;
      spans[y] = first < 0 ? 0 : last - first + 1;
      from = first < 0 ? from : Math.min(from, first);
      to = Math.max(to, last);
    }
    // The empty margin must not count as width: it would make the arc of a 2 look narrow.
    int inked = to - from + 1;
    int top = 0;
    while (top < height && spans[top] == 0) {
      top++;
    }
    int bottom = height - 1;
    while (bottom > top && spans[bottom] == 0) {
      bottom--;
    }
    int tall = bottom - top + 1;
    boolean underlined = tall >= MIN_HEIGHT && spans[bottom - tall / 12] > MIN_STROKE_WIDTH * width;
    boolean angle = true;
    for (int y = top; y < top + tall * 3 / 5; y++) {
      // The bars of an equals sign span its full width, with a gap between them.
      angle &= spans[y] > 0 && spans[y] < MIN_STROKE_WIDTH * inked;
    }
    return underlined && angle ? tipDirection(middles, top, tall, width) : "";
  }

  private static String tipDirection(double[] middles, int top, int tall, int width) {
    double end = mean(middles, top, top + Math.max(1, tall / 8));
    double furthest = 0;
    for (int y = top + tall / 5; y < top + tall * 3 / 5; y++) {
      double off = middles[y] < 0 ? 0 : (middles[y] - end) / width;
      furthest = Math.abs(off) > Math.abs(furthest) ? off : furthest;
    }
    if (Math.abs(furthest) < MIN_TIP_OFFSET) {
      return "";
    }
    return furthest < 0 ? "≤" : "≥";
  }

  private static double mean(double[] values, int from, int to) {
    double sum = 0;
    for (int i = from; i < to; i++) {
      sum += values[i];
    }
    return sum / (to - from);
  }
}
