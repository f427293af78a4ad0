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
 * Erases dotted and dashed rules between lines.
 *
 * <p>The OCR engine takes such a rule for the upper half of the line below and then misses its
 * points and commas.
 */
final class DottedRuleRemoval {
  private static final int PALE = 222;
  private static final int WHITE = 255;

  /** Maximum width of a dot or dash, in pixels. */
  private static final int MAX_WIDTH = 26;

  private static final int MAX_HEIGHT = 7;
  private static final int EDGE = 3;

  /**
   * Morphological sequence that fills the gaps of a rule and keeps runs that are longer than
   * adjacent dots within words.
   */
  private static final String RULE_SEQUENCE = "c15.1 + o180.1 + d1.3";

  private DottedRuleRemoval() {}

  static void apply(Bitmap pic) {
    try (Bitmap ink = new Bitmap(pixThresholdToBinary(pic.pix(), PALE));
        Bitmap small =
            new Bitmap(
                pixSelectBySize(
                    ink.pix(),
                    MAX_WIDTH,
                    MAX_HEIGHT,
                    8,
                    L_SELECT_IF_BOTH,
                    L_SELECT_IF_LTE,
                    (IntPointer) null));
        Bitmap rules = new Bitmap(pixMorphSequence(small.pix(), RULE_SEQUENCE, 0));
        Bitmap dots = new Bitmap(pixAnd(null, rules.pix(), small.pix()));
        Bitmap wide = new Bitmap(pixDilateBrick(null, dots.pix(), EDGE, EDGE))) {
      pixSetMasked(pic.pix(), wide.pix(), WHITE);
    }
  }
}
