package io.tributary.report.extract;

import java.util.List;

/**
 * Decimal points and commas as the picture shows them: small, on the line, with something on both
 * sides. A comma may touch the figure before it.
 */
final class Points {
  private static final double SMALLEST = 0.09;
  private static final double LARGEST = 0.32;
  private static final double LONGEST_COMMA = 0.45;
  private static final double ABOVE_LINE = 0.4;

  /** So far a comma reaches beneath the line, in heights; figures of old style reach further. */
  private static final double LEAST_TAIL = 0.09;

  private static final double MOST_TAIL = 0.22;
  private static final double WIDEST_TAIL = 0.26;

  /** A bracket reaches beneath the line too, and is narrower than a figure with its comma. */
  private static final double FIGURE = 0.45;

  private static final int DARK = 180;

  private Points() {}

  static int in(Pic part) {
    List<InkShape> shapes = InkShape.of(part, Integer.MAX_VALUE);
    int height = shapes.stream().mapToInt(InkShape::h).max().orElse(0);
    List<InkShape> tall = shapes.stream().filter(s -> s.h() > 0.6 * height).toList();
    int line = tall.stream().mapToInt(InkShape::bottom).max().orElse(0);
    int foot = tall.stream().mapToInt(InkShape::bottom).min().orElse(0);
    long alone =
        shapes.stream()
            .filter(s -> isPoint(s, height, line) || isComma(s, height, foot))
            .filter(s -> tall.stream().anyMatch(t -> t.x() + t.w() <= s.x() + 1))
            .filter(s -> tall.stream().anyMatch(t -> t.x() + 1 >= s.x() + s.w()))
            .count();
    long touching =
        tall.stream()
            .filter(s -> tall.stream().anyMatch(t -> t.x() + 1 >= s.x() + s.w()))
            .filter(s -> endsInComma(s, part, foot))
            .count();
    return (int) (alone + touching);
  }

  private static boolean isPoint(InkShape s, int height, int line) {
    int larger = Math.max(s.w(), s.h());
    int smaller = Math.min(s.w(), s.h());
    return smaller >= SMALLEST * height
        && larger <= LARGEST * height
        && s.y() > line - ABOVE_LINE * height;
  }

  private static boolean isComma(InkShape s, int height, int foot) {
    return s.w() >= SMALLEST * height
        && s.w() <= LARGEST * height
        && s.h() <= LONGEST_COMMA * height
        && s.y() > foot - ABOVE_LINE * height
        && s.bottom() > foot + 1;
  }

  /** Whether a narrow tail hangs beneath the line, right of what stands on it. */
  private static boolean endsInComma(InkShape s, Pic part, int foot) {
    int tail = s.bottom() - foot;
    int height = s.h() - tail;
    if (tail < LEAST_TAIL * height || tail > MOST_TAIL * height || s.w() < FIGURE * s.h()) {
      return false;
    }
    byte[] grey = part.bytes();
    int stride = grey.length / part.height();
    int first = s.x() + s.w();
    int last = s.x();
    for (int y = foot + 1; y < s.bottom(); y++) {
      for (int x = s.x(); x < s.x() + s.w(); x++) {
        // Pixels lie in words of four, the first in the highest byte.
        if ((grey[y * stride + (x ^ 3)] & 0xff) < DARK) {
          first = Math.min(first, x);
          last = Math.max(last, x);
        }
      }
    }
    return last - first < WIDEST_TAIL * height && first > s.x() + s.w() / 2;
  }
}
