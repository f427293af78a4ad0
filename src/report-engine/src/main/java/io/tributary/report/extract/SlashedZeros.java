package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.boxCreate;
import static org.bytedeco.leptonica.global.leptonica.boxDestroy;
import static org.bytedeco.leptonica.global.leptonica.pixClipRectangle;

import io.tributary.report.extract.Tesseract.OcrWord;
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
  private static final double CORRECTED_CONFIDENCE = 0.6;
  private static final int ENOUGH = 4;
  private static final double TALL = 0.6;
  private static final int DARK = 180;
  private static final int LEAST_HEIGHT = 12;

  /** Maximum distance of the ring of a zero from its box, in widths. */
  private static final double MAX_RING_DISTANCE = 0.15;

  private static final Pattern NUMBER = Pattern.compile("[(\\[<>]?[\\d@®©QO.,:/-]+[)\\]%]?");
  private static final String LOW_SIGNS = ".,:-";
  private static final String ZERO_READINGS = "0@®©QO";
  private static final String MISREADINGS = "2356789@®©QO";

  private SlashedZeros() {}

  /** Word with the positions of its marked zeros. */
  private record MarkedZeros(OcrWord word, List<Boolean> marked) {
    long habit() {
      return at(ZERO_READINGS);
    }

    private long at(String signs) {
      long count = 0;
      for (int i = 0; i < marked.size(); i++) {
        count += marked.get(i) && signs.indexOf(word.text().charAt(i)) >= 0 ? 1 : 0;
      }
      return count;
    }

    OcrWord toWord() {
      if (at(MISREADINGS) == 0) {
        return word;
      }
      StringBuilder out = new StringBuilder(word.text());
      for (int i = 0; i < marked.size(); i++) {
        if (marked.get(i) && MISREADINGS.indexOf(out.charAt(i)) >= 0) {
          out.setCharAt(i, '0');
        }
      }
      return new OcrWord(
          out.toString(), word.box(), Math.min(CORRECTED_CONFIDENCE, word.confidence()));
    }
  }

  static List<OcrWord> correct(List<OcrWord> words, Bitmap page) {
    List<MarkedZeros> seen = words.stream().map(w -> markedZeros(w, page)).toList();
    boolean habit = seen.stream().mapToLong(MarkedZeros::habit).sum() >= ENOUGH;
    return habit ? seen.stream().map(MarkedZeros::toWord).toList() : words;
  }

  private static MarkedZeros markedZeros(OcrWord word, Bitmap page) {
    if (!NUMBER.matcher(word.text()).matches() || word.box().height() < LEAST_HEIGHT) {
      return new MarkedZeros(word, List.of());
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
      return new MarkedZeros(word, List.of());
    }
    try (Bitmap part = new Bitmap(clip)) {
      return new MarkedZeros(word, marked(part, word.text()));
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
    long signs = text.chars().filter(c -> LOW_SIGNS.indexOf(c) < 0).count();
    if (tall.size() != signs) {
      return List.of();
    }
    List<Boolean> out = new ArrayList<>();
    int at = 0;
    byte[] grey = part.bytes();
    for (char c : text.toCharArray()) {
      boolean flat = LOW_SIGNS.indexOf(c) >= 0;
      out.add(!flat && isMarked(cutOut(grey, part, tall.get(at))));
      at += flat ? 0 : 1;
    }
    return out;
  }

  private static boolean[][] cutOut(byte[] grey, Bitmap part, ConnectedComponent s) {
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
    int middle = meanWidth(ink, 0.44, 0.56);
    boolean round =
        middle >= meanWidth(ink, 0.2, 0.3)
            && middle >= meanWidth(ink, 0.7, 0.8)
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
        left |= ink[y][x] && x <= MAX_RING_DISTANCE * width;
        right |= ink[y][x] && x >= (1 - MAX_RING_DISTANCE) * width - 1;
      }
      if (!left || !right) {
        return false;
      }
    }
    return true;
  }

  /** Returns the mean width of the outline between two relative heights, in pixels. */
  private static int meanWidth(boolean[][] ink, double from, double to) {
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
          int size = holeSize(ink, seen, x, y);
          holes += size > 2 ? 1 : 0;
        }
      }
    }
    return holes;
  }

  /** Returns the pixel count of a hole, or 0 if it is open at an edge. */
  private static int holeSize(boolean[][] ink, int[][] seen, int left, int top) {
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
    return crossesPaper(ink, x, y, 0, 1)
        && crossesPaper(ink, x, y, 0, -1)
        && crossesPaper(ink, x, y, 1, 0)
        && crossesPaper(ink, x, y, -1, 0);
  }

  private static boolean crossesPaper(boolean[][] ink, int fromX, int fromY, int dx, int dy) {
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
