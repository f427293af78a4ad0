package io.tributary.report.extract;

import java.util.Optional;

/**
 * Finds the sheet of paper in a photo, which is brighter than its background. Works on a small copy
 * of the image.
 */
final class PageDetector {
  /** Corners clockwise from the upper left, as x and y in pixels of the copy. */
  record DetectedSheet(double[][] corners) {}

  private static final double SMALLEST = 0.2;
  private static final double LARGEST = 0.96;
  private static final double LEAST_EDGE = 0.6;
  private static final double MIN_CONTRAST = 1.1;
  private static final int MAX_EDGE_DISTANCE = 4;
  private static final int CONTRAST = 35;
  private static final double TRIM = 0.1;
  private static final int DARKEST = 50;
  private static final int BRIGHTEST = 220;
  private static final int STEP = 10;

  private final int width;
  private final int height;
  private final int[] grey;

  PageDetector(int width, int height, int[] grey) {
    this.width = width;
    this.height = height;
    this.grey = grey.clone();
  }

  /**
   * Finds the sheet.
   *
   * <p>A single threshold between dark and bright may follow a shadow. Several thresholds are
   * tried, and for each side of the sheet the line with most of its length along an edge is used.
   */
  Optional<DetectedSheet> find() {
    if (otsuThreshold() < 0) {
      return Optional.empty();
    }
    double[][] lines = new double[4][];
    double[] support = {LEAST_EDGE, LEAST_EDGE, LEAST_EDGE, LEAST_EDGE};
    for (int threshold = DARKEST; threshold <= BRIGHTEST; threshold += STEP) {
      collect(threshold, lines, support);
    }
    double[][] corners = new double[4][];
    for (int c = 0; c < 4; c++) {
      double[] before = lines[(c + 3) % 4];
      corners[c] = before == null || lines[c] == null ? null : LineFit.cross(before, lines[c]);
      if (corners[c] == null) {
        return Optional.empty();
      }
    }
    double area = area(corners);
    double all = (double) width * height;
    boolean plausible =
        area > SMALLEST * all && area < LARGEST * all && isInside(corners) && isConvex(corners);
    return plausible ? Optional.of(new DetectedSheet(corners)) : Optional.empty();
  }

  private void collect(int threshold, double[][] lines, double[] support) {
    boolean[] bright = new boolean[grey.length];
    for (int i = 0; i < grey.length; i++) {
      bright[i] = grey[i] > threshold;
    }
    boolean[] sheet =
        new FloodFill(width, height).largest(new FloodFill(width, height).close(bright, 4));
    if (sheet == null) {
      return;
    }
    double[][] corners = extremes(sheet);
    for (int side = 0; side < 4; side++) {
      double[] line = edge(sheet, corners[side], corners[(side + 1) % 4], side);
      double found = line == null ? 0 : support(line, side);
      if (found > support[side]) {
        support[side] = found;
        lines[side] = line;
      }
    }
  }

  /**
   * Returns the fraction of the middle of a line that has paper on one side and something darker on
   * the other.
   */
  private double support(double[] line, int side) {
    boolean level = side % 2 == 0;
    int outward = side == 0 || side == 3 ? -MAX_EDGE_DISTANCE : MAX_EDGE_DISTANCE;
    int length = level ? width : height;
    int hits = 0;
    int seen = 0;
    for (int at = length / 8; at < length * 7 / 8; at += 2) {
      double across =
          level ? (line[2] - line[0] * at) / line[1] : (line[2] - line[1] * at) / line[0];
      int in = (int) Math.round(across) - outward;
      int out = (int) Math.round(across) + outward;
      int most = level ? height : width;
      seen++;
      if (Math.min(in, out) >= 0 && Math.max(in, out) < most) {
        int paper = level ? grey[in * width + at] : grey[at * width + in];
        int ground = level ? grey[out * width + at] : grey[at * width + out];
        hits += paper > MIN_CONTRAST * ground + 3 ? 1 : 0;
      }
    }
    return (double) hits / seen;
  }

  /** Returns Otsu's threshold, or a negative number if dark and bright hardly differ. */
  private int otsuThreshold() {
    long[] count = new long[256];
    long sum = 0;
    for (int g : grey) {
      count[g]++;
      sum += g;
    }
    long below = 0;
    long sumBelow = 0;
    double best = 0;
    int at = -1;
    double difference = 0;
    for (int t = 0; t < 255; t++) {
      below += count[t];
      sumBelow += t * count[t];
      if (below == 0 || below == grey.length) {
        continue;
      }
      double low = (double) sumBelow / below;
      double high = (double) (sum - sumBelow) / (grey.length - below);
      double between = (double) below * (grey.length - below) * (high - low) * (high - low);
      if (between > best) {
        best = between;
        at = t;
        difference = high - low;
      }
    }
    return difference < CONTRAST ? -1 : at;
  }

  private double[][] extremes(boolean[] sheet) {
    double[][] best = new double[4][];
    double[] score = {-1e9, -1e9, -1e9, -1e9};
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        if (sheet[y * width + x]) {
          double[] s = {-x - y, x - y, x + y, y - x};
          for (int c = 0; c < 4; c++) {
            if (s[c] > score[c]) {
              score[c] = s[c];
              best[c] = new double[] {x, y};
            }
          }
        }
      }
    }
    return best;
  }

  /**
   * Fits an edge to the outermost points: rows for the left and right sides, columns for the
   * others.
   */
  private double[] edge(boolean[] sheet, double[] from, double[] to, int side) {
    boolean level = side % 2 == 0;
    double low = level ? Math.min(from[0], to[0]) : Math.min(from[1], to[1]);
    double high = level ? Math.max(from[0], to[0]) : Math.max(from[1], to[1]);
    double margin = (high - low) * TRIM;
    LineFit points = new LineFit();
    for (int at = (int) (low + margin); at < high - margin; at++) {
      int found = level ? column(sheet, at, side == 0) : row(sheet, at, side == 3);
      if (found >= 0) {
        points.add(level ? at : found, level ? found : at);
      }
    }
    return points.fit(level);
  }

  private int column(boolean[] sheet, int x, boolean fromTop) {
    for (int i = 0; i < height; i++) {
      int y = fromTop ? i : height - 1 - i;
      if (sheet[y * width + x]) {
        return y;
      }
    }
    return -1;
  }

  private int row(boolean[] sheet, int y, boolean fromLeft) {
    for (int i = 0; i < width; i++) {
      int x = fromLeft ? i : width - 1 - i;
      if (sheet[y * width + x]) {
        return x;
      }
    }
    return -1;
  }

  private static double area(double[][] c) {
    double sum = 0;
    for (int i = 0; i < 4; i++) {
      double[] a = c[i];
      double[] b = c[(i + 1) % 4];
      sum += a[0] * b[1] - b[0] * a[1];
    }
    return sum / 2;
  }

  private boolean isInside(double[][] c) {
    for (int i = 0; i < 4; i++) {
      double x = (c[i][0] + c[(i + 1) % 4][0]) / 2;
      double y = (c[i][1] + c[(i + 1) % 4][1]) / 2;
      if (x < 2 || y < 2 || x > width - 3 || y > height - 3) {
        return false;
      }
    }
    return true;
  }

  private static boolean isConvex(double[][] c) {
    for (int i = 0; i < 4; i++) {
      double[] a = c[i];
      double[] b = c[(i + 1) % 4];
      double[] d = c[(i + 2) % 4];
      double turn = (b[0] - a[0]) * (d[1] - b[1]) - (b[1] - a[1]) * (d[0] - b[0]);
      double sine =
          turn / (Math.hypot(b[0] - a[0], b[1] - a[1]) * Math.hypot(d[0] - b[0], d[1] - b[1]));
      if (!(sine > 0.8)) {
        return false;
      }
    }
    return true;
  }
}
