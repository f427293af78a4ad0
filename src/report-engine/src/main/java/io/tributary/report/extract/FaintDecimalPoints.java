package io.tributary.report.extract;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Finds decimal points that a photo shows only as a gray spot, as in small or light type.
 *
 * <p>Such a point is compact, stands on the baseline between two digits and has clean paper around
 * it. The OCR engine does not see it.
 */
final class FaintDecimalPoints {
  /** Gray levels: not paper, darkest pixel that a point needs, clean paper. */
  private static final int GRAY_THRESHOLD = 226;

  private static final int DARKEST = 214;
  private static final int CLEAN_THRESHOLD = 236;

  /** Sizes are in digit heights. */
  private static final double SMALLEST = 0.1;

  private static final double LARGEST = 0.3;
  private static final double LINE = 0.12;
  private static final double TALL = 0.6;

  private static final Pattern NUMBERS =
      Pattern.compile("[(\\[<>]?[\\d.,]{2,6}(?:-[\\d.,]{1,6})?[)\\]]?");
  private static final Pattern RESULT =
      Pattern.compile("[(\\[<>]?\\d+(?:[.,]\\d+)?(?:-\\d+(?:[.,]\\d+)?)?[)\\]]?");

  private FaintDecimalPoints() {}

  /**
   * Adds the missing points to a number or a range. Returns empty if none is missing or a position
   * is uncertain.
   */
  static Optional<String> insertPoints(Bitmap part, String read) {
    if (!NUMBERS.matcher(read).matches()) {
      return Optional.empty();
    }
    String bare = read.replaceAll("[.,]", "");
    List<ConnectedComponent> shapes = ConnectedComponent.darkerThan(part, GRAY_THRESHOLD);
    int height = shapes.stream().mapToInt(ConnectedComponent::h).max().orElse(0);
    List<ConnectedComponent> tall =
        shapes.stream()
            .filter(s -> s.h() > TALL * height)
            .sorted((a, b) -> Integer.compare(a.x(), b.x()))
            .toList();
    if (tall.size() != bare.replace("-", "").length()) {
      return Optional.empty();
    }
    String sign = read.contains(",") ? "," : ".";
    StringBuilder out = new StringBuilder();
    int at = 0;
    for (int i = 0; i < bare.length(); i++) {
      out.append(bare.charAt(i));
      boolean figure = bare.charAt(i) != '-';
      boolean next = i + 1 < bare.length() && Character.isDigit(bare.charAt(i + 1));
      if (figure && Character.isDigit(bare.charAt(i)) && next) {
        int left = tall.get(at).x() + tall.get(at).w();
        int right = tall.get(at + 1).x();
        if (point(part, shapes, left, right, tall.get(at), height)) {
          out.append(sign);
        }
      }
      at += figure ? 1 : 0;
    }
    String text = out.toString();
    return Optional.of(text).filter(t -> RESULT.matcher(t).matches() && addsPoints(read, t));
  }

  /** Checks that {@code text} has all the points of {@code read} and more. */
  private static boolean addsPoints(String read, String text) {
    int at = 0;
    for (int i = 0; i < text.length(); i++) {
      boolean point = ".,".indexOf(text.charAt(i)) >= 0;
      if (at < read.length() && read.charAt(at) == text.charAt(i)) {
        at++;
      } else if (!point) {
        return false;
      }
    }
    return at == read.length() && text.length() > read.length();
  }

  private static boolean point(
      Bitmap part,
      List<ConnectedComponent> shapes,
      int left,
      int right,
      ConnectedComponent figure,
      int height) {
    List<ConnectedComponent> between = new ArrayList<>();
    for (ConnectedComponent s : shapes) {
      if (s.x() >= left - 1 && s.x() + s.w() <= right + 1) {
        between.add(s);
      }
    }
    if (between.size() != 1) {
      return false;
    }
    ConnectedComponent s = between.getFirst();
    boolean compact =
        Math.min(s.w(), s.h()) >= SMALLEST * height
            && Math.max(s.w(), s.h()) <= LARGEST * height
            && s.w() <= 2 * s.h()
            && s.h() <= 2 * s.w();
    boolean onLine = Math.abs(s.bottom() - figure.bottom()) <= LINE * height;
    return compact && onLine && isDark(part, s) && isClean(part, s, figure.y());
  }

  private static boolean isDark(Bitmap part, ConnectedComponent s) {
    return darkest(part, s.x(), s.x() + s.w(), s.y(), s.bottom()) < DARKEST;
  }

  /** Checks that the area between the point and the top of the digits is empty. */
  private static boolean isClean(Bitmap part, ConnectedComponent s, int top) {
    return darkest(part, s.x(), s.x() + s.w(), top, s.y() - 2) >= CLEAN_THRESHOLD;
  }

  private static int darkest(Bitmap part, int left, int right, int top, int bottom) {
    byte[] grey = part.bytes();
    int stride = grey.length / part.height();
    int least = 255;
    for (int y = Math.max(0, top); y < Math.min(bottom, part.height()); y++) {
      for (int x = left; x < right; x++) {
        // Four pixels per 32-bit word, the first in the highest byte.
        least = Math.min(least, grey[y * stride + (x ^ 3)] & 0xff);
      }
    }
    return least;
  }
}
