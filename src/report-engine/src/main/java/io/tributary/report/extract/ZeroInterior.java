package io.tributary.report.extract;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * Inner area of a zero with a slash or dot in it, as the first and last pixel of each row without
 * the mark.
 */
final class ZeroInterior {
  /** Tests whether a pixel is ink. */
  interface PixelReader {
    boolean at(int x, int y);
  }

  /** Minimum overlap of the two halves beside a slash, as a fraction of height and width. */
  private static final double MIN_OVERLAP_HEIGHT = 0.04;

  private static final double MIN_OVERLAP_WIDTH = 0.2;

  /** Areas smaller than this fraction of the shape are gaps between touching strokes. */
  private static final double LEAST = 0.03;

  /** Minimum width and height of the inner area, as fractions of the shape. */
  private static final double MIN_WIDTH = 0.36;

  private static final double MIN_HEIGHT = 0.5;

  /** Maximum distance of a dot from the center. */
  private static final double MAX_DOT_OFFSET = 0.12;

  private final int[] first;
  private final int[] last;

  private ZeroInterior(int[] first, int[] last) {
    this.first = first;
    this.last = last;
  }

  int first(int row) {
    return first[row];
  }

  int last(int row) {
    return last[row];
  }

  /** Area of paper surrounded by ink. */
  private record Hole(int left, int top, int right, int bottom, List<int[]> pixels) {
    int width() {
      return right - left + 1;
    }

    int height() {
      return bottom - top + 1;
    }
  }

  /** Returns the interior of a marked zero, or empty for any other shape. */
  static Optional<ZeroInterior> find(int width, int height, PixelReader ink) {
    List<Hole> holes = holes(width, height, ink);
    holes.removeIf(h -> h.pixels().size() < LEAST * width * height);
    boolean marked =
        holes.size() == 2 && isSplitBySlash(holes.get(0), holes.get(1), width, height)
            || holes.size() == 1 && hasDot(holes.get(0), width, height, ink);
    return marked ? Optional.of(fromHoles(holes, width, height)) : Optional.empty();
  }

  /**
   * Checks that one hole is at the upper left, the other at the lower right, and that each extends
   * past the edge of the other.
   */
  private static boolean isSplitBySlash(Hole a, Hole b, int width, int height) {
    Hole upper = a.top() <= b.top() ? a : b;
    Hole lower = upper == a ? b : a;
    int across = Math.min(upper.right(), lower.right()) - Math.max(upper.left(), lower.left());
    return upper.bottom() - lower.top() >= MIN_OVERLAP_HEIGHT * height
        && across >= MIN_OVERLAP_WIDTH * width
        && upper.left() < lower.left()
        && upper.right() < lower.right()
        && lower.right() - upper.left() >= MIN_WIDTH * width
        && lower.bottom() - upper.top() >= MIN_HEIGHT * height;
  }

  private static boolean hasDot(Hole hole, int width, int height, PixelReader ink) {
    if (hole.width() < MIN_WIDTH * width || hole.height() < MIN_HEIGHT * height) {
      return false;
    }
    boolean[] paper = new boolean[width * height];
    hole.pixels().forEach(p -> paper[p[1] * width + p[0]] = true);
    int x = (hole.left() + hole.right()) / 2;
    int y = (hole.top() + hole.bottom()) / 2;
    int aside = Math.max(1, (int) (MAX_DOT_OFFSET * width));
    boolean dot = false;
    for (int off = -aside; off <= aside; off++) {
      dot |= ink.at(x + off, y);
    }
    return dot
        && runs(paper, width, y, hole.left(), hole.right(), true) == 2
        && runs(paper, width, x, hole.top(), hole.bottom(), false) == 2;
  }

  /** Counts the runs of paper along a row or column. */
  private static int runs(boolean[] paper, int width, int at, int from, int to, boolean row) {
    int runs = 0;
    boolean before = false;
    for (int i = from; i <= to; i++) {
      boolean now = row ? paper[at * width + i] : paper[i * width + at];
      runs += now && !before ? 1 : 0;
      before = now;
    }
    return runs;
  }

  /**
   * Reconstructs the interior. A zero is symmetrical, so each side shows what the slash hides on
   * the other.
   */
  private static ZeroInterior fromHoles(List<Hole> holes, int width, int height) {
    int[] first = new int[height];
    int[] last = new int[height];
    Arrays.fill(first, width);
    Arrays.fill(last, -1);
    int left = holes.stream().mapToInt(Hole::left).min().orElse(0);
    int right = holes.stream().mapToInt(Hole::right).max().orElse(0);
    for (Hole hole : holes) {
      for (int[] p : hole.pixels()) {
        int mirrored = left + right - p[0];
        first[p[1]] = Math.min(first[p[1]], Math.min(p[0], mirrored));
        last[p[1]] = Math.max(last[p[1]], Math.max(p[0], mirrored));
      }
    }
    return new ZeroInterior(first, last);
  }

  private static List<Hole> holes(int width, int height, PixelReader ink) {
    boolean[] seen = new boolean[width * height];
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        seen[y * width + x] = ink.at(x, y);
      }
    }
    List<Hole> holes = new ArrayList<>();
    for (int i = 0; i < seen.length; i++) {
      if (!seen[i]) {
        Hole hole = fillHole(i % width, i / width, width, height, seen);
        boolean open =
            hole.left() == 0
                || hole.top() == 0
                || hole.right() == width - 1
                || hole.bottom() == height - 1;
        if (!open) {
          holes.add(hole);
        }
      }
    }
    return holes;
  }

  private static Hole fillHole(int x, int y, int width, int height, boolean[] seen) {
    List<int[]> pixels = new ArrayList<>();
    Deque<int[]> next = new ArrayDeque<>();
    next.add(new int[] {x, y});
    seen[y * width + x] = true;
    int[] edges = {x, y, x, y};
    while (!next.isEmpty()) {
      int[] p = next.poll();
      pixels.add(p);
      edges[0] = Math.min(edges[0], p[0]);
      edges[1] = Math.min(edges[1], p[1]);
      edges[2] = Math.max(edges[2], p[0]);
      edges[3] = Math.max(edges[3], p[1]);
      for (int[] step : new int[][] {{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
        int nx = p[0] + step[0];
        int ny = p[1] + step[1];
        if (nx >= 0 && ny >= 0 && nx < width && ny < height && !seen[ny * width + nx]) {
          seen[ny * width + nx] = true;
          next.add(new int[] {nx, ny});
        }
      }
    }
    return new Hole(edges[0], edges[1], edges[2], edges[3], pixels);
  }
}
