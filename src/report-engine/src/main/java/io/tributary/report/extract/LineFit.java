package io.tributary.report.extract;

import java.util.ArrayList;
import java.util.List;

/** Fits a line through points and ignores outliers. */
final class LineFit {
  private static final int ROUNDS = 3;
  private static final int FEWEST = 12;

  private List<double[]> points = new ArrayList<>();

  void add(double x, double y) {
    points.add(new double[] {x, y});
  }

  /**
   * Returns the line as a, b, c of ax + by = c, or null if there are too few points.
   *
   * @param level whether the line is roughly horizontal
   */
  double[] fit(boolean level) {
    double[] line = null;
    for (int round = 0; round < ROUNDS && points.size() >= FEWEST; round++) {
      line = leastSquares(level);
      double[] l = line;
      List<double[]> byDistance = new ArrayList<>(points);
      byDistance.sort((p, q) -> Double.compare(distance(l, p), distance(l, q)));
      points = byDistance.subList(0, Math.max(FEWEST, byDistance.size() * 3 / 4));
    }
    return line;
  }

  private double[] leastSquares(boolean level) {
    int along = level ? 0 : 1;
    int across = 1 - along;
    double n = points.size();
    double s = 0;
    double t = 0;
    double ss = 0;
    double st = 0;
    for (double[] p : points) {
      s += p[along];
      t += p[across];
      ss += p[along] * p[along];
      st += p[along] * p[across];
    }
    double slope = (n * st - s * t) / (n * ss - s * s);
    double begin = (t - slope * s) / n;
    return level ? new double[] {-slope, 1, begin} : new double[] {1, -slope, begin};
  }

  private static double distance(double[] line, double[] p) {
    return Math.abs(line[0] * p[0] + line[1] * p[1] - line[2]);
  }

  /** Returns the intersection of two lines, or null. */
  static double[] cross(double[] a, double[] b) {
    double d = a[0] * b[1] - b[0] * a[1];
    if (Math.abs(d) < 1e-6) {
      return null;
    }
    return new double[] {(a[2] * b[1] - b[2] * a[1]) / d, (a[0] * b[2] - b[0] * a[2]) / d};
  }
}
