package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.pixFlipLR;
import static org.bytedeco.leptonica.global.leptonica.pixRotateOrth;
import static org.bytedeco.leptonica.global.leptonica.pixScale;

/** Rotates images by quarter turns and makes pixels square. */
final class Rotation {
  private Rotation() {}

  static Bitmap applyExif(Bitmap pic, int orientation) {
    Bitmap out =
        switch (orientation) {
          case 3, 4 -> rotateQuarters(pic, 2);
          case 5, 6 -> rotateQuarters(pic, 1);
          case 7, 8 -> rotateQuarters(pic, 3);
          default -> pic;
        };
    boolean mirrored = orientation == 2 || orientation == 4 || orientation == 5 || orientation == 7;
    return mirrored ? out.replaceWith(pixFlipLR(null, out.pix())) : out;
  }

  static Bitmap rotateQuarters(Bitmap pic, int quarters) {
    return quarters == 0 ? pic : pic.replaceWith(pixRotateOrth(pic.pix(), quarters));
  }

  /** Scales the image to square pixels. */
  static Bitmap toSquarePixels(Bitmap pic, ImageHeader head) {
    double stretch = head.orientation() >= 5 ? 1 / head.stretch() : head.stretch();
    if (Math.abs(stretch - 1) < 0.02) {
      return pic;
    }
    return stretch > 1
        ? pic.replaceWith(pixScale(pic.pix(), 1, (float) stretch))
        : pic.replaceWith(pixScale(pic.pix(), (float) (1 / stretch), 1));
  }
}
