package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.L_SELECT_IF_EITHER;
import static org.bytedeco.leptonica.global.leptonica.L_SELECT_IF_GTE;
import static org.bytedeco.leptonica.global.leptonica.numaDestroy;
import static org.bytedeco.leptonica.global.leptonica.numaGetIValue;
import static org.bytedeco.leptonica.global.leptonica.pixConvertTo8;
import static org.bytedeco.leptonica.global.leptonica.pixGetGrayHistogram;
import static org.bytedeco.leptonica.global.leptonica.pixInvert;
import static org.bytedeco.leptonica.global.leptonica.pixSelectBySize;
import static org.bytedeco.leptonica.global.leptonica.pixThresholdToBinary;

import org.bytedeco.javacpp.IntPointer;
import org.bytedeco.leptonica.NUMA;
import org.bytedeco.leptonica.PIX;

/** Dirt of faxes: single dots, which are smaller than any decimal point. */
final class Specks {
  private static final int MIDDLE = 128;

  private Specks() {}

  /** Of pictures in black and white only; others are left as they are. */
  static Pic removed(Pic pic) {
    if (!blackAndWhite(pic)) {
      return pic;
    }
    try (Pic ink = new Pic(pixThresholdToBinary(pic.pix(), MIDDLE));
        Pic dark = larger(ink);
        Pic paper = new Pic(pixInvert(null, dark.pix()));
        Pic light = larger(paper);
        Pic clean = new Pic(pixInvert(null, light.pix()))) {
      return pic.then(pixConvertTo8(clean.pix(), 0));
    }
  }

  private static Pic larger(Pic ink) {
    PIX kept =
        pixSelectBySize(ink.pix(), 2, 2, 8, L_SELECT_IF_EITHER, L_SELECT_IF_GTE, (IntPointer) null);
    return new Pic(kept);
  }

  private static boolean blackAndWhite(Pic pic) {
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
