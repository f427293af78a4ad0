package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.L_CLONE;
import static org.bytedeco.leptonica.global.leptonica.PIX_CLR;
import static org.bytedeco.leptonica.global.leptonica.boxCreate;
import static org.bytedeco.leptonica.global.leptonica.boxDestroy;
import static org.bytedeco.leptonica.global.leptonica.boxaDestroy;
import static org.bytedeco.leptonica.global.leptonica.boxaGetBox;
import static org.bytedeco.leptonica.global.leptonica.boxaGetCount;
import static org.bytedeco.leptonica.global.leptonica.pixAnd;
import static org.bytedeco.leptonica.global.leptonica.pixConnCompBB;
import static org.bytedeco.leptonica.global.leptonica.pixCountPixelsInRect;
import static org.bytedeco.leptonica.global.leptonica.pixDilateBrick;
import static org.bytedeco.leptonica.global.leptonica.pixMorphSequence;
import static org.bytedeco.leptonica.global.leptonica.pixOpenBrick;
import static org.bytedeco.leptonica.global.leptonica.pixOr;
import static org.bytedeco.leptonica.global.leptonica.pixRasterop;
import static org.bytedeco.leptonica.global.leptonica.pixSetMasked;
import static org.bytedeco.leptonica.global.leptonica.pixSubtract;
import static org.bytedeco.leptonica.global.leptonica.pixThresholdToBinary;

import org.bytedeco.leptonica.BOX;
import org.bytedeco.leptonica.BOXA;

/** Erases table rules, including pale ones. Rules differ from letters by being thin. */
final class TableRuleRemoval {
  private static final int LEVEL = 110;
  private static final int UPRIGHT = 90;

  /** Maximum lean of a photographed rule, in pixels over its minimum length. */
  private static final int MAX_LEAN = 5;

  private static final int PALE = 222;
  private static final int FAINT = 215;
  private static final int THIN = 20;
  private static final int THICK = 9;
  private static final int WHITE = 255;

  /** Minimum length above which a run cannot be a word, in pixels. */
  private static final int MAX_WORD_LENGTH = 450;

  private static final int NEAR = 2;
  private static final int STRIP = 3;

  /** Bold letters have stems beside their strokes, while a rule has paper beside it. */
  private static final double STEM_SHARE = 0.22;

  private TableRuleRemoval() {}

  static void apply(Bitmap pic) {
    try (Bitmap ink = Deskew.binarize(pic);
        Bitmap level = new Bitmap(pixOpenBrick(null, ink.pix(), LEVEL, 1));
        Bitmap upright = verticalRules(pic, ink);
        Bitmap pale = paleRules(pic);
        Bitmap all = new Bitmap(pixOr(null, level.pix(), pale.pix()))) {
      keepWords(all, ink);
      try (Bitmap wideLevel = new Bitmap(pixDilateBrick(null, all.pix(), 1, 5));
          Bitmap wideUpright = new Bitmap(pixDilateBrick(null, upright.pix(), 5, 1));
          Bitmap both = new Bitmap(pixOr(null, wideLevel.pix(), wideUpright.pix()))) {
        pixSetMasked(pic.pix(), both.pix(), WHITE);
      }
    }
  }

  /** Finds vertical rules. Thin leaning rules differ from letters only by their length. */
  private static Bitmap verticalRules(Bitmap pic, Bitmap ink) {
    try (Bitmap faint = new Bitmap(pixThresholdToBinary(pic.pix(), FAINT));
        Bitmap thin =
            new Bitmap(
                pixMorphSequence(
                    faint.pix(),
                    "d" + MAX_LEAN + ".3 + o1." + UPRIGHT + " + d" + MAX_LEAN + ".1",
                    0));
        Bitmap thick = new Bitmap(pixOpenBrick(null, thin.pix(), THIN, 1));
        Bitmap thinOnly = new Bitmap(pixSubtract(null, thin.pix(), thick.pix()));
        Bitmap lines = new Bitmap(pixAnd(null, thinOnly.pix(), faint.pix()));
        Bitmap dark = new Bitmap(pixOpenBrick(null, ink.pix(), 1, UPRIGHT))) {
      return new Bitmap(pixOr(null, lines.pix(), dark.pix()));
    }
  }

  private static Bitmap paleRules(Bitmap pic) {
    try (Bitmap ink = new Bitmap(pixThresholdToBinary(pic.pix(), PALE));
        Bitmap level = new Bitmap(pixMorphSequence(ink.pix(), "c3.1 + o" + LEVEL + ".1", 0));
        Bitmap thick = new Bitmap(pixOpenBrick(null, level.pix(), 1, THICK))) {
      return new Bitmap(pixSubtract(null, level.pix(), thick.pix()));
    }
  }

  /** Closely set bold letters share strokes as long as a short rule. */
  private static void keepWords(Bitmap rules, Bitmap ink) {
    BOXA boxes = pixConnCompBB(rules.pix(), 8);
    int count = boxes == null ? 0 : boxaGetCount(boxes);
    for (int i = 0; i < count; i++) {
      BOX box = boxaGetBox(boxes, i, L_CLONE);
      if (box.w() < MAX_WORD_LENGTH
          && (hasStems(ink, box, box.y() - NEAR - STRIP)
              || hasStems(ink, box, box.y() + box.h() + NEAR))) {
        pixRasterop(rules.pix(), box.x(), box.y(), box.w(), box.h(), PIX_CLR, rules.pix(), 0, 0);
      }
      boxDestroy(box);
    }
    if (boxes != null) {
      boxaDestroy(boxes);
    }
  }

  private static boolean hasStems(Bitmap ink, BOX rule, int top) {
    if (top < 0 || top + STRIP > ink.height()) {
      return false;
    }
    int[] count = new int[1];
    BOX strip = boxCreate(rule.x(), top, rule.w(), STRIP);
    pixCountPixelsInRect(ink.pix(), strip, count, (int[]) null);
    boxDestroy(strip);
    return count[0] > STEM_SHARE * rule.w() * STRIP;
  }
}
