package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.pixFlipLR;
import static org.bytedeco.leptonica.global.leptonica.pixRotateOrth;
import static org.bytedeco.leptonica.global.leptonica.pixScale;

/** Rotates images by quarter turns and makes pixels square. */
final class Rotation {
  private Rotation() {}

  static Bitmap asTaken(Bitmap pic, int orientation) {
    Bitmap out =
        switch (orientation) {
          case 3, 4 -> quarters(pic, 2);
          case 5, 6 -> quarters(pic, 1);
          case 7, 8 -> quarters(pic, 3);
          default -> pic;
        };
    boolean mirrored = orientation == 2 || orientation == 4 || orientation == 5 || orientation == 7;
    return mirrored ? out.then(pixFlipLR(null, out.pix())) : out;
  }

  static Bitmap quarters(Bitmap pic, int quarters) {
    return quarters == 0 ? pic : pic.then(pixRotateOrth(pic.pix(), quarters));
  }

  /** Scales the image to square pixels. */
  static Bitmap stretched(Bitmap pic, ImageHead head) {
    double stretch = head.orientation() >= 5 ? 1 / head.stretch() : head.stretch();
    if (Math.abs(stretch - 1) < 0.02) {
      return pic;
    }
    return stretch > 1
        ? pic.then(pixScale(pic.pix(), 1, (float) stretch))
        : pic.then(pixScale(pic.pix(), (float) (1 / stretch), 1));
  }
}
