package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.L_SELECT_IF_EITHER;
import static org.bytedeco.leptonica.global.leptonica.L_SELECT_IF_GTE;
import static org.bytedeco.leptonica.global.leptonica.boxCreate;
import static org.bytedeco.leptonica.global.leptonica.boxDestroy;
import static org.bytedeco.leptonica.global.leptonica.numaDestroy;
import static org.bytedeco.leptonica.global.leptonica.numaGetIValue;
import static org.bytedeco.leptonica.global.leptonica.pixConvertTo8;
import static org.bytedeco.leptonica.global.leptonica.pixCountPixelsInRect;
import static org.bytedeco.leptonica.global.leptonica.pixDilateBrick;
import static org.bytedeco.leptonica.global.leptonica.pixGetGrayHistogram;
import static org.bytedeco.leptonica.global.leptonica.pixInvert;
import static org.bytedeco.leptonica.global.leptonica.pixOpenBrick;
import static org.bytedeco.leptonica.global.leptonica.pixSelectBySize;
import static org.bytedeco.leptonica.global.leptonica.pixSetInRect;
import static org.bytedeco.leptonica.global.leptonica.pixThresholdToBinary;

import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.leptonica.BOX;
import org.bytedeco.leptonica.NUMA;
import org.bytedeco.leptonica.PIX;

/** Erases fax noise: dots smaller than any decimal point and dots that belong to no letter. */
final class SpeckFilter {
  private static final int MIDDLE = 128;
  private static final int MOST_SHAPES = 60_000;

  private static final int BAR = 24;
  private static final int BAR_EDGE = 4;
  private static final int BAR_REACH = 61;

  private SpeckFilter() {}

  /** Cleans black-and-white images; others are returned unchanged. */
  static Bitmap remove(Bitmap pic) {
    if (!isBlackAndWhite(pic)) {
      return pic;
    }
    try (Bitmap ink = new Bitmap(pixThresholdToBinary(pic.pix(), MIDDLE));
        Bitmap dark = enlarge(ink);
        Bitmap paper = new Bitmap(pixInvert(null, dark.pix()));
        Bitmap light = enlarge(paper);
        Bitmap clean = new Bitmap(pixInvert(null, light.pix()))) {
      Bitmap out = pic.replaceWith(pixConvertTo8(clean.pix(), 0));
      removeSpecks(out, clean);
      return out;
    }
  }

  /** Dark backgrounds are skipped, because a dark spot in a white letter is no speck. */
  private static void removeSpecks(Bitmap pic, Bitmap ink) {
    try (Bitmap solid = new Bitmap(pixOpenBrick(null, ink.pix(), BAR, BAR_EDGE));
        Bitmap bars = new Bitmap(pixDilateBrick(null, solid.pix(), 1, BAR_REACH))) {
      for (ConnectedComponent d : Despeckle.findSpecks(ConnectedComponent.of(pic, MOST_SHAPES))) {
        if (!touches(bars, d)) {
          erase(pic, d);
        }
      }
    }
  }

  private static boolean touches(Bitmap mask, ConnectedComponent d) {
    int[] count = new int[1];
    BOX place = boxCreate(d.x(), d.y(), d.w(), d.h());
    pixCountPixelsInRect(mask.pix(), place, count, (int[]) null);
    boxDestroy(place);
    return count[0] > 0;
  }

  private static void erase(Bitmap pic, ConnectedComponent d) {
    BOX place = boxCreate(d.x(), d.y(), d.w(), d.h());
    pixSetInRect(pic.pix(), place);
    boxDestroy(place);
  }

  private static Bitmap enlarge(Bitmap ink) {
    PIX kept =
        pixSelectBySize(ink.pix(), 2, 2, 8, L_SELECT_IF_EITHER, L_SELECT_IF_GTE, (IntPointer) null);
    return new Bitmap(kept);
  }

  private static boolean isBlackAndWhite(Bitmap pic) {
    NUMA count = pixGetGrayHistogram(pic.pix(), 1);
    if (count == null) {
      return false;
    }
    int[] value = new int[1];
    long extremes = 0;
    for (int shade : new int[] {0, 255}) {
      numaGetIValue(count, shade, value);
      extremes += value[0];
    }
    numaDestroy(count);
    return extremes == (long) pic.width() * pic.height();
  }
}
