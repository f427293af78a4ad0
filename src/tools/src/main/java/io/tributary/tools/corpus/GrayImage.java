package io.tributary.tools.corpus;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.util.Random;

/** A picture in shades of grey, 0 black to 1 white. */
record GrayImage(int width, int height, float[] dots) {
  static GrayImage of(BufferedImage image) {
    int w = image.getWidth();
    int h = image.getHeight();
    float[] dots = new float[w * h];
    byte[] raw = ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
    for (int i = 0; i < dots.length; i++) {
      dots[i] = (raw[i] & 255) / 255f;
    }
    return new GrayImage(w, h, dots);
  }

  static GrayImage blank(int width, int height) {
    return new GrayImage(width, height, new float[width * height]);
  }

  float at(int x, int y, float outside) {
    return x < 0 || y < 0 || x >= width || y >= height ? outside : dots[y * width + x];
  }

  /** Between four dots. */
  float between(double x, double y, float outside) {
    int x0 = (int) Math.floor(x);
    int y0 = (int) Math.floor(y);
    float fx = (float) (x - x0);
    float fy = (float) (y - y0);
    float above = at(x0, y0, outside) * (1 - fx) + at(x0 + 1, y0, outside) * fx;
    float below = at(x0, y0 + 1, outside) * (1 - fx) + at(x0 + 1, y0 + 1, outside) * fx;
    return above * (1 - fy) + below * fy;
  }

  /**
   * Turned about its middle by so many degrees and stretched; what comes in from outside is white.
   */
  GrayImage turned(double degrees, double stretchX, double stretchY) {
    double sin = Math.sin(Math.toRadians(degrees));
    double cos = Math.cos(Math.toRadians(degrees));
    int w = (int) Math.round(width * stretchX);
    int h = (int) Math.round(height * stretchY);
    GrayImage out = blank(w, h);
    for (int y = 0; y < h; y++) {
      for (int x = 0; x < w; x++) {
        double dx = (x - w / 2.0) / stretchX;
        double dy = (y - h / 2.0) / stretchY;
        out.dots[y * w + x] =
            between(cos * dx - sin * dy + width / 2.0, sin * dx + cos * dy + height / 2.0, 1f);
      }
    }
    return out;
  }

  /** Softened by a binomial of so many passes. */
  GrayImage soft(int passes) {
    GrayImage now = this;
    for (int i = 0; i < passes; i++) {
      now = now.pass(1, 0).pass(0, 1);
    }
    return now;
  }

  private GrayImage pass(int dx, int dy) {
    GrayImage out = blank(width, height);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        float here = dots[y * width + x];
        out.dots[y * width + x] =
            (at(x - dx, y - dy, here) + 2 * here + at(x + dx, y + dy, here)) / 4;
      }
    }
    return out;
  }

  /** With the grain of a sensor. */
  GrayImage grain(double strength, Random random) {
    GrayImage out = blank(width, height);
    for (int i = 0; i < dots.length; i++) {
      float x = dots[i] + (float) (strength * random.nextGaussian());
      out.dots[i] = Math.min(1, Math.max(0, x));
    }
    return out;
  }

  /** Paper and ink between two shades. */
  GrayImage shades(float ink, float paper) {
    GrayImage out = blank(width, height);
    for (int i = 0; i < dots.length; i++) {
      out.dots[i] = ink + (paper - ink) * dots[i];
    }
    return out;
  }

  BufferedImage image() {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY);
    byte[] raw = ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
    for (int i = 0; i < dots.length; i++) {
      raw[i] = (byte) Math.round(255 * dots[i]);
    }
    return image;
  }
}
