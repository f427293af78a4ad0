package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.boxaDestroy;
import static org.bytedeco.leptonica.global.leptonica.boxaGetBoxGeometry;
import static org.bytedeco.leptonica.global.leptonica.boxaGetCount;
import static org.bytedeco.leptonica.global.leptonica.pixConnCompBB;
import static org.bytedeco.leptonica.global.leptonica.pixThresholdToBinary;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.leptonica.BOXA;

/** Bounding box of a connected group of dark pixels. */
record ConnectedComponent(int x, int y, int w, int h) {
  /** Returns at most {@code most} components of an image. */
  static List<ConnectedComponent> of(Bitmap pic, int most) {
    try (Bitmap ink = Deskew.binarize(pic)) {
      return inImage(ink, most);
    }
  }

  /** Returns the components of all pixels darker than {@code shade}. */
  static List<ConnectedComponent> darkerThan(Bitmap pic, int shade) {
    try (Bitmap ink = new Bitmap(pixThresholdToBinary(pic.pix(), shade))) {
      return inImage(ink, Integer.MAX_VALUE);
    }
  }

  private static List<ConnectedComponent> inImage(Bitmap ink, int most) {
    List<ConnectedComponent> out = new ArrayList<>();
    BOXA boxes = pixConnCompBB(ink.pix(), 8);
    if (boxes == null) {
      return out;
    }
    int[] x = new int[1];
    int[] y = new int[1];
    int[] w = new int[1];
    int[] h = new int[1];
    int count = Math.min(boxaGetCount(boxes), most);
    for (int i = 0; i < count; i++) {
      boxaGetBoxGeometry(
          boxes, i, IntBuffer.wrap(x), IntBuffer.wrap(y), IntBuffer.wrap(w), IntBuffer.wrap(h));
      out.add(new ConnectedComponent(x[0], y[0], w[0], h[0]));
    }
    boxaDestroy(boxes);
    return out;
  }

  int bottom() {
    return y + h;
  }

  int middle() {
    return y + h / 2;
  }
}
