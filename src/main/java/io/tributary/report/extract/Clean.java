package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.L_CLONE;
import static org.bytedeco.leptonica.global.leptonica.L_MEAN_ABSVAL;
import static org.bytedeco.leptonica.global.leptonica.PIX_SRC;
import static org.bytedeco.leptonica.global.leptonica.boxDestroy;
import static org.bytedeco.leptonica.global.leptonica.boxaDestroy;
import static org.bytedeco.leptonica.global.leptonica.boxaGetBox;
import static org.bytedeco.leptonica.global.leptonica.boxaGetCount;
import static org.bytedeco.leptonica.global.leptonica.pixAnd;
import static org.bytedeco.leptonica.global.leptonica.pixClipRectangle;
import static org.bytedeco.leptonica.global.leptonica.pixCloseBrick;
import static org.bytedeco.leptonica.global.leptonica.pixCombineMasked;
import static org.bytedeco.leptonica.global.leptonica.pixConnCompBB;
import static org.bytedeco.leptonica.global.leptonica.pixGammaTRC;
import static org.bytedeco.leptonica.global.leptonica.pixGetAverageMasked;
import static org.bytedeco.leptonica.global.leptonica.pixInvert;
import static org.bytedeco.leptonica.global.leptonica.pixMorphSequence;
import static org.bytedeco.leptonica.global.leptonica.pixOpenBrick;
import static org.bytedeco.leptonica.global.leptonica.pixRasterop;
import static org.bytedeco.leptonica.global.leptonica.pixSeedfillBinary;

import org.bytedeco.leptonica.BOX;
import org.bytedeco.leptonica.BOXA;

/** Makes dark grounds of headings light. */
final class Clean {
  private static final int WHITE = 255;
  private static final int BAR = 45;
  private static final int BAR_EDGE = 5;

  /** A broad letter on a bar parts it no further. */
  private static final int LETTER = 61;

  /** What is darker is ink as dark as can be. */
  private static final int INK_AT_MOST = 40;

  /** So much of a ground's lightness has nearly all of its grain. */
  private static final float GRAIN = 0.85f;

  private Clean() {}

  /**
   * White letters on dark bars become dark ones on white. Letters that stand close may look like a
   * bar, but no part of them is so long and thick.
   */
  static void lightGrounds(Pic pic) {
    try (Pic ink = Straight.ink(pic);
        Pic solid = new Pic(pixOpenBrick(null, ink.pix(), BAR, BAR_EDGE));
        Pic close = new Pic(pixMorphSequence(ink.pix(), "c9.9 + o60.22", 0));
        Pic seed = new Pic(pixAnd(null, solid.pix(), close.pix()));
        Pic filled = new Pic(pixSeedfillBinary(null, seed.pix(), close.pix(), 8));
        Pic dark = new Pic(pixCloseBrick(null, filled.pix(), LETTER, 1));
        Pic inverse = inverse(pic, seed, dark)) {
      pixCombineMasked(pic.pix(), inverse.pix(), dark.pix());
    }
  }

  /**
   * A page whose dark is light. A bar is seldom black: what it becomes is made as white as paper,
   * or it would be taken for a rule, with all that stands on it.
   */
  private static Pic inverse(Pic pic, Pic ground, Pic dark) {
    Pic inverse = new Pic(pixInvert(null, pic.pix()));
    BOXA bars = pixConnCompBB(dark.pix(), 8);
    int count = bars == null ? 0 : boxaGetCount(bars);
    for (int i = 0; i < count; i++) {
      BOX place = boxaGetBox(bars, i, L_CLONE);
      try (Pic bar = new Pic(pixClipRectangle(inverse.pix(), place, (BOX) null));
          Pic mask = new Pic(pixClipRectangle(ground.pix(), place, (BOX) null))) {
        float[] level = new float[1];
        if (pixGetAverageMasked(bar.pix(), mask.pix(), 0, 0, 1, L_MEAN_ABSVAL, level) == 0) {
          int white = Math.clamp(Math.round(level[0] * GRAIN), INK_AT_MOST + 1, WHITE);
          pixGammaTRC(bar.pix(), bar.pix(), 1f, INK_AT_MOST, white);
          pixRasterop(
              inverse.pix(), place.x(), place.y(), place.w(), place.h(), PIX_SRC, bar.pix(), 0, 0);
        }
      }
      boxDestroy(place);
    }
    if (bars != null) {
      boxaDestroy(bars);
    }
    return inverse;
  }
}
