package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.boxCreate;
import static org.bytedeco.leptonica.global.leptonica.boxDestroy;
import static org.bytedeco.leptonica.global.leptonica.pixSetInRect;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.bytedeco.leptonica.BOX;

/**
 * Erases dot leaders between a name and its value.
 *
 * <p>The OCR engine reads the dots as words and misreads adjacent words.
 */
final class DotLeaderFilter {
  private static final int LARGEST = 10;
  private static final int MAX_GAP = 34;
  private static final int SAME_LINE = 3;
  private static final int MIN_DOTS = 6;
  private static final int ABOVE = 14;
  private static final int PAPER_THRESHOLD = 205;
  private static final int MAX_SPECKS = 4;
  private static final int MOST_SHAPES = 60_000;
  private static final int EDGE = 2;

  private DotLeaderFilter() {}

  static void apply(Bitmap pic) {
    List<ConnectedComponent> dots = ConnectedComponent.of(pic, MOST_SHAPES);
    dots.removeIf(d -> d.w() > LARGEST || d.h() > LARGEST);
    if (dots.size() < MIN_DOTS) {
      return;
    }
    byte[] grey = pic.bytes();
    int stride = grey.length / pic.height();
    dots.removeIf(d -> !hasNothingAbove(d, grey, stride));
    for (List<ConnectedComponent> row : rows(dots)) {
      if (row.size() >= MIN_DOTS && isEvenlySpaced(row)) {
        row.forEach(d -> erase(pic, d));
      }
    }
  }

  /**
   * Dots have only specks above them, while fragments of pale letters have other fragments there.
   */
  private static boolean hasNothingAbove(ConnectedComponent d, byte[] grey, int stride) {
    int dark = 0;
    for (int y = Math.max(0, d.y() - ABOVE); y < d.y() - EDGE; y++) {
      for (int x = d.x(); x < d.x() + d.w(); x++) {
        // Four pixels per 32-bit word, the first in the highest byte.
        dark += (grey[y * stride + (x ^ 3)] & 0xff) < PAPER_THRESHOLD ? 1 : 0;
      }
    }
    return dark <= MAX_SPECKS;
  }

  private static void erase(Bitmap pic, ConnectedComponent d) {
    BOX place =
        boxCreate(
            Math.max(0, d.x() - EDGE),
            Math.max(0, d.y() - EDGE),
            d.w() + 2 * EDGE,
            d.h() + 2 * EDGE);
    pixSetInRect(pic.pix(), place);
    boxDestroy(place);
  }

  private static List<List<ConnectedComponent>> rows(List<ConnectedComponent> dots) {
    dots.sort(Comparator.comparingInt(ConnectedComponent::x));
    List<List<ConnectedComponent>> rows = new ArrayList<>();
    Map<Integer, List<ConnectedComponent>> open = new HashMap<>();
    for (ConnectedComponent dot : dots) {
      List<ConnectedComponent> row = null;
      for (int by = 0; by <= SAME_LINE && row == null; by++) {
        row = rowBefore(open, dot, dot.middle() - by);
        row = row == null ? rowBefore(open, dot, dot.middle() + by) : row;
      }
      if (row == null) {
        row = new ArrayList<>();
        rows.add(row);
      }
      row.add(dot);
      open.put(dot.middle(), row);
    }
    return rows;
  }

  private static List<ConnectedComponent> rowBefore(
      Map<Integer, List<ConnectedComponent>> open, ConnectedComponent dot, int middle) {
    List<ConnectedComponent> row = open.get(middle);
    boolean near =
        row != null
            && dot.x() - row.getLast().x() <= MAX_GAP
            && Math.abs(dot.middle() - row.getLast().middle()) <= SAME_LINE;
    return near ? row : null;
  }

  private static boolean isEvenlySpaced(List<ConnectedComponent> row) {
    int[] steps = new int[row.size() - 1];
    for (int i = 0; i < steps.length; i++) {
      steps[i] = row.get(i + 1).x() - row.get(i).x();
    }
    int[] sorted = steps.clone();
    Arrays.sort(sorted);
    int middle = sorted[sorted.length / 2];
    long same = Arrays.stream(steps).filter(s -> Math.abs(s - middle) <= 2).count();
    return same * 4 >= steps.length * 3;
  }
}
