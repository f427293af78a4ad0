package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.boxCreate;
import static org.bytedeco.leptonica.global.leptonica.boxDestroy;
import static org.bytedeco.leptonica.global.leptonica.pixClipRectangle;

import io.tributary.report.extract.Tesseract.Found;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.leptonica.BOX;
import org.bytedeco.leptonica.PIX;

/**
 * Filled triangles that say high or low, which the recogniser does not know: it makes letters of
 * them, and these spoil the cell beside. Their shape tells which they are.
 */
final class Triangles {
  private static final double SURE = 0.75;
  private static final int DARK = 140;
  private static final int LEAST = 10;
  private static final double FULL = 0.9;
  private static final double TIP = 0.35;
  private static final double BASE = 0.85;

  private Triangles() {}

  static List<Found> told(List<Found> words, Pic page) {
    List<Found> out = new ArrayList<>(words.size());
    for (Found word : words) {
      out.add(mayBe(word) ? told(word, page) : word);
    }
    return out;
  }

  private static boolean mayBe(Found word) {
    double ratio = word.box().width() / Math.max(1, word.box().height());
    return word.text().length() <= 2
        && word.text().chars().noneMatch(Character::isDigit)
        && ratio > 0.6
        && ratio < 1.7;
  }

  private static Found told(Found word, Pic page) {
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
    try (Pic part = new Pic(clip)) {
      String sign = sign(part);
      return sign.isEmpty() ? word : new Found(sign, word.box(), Math.max(SURE, word.confidence()));
    }
  }

  /** The triangle that fills a picture, or nothing. */
  static String sign(Pic part) {
    byte[] grey = part.bytes();
    int height = part.height();
    int stride = grey.length / height;
    int[] spans = new int[height];
    int first = height;
    int last = -1;
    int ink = 0;
    int within = 0;
    for (int y = 0; y < height; y++) {
      int left = -1;
      int right = -1;
      for (int x = 0; x < part.width(); x++) {
        // Pixels lie in words of four, the first in the highest byte.
        if ((grey[y * stride + (x ^ 3)] & 0xff) < DARK) {
          left = left < 0 ? x : left;
          right = x;
          ink++;
        }
      }
      spans[y] = left < 0 ? 0 : right - left + 1;
      within += spans[y];
      first = spans[y] > 0 ? Math.min(first, y) : first;
      last = spans[y] > 0 ? y : last;
    }
    boolean full = ink >= FULL * within && last - first + 1 >= LEAST;
    return full ? pointed(spans, first, last, part.width()) : "";
  }

  private static String pointed(int[] spans, int first, int last, int width) {
    boolean grows = true;
    boolean shrinks = true;
    // Edges are blurred and ragged.
    for (int y = first + 2; y < last; y++) {
      grows &= spans[y] >= spans[y - 1] - 1 && spans[y] > 0;
      shrinks &= spans[y] <= spans[y - 1] + 1 && spans[y] > 0;
    }
    int top = spans[first + 1];
    int bottom = spans[last - 1];
    if (grows && top <= TIP * width && bottom >= BASE * width) {
      return "▲";
    }
    return shrinks && bottom <= TIP * width && top >= BASE * width ? "▼" : "";
  }
}
