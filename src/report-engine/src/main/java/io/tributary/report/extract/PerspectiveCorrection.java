package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.pixGetPixel;
import static org.bytedeco.leptonica.global.leptonica.pixScale;

import io.tributary.report.extract.PageDetector.DetectedSheet;
import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.util.Optional;

/** Flattens a photographed sheet as if it had been scanned. */
final class PerspectiveCorrection {
  private static final int COPY = 420;
  private static final double WIDTH = 2400;
  private static final double MOST_LARGER = 1.9;

  private PerspectiveCorrection() {}

  static Bitmap flatten(Bitmap pic) {
    double scale = (double) COPY / Math.max(pic.width(), pic.height());
    Optional<DetectedSheet> sheet;
    try (Bitmap small = new Bitmap(pixScale(pic.pix(), (float) scale, (float) scale))) {
      sheet = new PageDetector(small.width(), small.height(), pixels(small)).find();
    }
    if (sheet.isEmpty()) {
      return pic;
    }
    double[][] corners = sheet.get().corners();
    for (double[] c : corners) {
      c[0] = (c[0] + 0.5) / scale;
      c[1] = (c[1] + 0.5) / scale;
    }
    Bitmap flat = transform(pic, corners);
    pic.close();
    return flat;
  }

  private static int[] pixels(Bitmap pic) {
    int[] out = new int[pic.width() * pic.height()];
    int[] value = new int[1];
    java.nio.IntBuffer buffer = java.nio.IntBuffer.wrap(value);
    for (int y = 0; y < pic.height(); y++) {
      for (int x = 0; x < pic.width(); x++) {
        pixGetPixel(pic.pix(), x, y, buffer);
        out[y * pic.width() + x] = value[0];
      }
    }
    return out;
  }

  private static Bitmap transform(Bitmap pic, double[][] c) {
    double across = Math.max(length(c[0], c[1]), length(c[3], c[2]));
    double down = Math.max(length(c[0], c[3]), length(c[1], c[2]));
    double factor = Math.min(MOST_LARGER, WIDTH / Math.min(across, down));
    int width = (int) (across * factor);
    int height = (int) (down * factor);
    double[] h =
        Projection.coefficients(
            new double[][] {{0, 0}, {width, 0}, {width, height}, {0, height}}, c);
    BufferedImage out = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY);
    byte[] to = ((DataBufferByte) out.getRaster().getDataBuffer()).getData();
    sample(pic, h, to, width, height);
    return Bitmap.copyOf(out);
  }

  /** Interpolates each pixel between its four neighbors. */
  private static void sample(Bitmap pic, double[] h, byte[] to, int width, int height) {
    byte[] from = pic.bytes();
    int stride = from.length / pic.height();
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        double d = h[6] * x + h[7] * y + 1;
        double u = (h[0] * x + h[1] * y + h[2]) / d;
        double v = (h[3] * x + h[4] * y + h[5]) / d;
        int ux = (int) u;
        int vy = (int) v;
        if (u < 0 || v < 0 || ux >= pic.width() - 1 || vy >= pic.height() - 1) {
          to[y * width + x] = (byte) 255;
          continue;
        }
        double fu = u - ux;
        double fv = v - vy;
        double above =
            pixelAt(from, stride, ux, vy) * (1 - fu) + pixelAt(from, stride, ux + 1, vy) * fu;
        double below =
            pixelAt(from, stride, ux, vy + 1) * (1 - fu)
                + pixelAt(from, stride, ux + 1, vy + 1) * fu;
        to[y * width + x] = (byte) Math.round(above * (1 - fv) + below * fv);
      }
    }
  }

  /**
   * Returns a pixel. Leptonica packs four pixels per 32-bit word, the first in the highest byte.
   */
  private static int pixelAt(byte[] from, int stride, int x, int y) {
    return from[y * stride + (x ^ 3)] & 0xff;
  }

  private static double length(double[] a, double[] b) {
    return Math.hypot(a[0] - b[0], a[1] - b[1]);
  }
}
