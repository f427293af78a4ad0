package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.boxCreate;
import static org.bytedeco.leptonica.global.leptonica.boxDestroy;
import static org.bytedeco.leptonica.global.leptonica.pixClipRectangle;

import io.tributary.report.extract.Tesseract.Found;
import io.tributary.report.page.BoundingBox;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import org.bytedeco.leptonica.BOX;
import org.bytedeco.leptonica.PIX;

/**
 * Restores zeros with an inner dot or slash that OCR read as other digits, mostly as an 8.
 *
 * <p>Such a zero has ink inside or two holes, and it is widest at its middle, where an 8 is narrow.
 * Only pages whose correctly read zeros carry such marks are corrected, and a corrected value never
 * counts as certain.
 */
final class SlashedZeros {
  private static final double MENDED = 0.6;
  private static final int ENOUGH = 4;
  private static final double TALL = 0.6;
  private static final int DARK = 180;
  private static final int LEAST_HEIGHT = 12;

  /** Maximum distance of the ring of a zero from its box, in widths. */
  private static final double SIDE = 0.15;

  private static final Pattern NUMBER = Pattern.compile("[(\\[<>]?[\\d@®©QO.,:/-]+[)\\]%]?");
  private static final String FLAT = ".,:-";
  private static final String NOUGHTS = "0@®©QO";
  private static final String OTHERS = "2356789@®©QO";

  private SlashedZeros() {}

  /** Word with the positions of its marked zeros. */
  private record Seen(Found word, List<Boolean> marked) {
    long habit() {
      return at(NOUGHTS);
    }

    private long at(String signs) {
      long count = 0;
      for (int i = 0; i < marked.size(); i++) {
        count += marked.get(i) && signs.indexOf(word.text().charAt(i)) >= 0 ? 1 : 0;
      }
      return count;
    }

    Found told() {
      if (at(OTHERS) == 0) {
        return word;
      }
      StringBuilder out = new StringBuilder(word.text());
      for (int i = 0; i < marked.size(); i++) {
        if (marked.get(i) && OTHERS.indexOf(out.charAt(i)) >= 0) {
          out.setCharAt(i, '0');
        }
      }
      return new Found(out.toString(), word.box(), Math.min(MENDED, word.confidence()));
    }
  }

  static List<Found> told(List<Found> words, Bitmap page) {
    List<Seen> seen = words.stream().map(w -> seen(w, page)).toList();
    boolean habit = seen.stream().mapToLong(Seen::habit).sum() >= ENOUGH;
    return habit ? seen.stream().map(Seen::told).toList() : words;
  }

  private static Seen seen(Found word, Bitmap page) {
    if (!NUMBER.matcher(word.text()).matches() || word.box().height() < LEAST_HEIGHT) {
      return new Seen(word, List.of());
    }
    BoundingBox box = word.box();
    BOX place =
        boxCreate(
            Math.max(0, (int) box.left() - 3),
            Math.max(0, (int) box.top() - 3),
            (int) box.width() + 6,
            (int) box.height() + 6);
    PIX clip = pixClipRectangle(page.pix(), place, (BOX) null);
    boxDestroy(place);
    if (clip == null || clip.isNull()) {
      return new Seen(word, List.of());
    }
    try (Bitmap part = new Bitmap(clip)) {
      return new Seen(word, marked(part, word.text()));
    }
  }

  /** Returns for each character whether it is a marked zero; empty if characters touch. */
  static List<Boolean> marked(Bitmap part, String text) {
    List<ConnectedComponent> shapes = ConnectedComponent.of(part, Integer.MAX_VALUE);
    int height = shapes.stream().mapToInt(ConnectedComponent::h).max().orElse(0);
    List<ConnectedComponent> tall =
        shapes.stream()
            .filter(s -> s.h() > TALL * height)
            .sorted(Comparator.comparingInt(ConnectedComponent::x))
            .toList();
    long signs = text.chars().filter(c -> FLAT.indexOf(c) < 0).count();
    if (tall.size() != signs) {
      return List.of();
    }
    List<Boolean> out = new ArrayList<>();
    int at = 0;
    byte[] grey = part.bytes();
    for (char c : text.toCharArray()) {
      boolean flat = FLAT.indexOf(c) >= 0;
      out.add(!flat && isMarked(cut(grey, part, tall.get(at))));
      at += flat ? 0 : 1;
    }
    return out;
  }

  private static boolean[][] cut(byte[] grey, Bitmap part, ConnectedComponent s) {
    int stride = grey.length / part.height();
    boolean[][] ink = new boolean[s.h()][s.w()];
    for (int y = 0; y < s.h(); y++) {
      for (int x = 0; x < s.w(); x++) {
        // Four pixels per 32-bit word, the first in the highest byte.
        ink[y][x] = (grey[(s.y() + y) * stride + ((s.x() + x) ^ 3)] & 0xff) < DARK;
      }
    }
    return ink;
  }

  /** Checks whether a shape is a zero with something inside. */
  static boolean isMarked(boolean[][] ink) {
    int height = ink.length;
    if (height < LEAST_HEIGHT) {
      return false;
    }
    int middle = span(ink, 0.44, 0.56);
    boolean round =
        middle >= span(ink, 0.2, 0.3)
            && middle >= span(ink, 0.7, 0.8)
            && middle > 0.9 * ink[0].length;
    return round && hasSides(ink) && (holes(ink) == 2 || hasIsland(ink));
  }

  /** A 9 is open at the lower left, a 6 at the upper right. */
  private static boolean hasSides(boolean[][] ink) {
    int width = ink[0].length;
    for (int y = (int) (0.3 * ink.length); y <= (int) (0.7 * ink.length); y++) {
      boolean left = false;
      boolean right = false;
      for (int x = 0; x < width; x++) {
        left |= ink[y][x] && x <= SIDE * width;
        right |= ink[y][x] && x >= (1 - SIDE) * width - 1;
      }
      if (!left || !right) {
        return false;
      }
    }
    return true;
  }

  /** Returns the mean width of the outline between two relative heights, in pixels. */
  private static int span(boolean[][] ink, double from, double to) {
    int sum = 0;
    int rows = 0;
    for (int y = (int) (from * ink.length); y <= (int) (to * ink.length); y++) {
      int first = -1;
      int last = -2;
      for (int x = 0; x < ink[y].length; x++) {
        if (ink[y][x]) {
          first = first < 0 ? x : first;
          last = x;
        }
      }
      sum += last - first + 1;
      rows++;
    }
    return Math.round((float) sum / rows);
  }

  private static int holes(boolean[][] ink) {
    int[][] seen = new int[ink.length][ink[0].length];
    int holes = 0;
    for (int y = 0; y < ink.length; y++) {
      for (int x = 0; x < ink[0].length; x++) {
        if (!ink[y][x] && seen[y][x] == 0) {
          int size = filled(ink, seen, x, y);
          holes += size > 2 ? 1 : 0;
        }
      }
    }
    return holes;
  }

  /** Returns the pixel count of a hole, or 0 if it is open at an edge. */
  private static int filled(boolean[][] ink, int[][] seen, int left, int top) {
    List<int[]> open = new ArrayList<>(List.of(new int[] {left, top}));
    seen[top][left] = 1;
    int size = 0;
    boolean edge = false;
    while (!open.isEmpty()) {
      int[] p = open.removeLast();
      size++;
      for (int[] d : new int[][] {{1, 0}, {-1, 0}, {0, 1}, {0, -1}}) {
        int x = p[0] + d[0];
        int y = p[1] + d[1];
        if (x < 0 || y < 0 || y >= ink.length || x >= ink[0].length) {
          edge = true;
        } else if (!ink[y][x] && seen[y][x] == 0) {
          seen[y][x] = 1;
          open.add(new int[] {x, y});
        }
      }
    }
    return edge ? 0 : size;
  }

  /** Checks for ink at the center that is separated from the ring on all four sides. */
  private static boolean hasIsland(boolean[][] ink) {
    int height = ink.length;
    int width = ink[0].length;
    int x = width / 2;
    int y = height / 2;
    if (!ink[y][x] && !ink[y][Math.max(0, x - 1)]) {
      return false;
    }
    return crosses(ink, x, y, 0, 1)
        && crosses(ink, x, y, 0, -1)
        && crosses(ink, x, y, 1, 0)
        && crosses(ink, x, y, -1, 0);
  }

  private static boolean crosses(boolean[][] ink, int fromX, int fromY, int dx, int dy) {
    boolean paper = false;
    for (int x = fromX, y = fromY;
        y >= 0 && y < ink.length && x >= 0 && x < ink[0].length;
        x += dx, y += dy) {
      if (paper && ink[y][x]) {
        return true;
      }
      paper |= !ink[y][x];
    }
    return false;
  }
}
