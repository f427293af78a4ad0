package io.tributary.tools.corpus;

import java.awt.image.BufferedImage;
import java.util.Random;

/**
 * Simulates a photograph of a sheet on a table, slightly tilted and partly in the shadow of a hand.
 */
final class PhotoEffect {
  private static final double MARGIN = 0.07;

  private PhotoEffect() {}

  static BufferedImage of(GrayImage page, Random random) {
    int w = (int) (page.width() * (1 + 2 * MARGIN));
    int h = (int) (page.height() * (1 + 2 * MARGIN));
    double[] warp = perspective(page, w, h, random);
    GrayImage sheet = GrayImage.blank(w, h);
    float[] table = drawTable(w, h, random);
    for (int y = 0; y < h; y++) {
      for (int x = 0; x < w; x++) {
        double d = warp[6] * x + warp[7] * y + 1;
        double px = (warp[0] * x + warp[1] * y + warp[2]) / d;
        double py = (warp[3] * x + warp[4] * y + warp[5]) / d;
        boolean on = px >= 0 && py >= 0 && px < page.width() && py < page.height();
        sheet.pixels()[y * w + x] =
            on ? 0.13f + 0.8f * page.interpolate(px, py, 1f) : table[y * w + x];
      }
    }
    GrayImage soft = sheet.blur(1 + random.nextInt(2));
    return rotateSome(applyLight(soft, random), random);
  }

  /** Returns the transform from points of the photograph to points of the sheet. */
  private static double[] perspective(GrayImage page, int w, int h, Random random) {
    double[][] from = new double[4][];
    double[][] to = {{0, 0}, {page.width(), 0}, {page.width(), page.height()}, {0, page.height()}};
    double tilt = Math.toRadians((random.nextDouble() - 0.5) * 5);
    for (int i = 0; i < 4; i++) {
      double x = w * (to[i][0] == 0 ? MARGIN : 1 - MARGIN) - w / 2.0;
      double y = h * (to[i][1] == 0 ? MARGIN : 1 - MARGIN) - h / 2.0;
      double shiftX = (random.nextDouble() - 0.5) * 0.06 * w;
      double shiftY = (random.nextDouble() - 0.5) * 0.04 * h;
      from[i] =
          new double[] {
            w / 2.0 + x * Math.cos(tilt) - y * Math.sin(tilt) + shiftX,
            h / 2.0 + x * Math.sin(tilt) + y * Math.cos(tilt) + shiftY
          };
    }
    return PerspectiveSolver.solve(from, to);
  }

  /** Draws a wooden table. */
  private static float[] drawTable(int w, int h, Random random) {
    float[] dots = new float[w * h];
    double tone = 0.25 + random.nextDouble() * 0.25;
    double phase = random.nextDouble() * 6;
    for (int y = 0; y < h; y++) {
      float line = (float) (tone + 0.05 * Math.sin(y / 37.0 + phase) + 0.03 * Math.sin(y / 7.3));
      for (int x = 0; x < w; x++) {
        dots[y * w + x] = line + (float) (0.02 * Math.sin((x + 13 * y) / 91.0));
      }
    }
    return dots;
  }

  /** Applies uneven light, the edge of a shadow, sensor noise and a warm white balance. */
  private static BufferedImage applyLight(GrayImage g, Random random) {
    double angle = random.nextDouble() * 2 * Math.PI;
    double edge = 0.2 + random.nextDouble() * 0.6;
    double depth = 0.12 + random.nextDouble() * 0.22;
    double fall = 0.15 + random.nextDouble() * 0.2;
    BufferedImage out = new BufferedImage(g.width(), g.height(), BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < g.height(); y++) {
      for (int x = 0; x < g.width(); x++) {
        double u =
            0.5
                + (x / (double) g.width() - 0.5) * Math.cos(angle)
                + (y / (double) g.height() - 0.5) * Math.sin(angle);
        double shade = 1 - fall * u - depth / (1 + Math.exp((edge - u) * 40));
        double v = g.pixels()[y * g.width() + x] * shade + 0.02 * random.nextGaussian();
        out.setRGB(
            x, y, clampPixel(v * 1.02) << 16 | clampPixel(v * 0.99) << 8 | clampPixel(v * 0.93));
      }
    }
    return out;
  }

  private static int clampPixel(double v) {
    return (int) Math.max(0, Math.min(255, Math.round(255 * v)));
  }

  /** Rotates half of the photographs. */
  private static BufferedImage rotateSome(BufferedImage in, Random random) {
    int turn = new int[] {0, 0, 0, 1, 3, 2}[random.nextInt(6)];
    if (turn == 0) {
      return in;
    }
    int w = in.getWidth();
    int h = in.getHeight();
    boolean side = turn % 2 == 1;
    BufferedImage out = new BufferedImage(side ? h : w, side ? w : h, BufferedImage.TYPE_INT_RGB);
    for (int y = 0; y < h; y++) {
      for (int x = 0; x < w; x++) {
        int dot = in.getRGB(x, y);
        switch (turn) {
          case 1 -> out.setRGB(h - 1 - y, x, dot);
          case 2 -> out.setRGB(w - 1 - x, h - 1 - y, dot);
          default -> out.setRGB(y, w - 1 - x, dot);
        }
      }
    }
    return out;
  }
}
