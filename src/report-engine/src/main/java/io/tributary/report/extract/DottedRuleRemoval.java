package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.L_SELECT_IF_BOTH;
import static org.bytedeco.leptonica.global.leptonica.L_SELECT_IF_LTE;
import static org.bytedeco.leptonica.global.leptonica.pixAnd;
import static org.bytedeco.leptonica.global.leptonica.pixDilateBrick;
import static org.bytedeco.leptonica.global.leptonica.pixMorphSequence;
import static org.bytedeco.leptonica.global.leptonica.pixSelectBySize;
import static org.bytedeco.leptonica.global.leptonica.pixSetMasked;
import static org.bytedeco.leptonica.global.leptonica.pixThresholdToBinary;

import org.bytedeco.javacpp.IntPointer;

/**
 * Rules of dots or short strokes between lines become paper. The recogniser takes them for the
 * upper half of the line beneath, and reads points and commas no more.
 */
final class DottedRuleRemoval {
  private static final int PALE = 222;
  private static final int WHITE = 255;

  /** Of a dot or a stroke, in pixels. */
  private static final int WIDEST = 26;

  private static final int HIGHEST = 7;
  private static final int EDGE = 3;

  /** Fills the gaps of a rule, and keeps what is longer than words have dots beside each other. */
  private static final String JOINED = "c15.1 + o180.1 + d1.3";

  private DottedRuleRemoval() {}

  static void removed(Bitmap pic) {
    try (Bitmap ink = new Bitmap(pixThresholdToBinary(pic.pix(), PALE));
        Bitmap small =
            new Bitmap(
                pixSelectBySize(
                    ink.pix(),
                    WIDEST,
                    HIGHEST,
                    8,
                    L_SELECT_IF_BOTH,
                    L_SELECT_IF_LTE,
                    (IntPointer) null));
        Bitmap rules = new Bitmap(pixMorphSequence(small.pix(), JOINED, 0));
        Bitmap dots = new Bitmap(pixAnd(null, rules.pix(), small.pix()));
        Bitmap wide = new Bitmap(pixDilateBrick(null, dots.pix(), EDGE, EDGE))) {
      pixSetMasked(pic.pix(), wide.pix(), WHITE);
    }
  }
}
