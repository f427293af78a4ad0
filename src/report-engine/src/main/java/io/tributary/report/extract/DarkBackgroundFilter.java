package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.L_CLONE;
import static org.bytedeco.leptonica.global.leptonica.L_MEAN_ABSVAL;
import static org.bytedeco.leptonica.global.leptonica.PIX_PAINT;
import static org.bytedeco.leptonica.global.leptonica.PIX_SRC;
import static org.bytedeco.leptonica.global.leptonica.boxCreate;
import static org.bytedeco.leptonica.global.leptonica.boxDestroy;
import static org.bytedeco.leptonica.global.leptonica.boxaDestroy;
import static org.bytedeco.leptonica.global.leptonica.boxaGetBox;
import static org.bytedeco.leptonica.global.leptonica.boxaGetCount;
import static org.bytedeco.leptonica.global.leptonica.pixAnd;
import static org.bytedeco.leptonica.global.leptonica.pixClipRectangle;
import static org.bytedeco.leptonica.global.leptonica.pixCloseBrick;
import static org.bytedeco.leptonica.global.leptonica.pixCloseSafeBrick;
import static org.bytedeco.leptonica.global.leptonica.pixCombineMasked;
import static org.bytedeco.leptonica.global.leptonica.pixConnCompBB;
import static org.bytedeco.leptonica.global.leptonica.pixGammaTRC;
import static org.bytedeco.leptonica.global.leptonica.pixGetAverageMasked;
import static org.bytedeco.leptonica.global.leptonica.pixInvert;
import static org.bytedeco.leptonica.global.leptonica.pixMorphSequence;
import static org.bytedeco.leptonica.global.leptonica.pixOpenBrick;
import static org.bytedeco.leptonica.global.leptonica.pixOr;
import static org.bytedeco.leptonica.global.leptonica.pixRasterop;
import static org.bytedeco.leptonica.global.leptonica.pixSeedfillBinary;

import org.bytedeco.leptonica.BOX;
import org.bytedeco.leptonica.BOXA;

/**
 * Inverts white text on dark bars, so that it becomes dark text on white.
 *
 * <p>Closely set letters can resemble a bar, but no part of them is as long and thick as a bar.
 * Bold letters on a narrow bar leave little of it visible above and below them, so the area between
 * these remains counts as part of the bar.
 */
final class DarkBackgroundFilter {
  private static final int WHITE = 255;
  private static final int BAR = 45;
  private static final int BAR_EDGE = 5;

  /** Gaps of a bar up to this width are letters, in pixels. */
  private static final int MAX_LETTER_WIDTH = 61;

  /** Pixels darker than this become fully black. */
  private static final int INK_THRESHOLD = 40;

  /**
   * Fraction of a background's mean brightness that nearly all of its pixels exceed, despite noise.
   */
  private static final float NOISE_FACTOR = 0.85f;

  /** Width of the strips within which the brightness is taken as constant, in pixels. */
  private static final int STRIP_WIDTH = 16;

  private DarkBackgroundFilter() {}

  static void apply(Bitmap pic) {
    try (Bitmap ink = Deskew.binarize(pic);
        Bitmap solid = new Bitmap(pixOpenBrick(null, ink.pix(), BAR, BAR_EDGE));
        Bitmap close = new Bitmap(pixMorphSequence(ink.pix(), "c9.9 + o60.22", 0));
        Bitmap seed = new Bitmap(pixAnd(null, solid.pix(), close.pix()));
        Bitmap ground = new Bitmap(pixOr(null, solid.pix(), close.pix()));
        Bitmap filled = new Bitmap(pixSeedfillBinary(null, seed.pix(), ground.pix(), 8));
        Bitmap dark = new Bitmap(pixCloseBrick(null, filled.pix(), MAX_LETTER_WIDTH, 1));
        Bitmap inverse = invertBars(pic, seed, fillBars(dark))) {
      pixCombineMasked(pic.pix(), inverse.pix(), dark.pix());
    }
  }

  private static Bitmap fillBars(Bitmap dark) {
    BOXA bars = pixConnCompBB(dark.pix(), 8);
    int count = bars == null ? 0 : boxaGetCount(bars);
    for (int i = 0; i < count; i++) {
      BOX place = boxaGetBox(bars, i, L_CLONE);
      try (Bitmap bar = new Bitmap(pixClipRectangle(dark.pix(), place, (BOX) null));
          Bitmap closed = new Bitmap(pixCloseSafeBrick(null, bar.pix(), 1, MAX_LETTER_WIDTH))) {
        pixRasterop(
            dark.pix(), place.x(), place.y(), place.w(), place.h(), PIX_PAINT, closed.pix(), 0, 0);
      }
      boxDestroy(place);
    }
    if (bars != null) {
      boxaDestroy(bars);
    }
    return dark;
  }

  /**
   * Inverts the image and raises each bar to the white of paper.
   *
   * <p>A bar is seldom fully black. An inverted bar that stays gray would be taken for a table rule
   * and removed together with its text. In a photo the brightness changes along the bar, so each
   * strip is normalized by its own background.
   */
  private static Bitmap invertBars(Bitmap pic, Bitmap ground, Bitmap dark) {
    Bitmap inverse = new Bitmap(pixInvert(null, pic.pix()));
    BOXA bars = pixConnCompBB(dark.pix(), 8);
    int count = bars == null ? 0 : boxaGetCount(bars);
    for (int i = 0; i < count; i++) {
      BOX place = boxaGetBox(bars, i, L_CLONE);
      float whole = backgroundLevel(inverse, ground, place);
      for (int x = place.x(); x < place.x() + place.w(); x += STRIP_WIDTH) {
        BOX piece =
            boxCreate(x, place.y(), Math.min(STRIP_WIDTH, place.x() + place.w() - x), place.h());
        float level = backgroundLevel(inverse, ground, piece);
        whiten(inverse, piece, level > 0 ? level : whole);
        boxDestroy(piece);
      }
      boxDestroy(place);
    }
    if (bars != null) {
      boxaDestroy(bars);
    }
    return inverse;
  }

  private static float backgroundLevel(Bitmap inverse, Bitmap ground, BOX place) {
    try (Bitmap bar = new Bitmap(pixClipRectangle(inverse.pix(), place, (BOX) null));
        Bitmap mask = new Bitmap(pixClipRectangle(ground.pix(), place, (BOX) null))) {
      float[] level = new float[1];
      int failed = pixGetAverageMasked(bar.pix(), mask.pix(), 0, 0, 1, L_MEAN_ABSVAL, level);
      return failed == 0 ? level[0] : 0;
    }
  }

  private static void whiten(Bitmap inverse, BOX place, float level) {
    if (level > 0) {
      try (Bitmap bar = new Bitmap(pixClipRectangle(inverse.pix(), place, (BOX) null))) {
        int white = Math.clamp(Math.round(level * NOISE_FACTOR), INK_THRESHOLD + 1, WHITE);
        pixGammaTRC(bar.pix(), bar.pix(), 1f, INK_THRESHOLD, white);
        pixRasterop(
            inverse.pix(), place.x(), place.y(), place.w(), place.h(), PIX_SRC, bar.pix(), 0, 0);
      }
    }
  }
}
