package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.boxCreate;
import static org.bytedeco.leptonica.global.leptonica.boxDestroy;
import static org.bytedeco.leptonica.global.leptonica.pixClipRectangle;

import io.tributary.report.extract.Tesseract.OcrWord;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.leptonica.BOX;
import org.bytedeco.leptonica.PIX;

/**
 * Recognizes filled triangles that mark high or low values, which the OCR engine reads as letters
 * and which spoil the adjacent cell.
 */
final class TriangleFlags {
  private static final double SURE = 0.75;
  private static final int DARK = 140;
  private static final int LEAST = 10;
  private static final double FULL = 0.9;
  private static final double TIP = 0.35;
  private static final double BASE = 0.85;

  /** Maximum deviation of a side from a straight line, in widths of the base. */
  private static final double MAX_RAGGEDNESS = 0.2;

  private static final double STEP = 0.15;

  /** A capital read with this confidence is a letter, whatever its shape. */
  private static final double MIN_LETTER_CONFIDENCE = 0.95;

  private TriangleFlags() {}

  static List<OcrWord> recognize(List<OcrWord> words, Bitmap page) {
    List<OcrWord> out = new ArrayList<>(words.size());
    for (OcrWord word : words) {
      out.add(isCandidate(word) ? recognize(word, page) : word);
    }
    return out;
  }

  private static boolean isCandidate(OcrWord word) {
    double ratio = word.box().width() / Math.max(1, word.box().height());
    boolean letter = word.text().matches("\\p{Lu}") && word.confidence() >= MIN_LETTER_CONFIDENCE;
    return !letter
        && word.text().length() <= 2
        && word.text().chars().noneMatch(Character::isDigit)
        && ratio > 0.6
        && ratio < 1.7;
  }

  private static OcrWord recognize(OcrWord word, Bitmap page) {
    BOX place =
        boxCreate(
            (int) word.box().left(),
            (int) word.box().top(),
            Math.max(1, (int) word.box().width()),
            Math.max(1, (int) word.box().height()));
    PIX clip = pixClipRectangle(page.pix(), place, (BOX) null);
    boxDestroy(place);
    if (clip == null || clip.isNull()) {
      return word;
    }
    try (Bitmap part = new Bitmap(clip)) {
      String sign = recognizeTriangle(part);
      return sign.isEmpty()
          ? word
          : new OcrWord(sign, word.box(), Math.max(SURE, word.confidence()));
    }
  }

  /** Returns the triangle that fills an image, or an empty string. */
  static String recognizeTriangle(Bitmap part) {
    byte[] grey = part.bytes();
    int height = part.height();
    int stride = grey.length / height;
    int[] spans = new int[height];
    double[] middles = new double[height];
    int first = height;
    int last = -1;
    int ink = 0;
    int within = 0;
    for (int y = 0; y < height; y++) {
      int left = -1;
      int right = -1;
      for (int x = 0; x < part.width(); x++) {
        // Four pixels per 32-bit word, the first in the highest byte.
        if ((grey[y * stride + (x ^ 3)] & 0xff) < DARK) {
          left = left < 0 ? x : left;
          right = x;
          ink++;
        }
      }
      spans[y] = left < 0 ? 0 : right - left + 1;
      middles[y] = (left + right) / 2.0;
      within += spans[y];
      first = spans[y] > 0 ? Math.min(first, y) : first;
      last = spans[y] > 0 ? y : last;
    }
    boolean full = ink >= FULL * within && last - first + 1 >= LEAST;
    if (!full) {
      return "";
    }
    double width = part.width();
    if (hasStraightSides(spans, middles, first, last, width)) {
      return "▲";
    }
    return hasStraightSides(
            reverse(spans), reverse(middles), height - 1 - last, height - 1 - first, width)
        ? "▼"
        : "";
  }

  /**
   * Checks that both sides run straight from the tip to the base. The letters L and T and the digit
   * 7 begin and end like that, but their sides have steps.
   */
  private static boolean hasStraightSides(
      int[] spans, double[] middles, int first, int last, double width) {
    double tall = last - first + 1;
    double base = Math.max(spans[last - 1], spans[last]);
    if (spans[first + 1] > TIP * width || base < BASE * width) {
      return false;
    }
    // Edges are blurred and ragged.
    double ragged = Math.max(MAX_RAGGEDNESS * base, 2);
    for (int y = first + 1; y < last; y++) {
      double straight = base * (y - first + 0.5) / tall;
      boolean step = y > first + 1 && Math.abs(spans[y] - spans[y - 1]) > Math.max(STEP * base, 2);
      boolean narrower = y > first + 1 && spans[y] < spans[y - 1] - 1;
      boolean beside = Math.abs(middles[y] - middles[last - 1]) > ragged / 2 + 0.5;
      if (Math.abs(spans[y] - straight) > ragged || step || narrower || beside) {
        return false;
      }
    }
    return true;
  }

  private static int[] reverse(int[] rows) {
    int[] out = new int[rows.length];
    for (int i = 0; i < rows.length; i++) {
      out[i] = rows[rows.length - 1 - i];
    }
    return out;
  }

  private static double[] reverse(double[] rows) {
    double[] out = new double[rows.length];
    for (int i = 0; i < rows.length; i++) {
      out[i] = rows[rows.length - 1 - i];
    }
    return out;
  }
}
