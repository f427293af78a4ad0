package io.tributary.report.extract;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Finds decimal points and commas in the image of a number.
 *
 * <p>A point is small, stands on the baseline and has something on both sides. A comma may touch
 * the digit before it.
 */
final class DecimalPoints {
  private static final double MIN_POINT_SIZE = 0.09;
  private static final double MAX_POINT_SIZE = 0.32;
  private static final double MAX_COMMA_HEIGHT = 0.45;
  private static final double MAX_HEIGHT_ABOVE_BASELINE = 0.4;

  /**
   * Minimum descent of a comma below the baseline, in digit heights. Old-style digits descend
   * further.
   */
  private static final double MIN_COMMA_TAIL = 0.09;

  private static final double MAX_COMMA_TAIL = 0.22;
  private static final double MAX_COMMA_TAIL_WIDTH = 0.26;

  /**
   * Minimum width of a digit that ends in a comma, in heights. A bracket also descends but is
   * narrower.
   */
  private static final double MIN_DIGIT_WIDTH = 0.45;

  private static final int DARK_THRESHOLD = 180;
  private static final String NUMBER_WITHOUT_POINT = "[(\\[]?\\d{2,5}[)\\]]?";
  private static final String NUMBER_WITH_POINT = "[(\\[]?\\d+[.,]\\d+[)\\]]?";

  private DecimalPoints() {}

  static int count(Bitmap part) {
    return find(part, shapes(part)).size();
  }

  /**
   * Inserts the only decimal sign of the image into a number that was read without one.
   *
   * @param read digits, with or without brackets
   */
  static Optional<String> insertPoint(Bitmap part, String read) {
    List<ConnectedComponent> shapes = shapes(part);
    List<ConnectedComponent> tall = tallShapes(shapes);
    List<Point> points = find(part, shapes);
    if (!read.matches(NUMBER_WITHOUT_POINT) || points.size() != 1 || tall.size() != read.length()) {
      return Optional.empty();
    }
    Point point = points.getFirst();
    int before = (int) tall.stream().filter(t -> t.x() + t.w() <= point.end()).count();
    String sign = point.comma() ? "," : ".";
    String text = read.substring(0, before) + sign + read.substring(before);
    return Optional.of(text).filter(t -> t.matches(NUMBER_WITH_POINT));
  }

  /**
   * Decimal sign.
   *
   * @param end right end of the digits before it, in pixels
   * @param comma whether it descends below the baseline
   */
  private record Point(int end, boolean comma) {}

  private static List<ConnectedComponent> shapes(Bitmap part) {
    return ConnectedComponent.of(part, Integer.MAX_VALUE);
  }

  private static int height(List<ConnectedComponent> shapes) {
    return shapes.stream().mapToInt(ConnectedComponent::h).max().orElse(0);
  }

  private static List<ConnectedComponent> tallShapes(List<ConnectedComponent> shapes) {
    int height = height(shapes);
    return shapes.stream().filter(s -> s.h() > 0.6 * height).toList();
  }

  private static List<Point> find(Bitmap part, List<ConnectedComponent> shapes) {
    int height = height(shapes);
    List<ConnectedComponent> tall = tallShapes(shapes);
    int line = tall.stream().mapToInt(ConnectedComponent::bottom).max().orElse(0);
    int foot = tall.stream().mapToInt(ConnectedComponent::bottom).min().orElse(0);
    List<Point> points = new ArrayList<>();
    for (ConnectedComponent s : shapes) {
      boolean before = tall.stream().anyMatch(t -> t.x() + 1 >= s.x() + s.w());
      boolean after = tall.stream().anyMatch(t -> t.x() + t.w() <= s.x() + 1);
      boolean comma = isComma(s, height, foot);
      if (before && after && (comma || isPoint(s, height, line))) {
        points.add(new Point(s.x() + 1, comma));
      } else if (before && tall.contains(s) && endsInComma(s, part, foot)) {
        points.add(new Point(s.x() + s.w(), true));
      }
    }
    return points;
  }

  private static boolean isPoint(ConnectedComponent s, int height, int line) {
    int larger = Math.max(s.w(), s.h());
    int smaller = Math.min(s.w(), s.h());
    return smaller >= MIN_POINT_SIZE * height
        && larger <= MAX_POINT_SIZE * height
        && s.y() > line - MAX_HEIGHT_ABOVE_BASELINE * height;
  }

  private static boolean isComma(ConnectedComponent s, int height, int foot) {
    return s.w() >= MIN_POINT_SIZE * height
        && s.w() <= MAX_POINT_SIZE * height
        && s.h() <= MAX_COMMA_HEIGHT * height
        && s.y() > foot - MAX_HEIGHT_ABOVE_BASELINE * height
        && s.bottom() > foot + 1;
  }

  /** Detects a narrow tail that descends below the baseline at the right side of a digit. */
  private static boolean endsInComma(ConnectedComponent s, Bitmap part, int foot) {
    int tail = s.bottom() - foot;
    int height = s.h() - tail;
    if (tail < MIN_COMMA_TAIL * height
        || tail > MAX_COMMA_TAIL * height
        || s.w() < MIN_DIGIT_WIDTH * s.h()) {
      return false;
    }
    byte[] grey = part.bytes();
    int stride = grey.length / part.height();
    int first = s.x() + s.w();
    int last = s.x();
    for (int y = foot + 1; y < s.bottom(); y++) {
      for (int x = s.x(); x < s.x() + s.w(); x++) {
        // Four pixels per 32-bit word, the first in the highest byte.
        if ((grey[y * stride + (x ^ 3)] & 0xff) < DARK_THRESHOLD) {
          first = Math.min(first, x);
          last = Math.max(last, x);
        }
      }
    }
    return last - first < MAX_COMMA_TAIL_WIDTH * height && first > s.x() + s.w() / 2;
  }
}
