package io.tributary.report.extract;

/** Projective transformation between two planes. */
final class Projection {
  private Projection() {}

  /** Returns the eight coefficients that map four points to four others; the ninth is 1. */
  static double[] coefficients(double[][] from, double[][] to) {
    double[][] rows = new double[8][];
    for (int i = 0; i < 4; i++) {
      double x = from[i][0];
      double y = from[i][1];
      double u = to[i][0];
      double v = to[i][1];
      rows[2 * i] = new double[] {x, y, 1, 0, 0, 0, -u * x, -u * y, u};
      rows[2 * i + 1] = new double[] {0, 0, 0, x, y, 1, -v * x, -v * y, v};
    }
    solve(rows);
    double[] out = new double[8];
    for (int i = 0; i < 8; i++) {
      out[i] = rows[i][8] / rows[i][i];
    }
    return out;
  }

  private static void solve(double[][] rows) {
    for (int i = 0; i < rows.length; i++) {
      int pivot = i;
      for (int j = i; j < rows.length; j++) {
        if (Math.abs(rows[j][i]) > Math.abs(rows[pivot][i])) {
          pivot = j;
        }
      }
      double[] swap = rows[i];
      rows[i] = rows[pivot];
      rows[pivot] = swap;
      for (int j = 0; j < rows.length; j++) {
        if (j != i) {
          double factor = rows[j][i] / rows[i][i];
          for (int k = i; k < rows[j].length; k++) {
            rows[j][k] -= factor * rows[i][k];
          }
        }
      }
    }
  }
}
