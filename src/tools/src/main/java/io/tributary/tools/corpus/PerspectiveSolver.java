package io.tributary.tools.corpus;

/** Computes the perspective transform that maps four points to four others. */
final class PerspectiveSolver {
  private PerspectiveSolver() {}

  /** Returns the eight coefficients a…h of x' = (ax+by+c)/(gx+hy+1), y' = (dx+ey+f)/(gx+hy+1). */
  static double[] solve(double[][] from, double[][] to) {
    double[][] m = new double[8][9];
    for (int i = 0; i < 4; i++) {
      double x = from[i][0];
      double y = from[i][1];
      double u = to[i][0];
      double v = to[i][1];
      m[2 * i] = new double[] {x, y, 1, 0, 0, 0, -u * x, -u * y, u};
      m[2 * i + 1] = new double[] {0, 0, 0, x, y, 1, -v * x, -v * y, v};
    }
    for (int c = 0; c < 8; c++) {
      pivot(m, c);
      for (int r = 0; r < 8; r++) {
        double factor = r == c ? 0 : m[r][c] / m[c][c];
        for (int k = c; factor != 0 && k < 9; k++) {
          m[r][k] -= factor * m[c][k];
        }
      }
    }
    double[] solved = new double[8];
    for (int i = 0; i < 8; i++) {
      solved[i] = m[i][8] / m[i][i];
    }
    return solved;
  }

  private static void pivot(double[][] m, int c) {
    int best = c;
    for (int r = c + 1; r < 8; r++) {
      best = Math.abs(m[r][c]) > Math.abs(m[best][c]) ? r : best;
    }
    double[] row = m[c];
    m[c] = m[best];
    m[best] = row;
  }
}
