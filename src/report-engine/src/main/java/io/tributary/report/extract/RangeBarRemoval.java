package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.L_SELECT_IF_BOTH;
import static org.bytedeco.leptonica.global.leptonica.L_SELECT_IF_GTE;
import static org.bytedeco.leptonica.global.leptonica.L_SELECT_IF_LTE;
import static org.bytedeco.leptonica.global.leptonica.pixAnd;
import static org.bytedeco.leptonica.global.leptonica.pixDilateBrick;
import static org.bytedeco.leptonica.global.leptonica.pixOpenBrick;
import static org.bytedeco.leptonica.global.leptonica.pixOr;
import static org.bytedeco.leptonica.global.leptonica.pixSeedfillBinary;
import static org.bytedeco.leptonica.global.leptonica.pixSelectByAreaFraction;
import static org.bytedeco.leptonica.global.leptonica.pixSelectBySize;
import static org.bytedeco.leptonica.global.leptonica.pixSetMasked;
import static org.bytedeco.leptonica.global.leptonica.pixThresholdToBinary;

import org.bytedeco.javacpp.IntPointer;

/**
 * Erases bars with a knob that show the position of a value within its range.
 *
 * <p>The OCR engine reads letters and digits from them, at the position of values and ranges.
 */
final class RangeBarRemoval {
  private static final int PALE = 222;
  private static final int DARKEST = 110;
  private static final int WHITE = 255;

  /** Minimum length in pixels; no stroke of a letter is as long and as thick. */
  private static final int MIN_LENGTH = 80;

  private static final int MIN_THICKNESS = 7;
  private static final float FULL = 0.7f;
  private static final int KNOB = 17;

  /**
   * Side of a square that fits into a knob on a line, in pixels. Strokes of bold letters of this
   * height are thinner.
   */
  private static final int KNOB_CORE = 13;

  /** Maximum width in pixels; a larger area is a background with text on it. */
  private static final int MAX_WIDTH = 700;

  private static final int MAX_HEIGHT = 44;

  private RangeBarRemoval() {}

  static void apply(Bitmap pic) {
    try (Bitmap ink = new Bitmap(pixThresholdToBinary(pic.pix(), PALE));
        Bitmap small = shrink(ink);
        Bitmap bars = new Bitmap(pixOpenBrick(null, small.pix(), MIN_LENGTH, MIN_THICKNESS));
        Bitmap knobs = knobs(pic, small);
        Bitmap solid = new Bitmap(pixOr(null, bars.pix(), knobs.pix()));
        Bitmap strung = linesWithKnob(small);
        Bitmap seed = new Bitmap(pixOr(null, solid.pix(), strung.pix()));
        Bitmap whole = new Bitmap(pixSeedfillBinary(null, seed.pix(), small.pix(), 8));
        Bitmap wide = new Bitmap(pixDilateBrick(null, whole.pix(), 3, 3))) {
      pixSetMasked(pic.pix(), wide.pix(), WHITE);
    }
  }

  /**
   * Finds disks: no letter, not even a bold one, fills its bounding box as completely where it is
   * darkest.
   */
  private static Bitmap knobs(Bitmap pic, Bitmap small) {
    try (Bitmap darkest = new Bitmap(pixThresholdToBinary(pic.pix(), DARKEST));
        Bitmap lone = shrink(darkest);
        Bitmap full =
            new Bitmap(
                pixSelectByAreaFraction(lone.pix(), FULL, 8, L_SELECT_IF_GTE, (IntPointer) null));
        Bitmap discs = new Bitmap(pixOpenBrick(null, full.pix(), KNOB, KNOB))) {
      return new Bitmap(pixAnd(null, discs.pix(), small.pix()));
    }
  }

  /**
   * Finds a thin line with something solid on it. Both may be pale, which is never the case for an
   * underlined word.
   */
  private static Bitmap linesWithKnob(Bitmap small) {
    try (Bitmap lines = new Bitmap(pixOpenBrick(null, small.pix(), MIN_LENGTH, 1));
        Bitmap beads = new Bitmap(pixOpenBrick(null, small.pix(), KNOB_CORE, KNOB_CORE));
        Bitmap lined = new Bitmap(pixSeedfillBinary(null, lines.pix(), small.pix(), 8));
        Bitmap beaded = new Bitmap(pixSeedfillBinary(null, beads.pix(), small.pix(), 8))) {
      return new Bitmap(pixAnd(null, lined.pix(), beaded.pix()));
    }
  }

  private static Bitmap shrink(Bitmap ink) {
    return new Bitmap(
        pixSelectBySize(
            ink.pix(),
            MAX_WIDTH,
            MAX_HEIGHT,
            8,
            L_SELECT_IF_BOTH,
            L_SELECT_IF_LTE,
            (IntPointer) null));
  }
}
