package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.L_BRING_IN_WHITE;
import static org.bytedeco.leptonica.global.leptonica.L_ROTATE_AREA_MAP;
import static org.bytedeco.leptonica.global.leptonica.boxaDestroy;
import static org.bytedeco.leptonica.global.leptonica.boxaGetBoxGeometry;
import static org.bytedeco.leptonica.global.leptonica.boxaGetCount;
import static org.bytedeco.leptonica.global.leptonica.pixBackgroundNorm;
import static org.bytedeco.leptonica.global.leptonica.pixCloseBrick;
import static org.bytedeco.leptonica.global.leptonica.pixConnCompBB;
import static org.bytedeco.leptonica.global.leptonica.pixCountConnComp;
import static org.bytedeco.leptonica.global.leptonica.pixFindSkewSweepAndSearchScore;
import static org.bytedeco.leptonica.global.leptonica.pixGammaTRC;
import static org.bytedeco.leptonica.global.leptonica.pixRotate;
import static org.bytedeco.leptonica.global.leptonica.pixRotateOrth;
import static org.bytedeco.leptonica.global.leptonica.pixScale;
import static org.bytedeco.leptonica.global.leptonica.pixThresholdToBinary;

import java.util.Arrays;
import org.bytedeco.leptonica.BOXA;

/**
 * Levels the text lines of an image and scales its letters to the size that the OCR engine reads
 * best.
 */
final class Deskew {
  private static final int INK = 180;
  private static final float MAX_ANGLE = 12;
  private static final double MIN_ANGLE = 0.05;
  private static final double MIN_CONFIDENCE = 2.5;
  private static final int LETTER_GAP = 17;
  private static final double CLEAR_RATIO = 2.5;

  private static final int TARGET_LETTER_HEIGHT = 26;
  private static final int SMALL = 20;
  private static final int LARGE = 44;
  private static final double MOST_PIXELS = 14_000_000;
  private static final int ENOUGH_LETTERS = 40;
  private static final double DOT = 0.4;

  private static final int WHITE = 225;
  private static final int WHITE_IN_SHADOW = 208;

  private Deskew() {}

  static Bitmap binarize(Bitmap pic) {
    return new Bitmap(pixThresholdToBinary(pic.pix(), INK));
  }

  /** Rotates the image so that its text lines are horizontal. They may still be upside down. */
  static Bitmap level(Bitmap pic) {
    Bitmap out = pic;
    Slope slope = slope(pic);
    double standing = verticality(pic);
    if (standing > 1) {
      Bitmap quarter = new Bitmap(pixRotateOrth(pic.pix(), 1));
      Slope turned = slope(quarter);
      // Short, widely spaced lines score no better than their ends.
      double weight = standing > CLEAR_RATIO ? CLEAR_RATIO : 1;
      boolean clearer = turned.score() * weight > slope.score();
      (clearer ? pic : quarter).close();
      out = clearer ? quarter : pic;
      slope = clearer ? turned : slope;
    }
    if (Math.abs(slope.degrees()) < MIN_ANGLE || slope.confidence() < MIN_CONFIDENCE) {
      return out;
    }
    float radians = (float) Math.toRadians(slope.degrees());
    return out.replaceWith(
        pixRotate(out.pix(), radians, L_ROTATE_AREA_MAP, L_BRING_IN_WHITE, 0, 0));
  }

  /**
   * Skew of the text lines.
   *
   * @param degrees clockwise rotation that levels the lines
   * @param score contrast between text lines and the gaps between them
   */
  private record Slope(double degrees, double confidence, double score) {}

  private static Slope slope(Bitmap pic) {
    float[] degrees = new float[1];
    float[] confidence = new float[1];
    float[] score = new float[1];
    try (Bitmap ink = binarize(pic)) {
      int failed =
          pixFindSkewSweepAndSearchScore(
              ink.pix(), degrees, confidence, score, 4, 2, 0, MAX_ANGLE, 1, 0.01f);
      return failed != 0 ? new Slope(0, 0, 0) : new Slope(degrees[0], confidence[0], score[0]);
    }
  }

  /**
   * Returns a ratio above 1 if the text runs vertically.
   *
   * <p>Letters are closer to the other letters of their word than to those of other lines. The
   * ratio compares the components after closing gaps horizontally with those after closing gaps
   * vertically.
   */
  private static double verticality(Bitmap pic) {
    try (Bitmap ink = binarize(pic);
        Bitmap along = new Bitmap(pixCloseBrick(null, ink.pix(), LETTER_GAP, 1));
        Bitmap down = new Bitmap(pixCloseBrick(null, ink.pix(), 1, LETTER_GAP))) {
      return countComponents(along) / Math.max(1.0, countComponents(down));
    }
  }

  private static int countComponents(Bitmap ink) {
    int[] count = new int[1];
    return pixCountConnComp(ink.pix(), 8, count) == 0 ? count[0] : 0;
  }

  /** Scales the image so that its letters are neither too small nor too large. */
  static Bitmap normalizeLetterSize(Bitmap pic) {
    double letter = letterHeight(pic);
    double pixels = (double) pic.width() * pic.height();
    double factor = letter < SMALL || letter > LARGE ? TARGET_LETTER_HEIGHT / letter : 1;
    factor = Math.min(Math.clamp(factor, 0.3, 3), Math.sqrt(MOST_PIXELS / pixels));
    return Math.abs(factor - 1) < 0.08
        ? pic
        : pic.replaceWith(pixScale(pic.pix(), (float) factor, (float) factor));
  }

  private static double letterHeight(Bitmap pic) {
    try (Bitmap ink = binarize(pic)) {
      BOXA boxes = pixConnCompBB(ink.pix(), 8);
      if (boxes == null) {
        return TARGET_LETTER_HEIGHT;
      }
      int count = Math.min(boxaGetCount(boxes), 20_000);
      int[] heights = new int[count];
      int[] x = new int[1];
      int[] y = new int[1];
      int[] w = new int[1];
      int[] h = new int[1];
      int found = 0;
      for (int i = 0; i < count; i++) {
        boxaGetBoxGeometry(
            boxes,
            i,
            java.nio.IntBuffer.wrap(x),
            java.nio.IntBuffer.wrap(y),
            java.nio.IntBuffer.wrap(w),
            java.nio.IntBuffer.wrap(h));
        if (h[0] >= 6 && h[0] <= 120 && w[0] <= 3 * h[0] && h[0] <= 5 * w[0]) {
          heights[found++] = h[0];
        }
      }
      boxaDestroy(boxes);
      Arrays.sort(heights, 0, found);
      return found < ENOUGH_LETTERS ? TARGET_LETTER_HEIGHT : medianHeight(heights, found);
    }
  }

  /** Returns the median height, ignoring dots: a page can have more leader dots than letters. */
  private static double medianHeight(int[] sorted, int count) {
    double least = DOT * sorted[count * 6 / 7];
    int first = 0;
    while (sorted[first] < least) {
      first++;
    }
    return sorted[(first + count) / 2];
  }

  /** Evens out the lighting and makes paper areas white. */
  static Bitmap evenLight(Bitmap pic) {
    return evenLight(pic, WHITE);
  }

  /** Evens out the lighting of a photographed sheet, where paper in shadow has a darker grain. */
  static Bitmap evenShadow(Bitmap pic) {
    return evenLight(pic, WHITE_IN_SHADOW);
  }

  private static Bitmap evenLight(Bitmap pic, int white) {
    Bitmap even =
        pic.replaceWith(pixBackgroundNorm(pic.pix(), null, null, 24, 24, 70, 150, 230, 2, 2));
    return even.replaceWith(pixGammaTRC(null, even.pix(), 1f, 40, white));
  }
}
