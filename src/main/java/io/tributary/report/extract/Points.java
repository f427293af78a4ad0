package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.boxaDestroy;
import static org.bytedeco.leptonica.global.leptonica.boxaGetBoxGeometry;
import static org.bytedeco.leptonica.global.leptonica.boxaGetCount;
import static org.bytedeco.leptonica.global.leptonica.pixConnCompBB;

import java.nio.IntBuffer;
import java.util.ArrayList;
import java.util.List;
import org.bytedeco.leptonica.BOXA;

/** Decimal points as the picture shows them: small, on the line, with something on both sides. */
final class Points {
  private static final double SMALLEST = 0.09;
  private static final double LARGEST = 0.32;
  private static final double ABOVE_LINE = 0.4;

  private Points() {}

  private record Shape(int x, int y, int w, int h) {}

  static int in(Pic part) {
    List<Shape> shapes = shapes(part);
    int height = shapes.stream().mapToInt(Shape::h).max().orElse(0);
    List<Shape> tall = shapes.stream().filter(s -> s.h() > 0.6 * height).toList();
    int line = tall.stream().mapToInt(s -> s.y() + s.h()).max().orElse(0);
    return (int)
        shapes.stream()
            .filter(s -> isPoint(s, height, line))
            .filter(s -> tall.stream().anyMatch(t -> t.x() + t.w() <= s.x() + 1))
            .filter(s -> tall.stream().anyMatch(t -> t.x() + 1 >= s.x() + s.w()))
            .count();
  }

  private static boolean isPoint(Shape s, int height, int line) {
    int larger = Math.max(s.w(), s.h());
    int smaller = Math.min(s.w(), s.h());
    return smaller >= SMALLEST * height
        && larger <= LARGEST * height
        && s.y() > line - ABOVE_LINE * height;
  }

  private static List<Shape> shapes(Pic part) {
    List<Shape> out = new ArrayList<>();
    try (Pic ink = Straight.ink(part)) {
      BOXA boxes = pixConnCompBB(ink.pix(), 8);
      if (boxes == null) {
        return out;
      }
      int[] x = new int[1];
      int[] y = new int[1];
      int[] w = new int[1];
      int[] h = new int[1];
      for (int i = 0; i < boxaGetCount(boxes); i++) {
        boxaGetBoxGeometry(
            boxes, i, IntBuffer.wrap(x), IntBuffer.wrap(y), IntBuffer.wrap(w), IntBuffer.wrap(h));
        out.add(new Shape(x[0], y[0], w[0], h[0]));
      }
      boxaDestroy(boxes);
    }
    return out;
  }
}
