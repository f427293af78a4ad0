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

/** Where a piece of ink stands that hangs together. */
record InkShape(int x, int y, int w, int h) {
  /** The first so many of a picture. */
  static List<InkShape> of(Pic pic, int most) {
    try (Pic ink = Straight.ink(pic)) {
      return inked(ink, most);
    }
  }

  /** The same of all that is darker than a shade of grey. */
  static List<InkShape> darkerThan(Pic pic, int shade) {
    try (Pic ink = new Pic(pixThresholdToBinary(pic.pix(), shade))) {
      return inked(ink, Integer.MAX_VALUE);
    }
  }

  private static List<InkShape> inked(Pic ink, int most) {
    List<InkShape> out = new ArrayList<>();
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
      out.add(new InkShape(x[0], y[0], w[0], h[0]));
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
