package io.tributary.report.extract;

import java.util.List;

/** Decimal points as the picture shows them: small, on the line, with something on both sides. */
final class Points {
  private static final double SMALLEST = 0.09;
  private static final double LARGEST = 0.32;
  private static final double ABOVE_LINE = 0.4;

  private Points() {}

  static int in(Pic part) {
    List<InkShape> shapes = InkShape.of(part, Integer.MAX_VALUE);
    int height = shapes.stream().mapToInt(InkShape::h).max().orElse(0);
    List<InkShape> tall = shapes.stream().filter(s -> s.h() > 0.6 * height).toList();
    int line = tall.stream().mapToInt(s -> s.y() + s.h()).max().orElse(0);
    return (int)
        shapes.stream()
            .filter(s -> isPoint(s, height, line))
            .filter(s -> tall.stream().anyMatch(t -> t.x() + t.w() <= s.x() + 1))
            .filter(s -> tall.stream().anyMatch(t -> t.x() + 1 >= s.x() + s.w()))
            .count();
  }

  private static boolean isPoint(InkShape s, int height, int line) {
    int larger = Math.max(s.w(), s.h());
    int smaller = Math.min(s.w(), s.h());
    return smaller >= SMALLEST * height
        && larger <= LARGEST * height
        && s.y() > line - ABOVE_LINE * height;
  }
}
