package io.tributary.tools.corpus;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.util.Random;

/** Grayscale image, 0 for black to 1 for white. */
record GrayImage(int width, int height, float[] pixels) {
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
    return x < 0 || y < 0 || x >= width || y >= height ? outside : pixels[y * width + x];
  }

  /** Interpolates between four pixels. */
  float interpolate(double x, double y, float outside) {
    int x0 = (int) Math.floor(x);
    int y0 = (int) Math.floor(y);
    float fx = (float) (x - x0);
    float fy = (float) (y - y0);
    float above = at(x0, y0, outside) * (1 - fx) + at(x0 + 1, y0, outside) * fx;
    float below = at(x0, y0 + 1, outside) * (1 - fx) + at(x0 + 1, y0 + 1, outside) * fx;
    return above * (1 - fy) + below * fy;
  }

  /** Rotates the image about its center and stretches it; areas from outside are white. */
  GrayImage rotate(double degrees, double stretchX, double stretchY) {
    double sin = Math.sin(Math.toRadians(degrees));
    double cos = Math.cos(Math.toRadians(degrees));
    int w = (int) Math.round(width * stretchX);
    int h = (int) Math.round(height * stretchY);
    GrayImage out = blank(w, h);
    for (int y = 0; y < h; y++) {
      for (int x = 0; x < w; x++) {
        double dx = (x - w / 2.0) / stretchX;
        double dy = (y - h / 2.0) / stretchY;
        out.pixels[y * w + x] =
            interpolate(cos * dx - sin * dy + width / 2.0, sin * dx + cos * dy + height / 2.0, 1f);
      }
    }
    return out;
  }

  /** Blurs the image with the given number of binomial passes. */
  GrayImage blur(int passes) {
    GrayImage now = this;
    for (int i = 0; i < passes; i++) {
      now = now.blurPass(1, 0).blurPass(0, 1);
    }
    return now;
  }

  private GrayImage blurPass(int dx, int dy) {
    GrayImage out = blank(width, height);
    for (int y = 0; y < height; y++) {
      for (int x = 0; x < width; x++) {
        float here = pixels[y * width + x];
        out.pixels[y * width + x] =
            (at(x - dx, y - dy, here) + 2 * here + at(x + dx, y + dy, here)) / 4;
      }
    }
    return out;
  }

  /** Adds sensor noise. */
  GrayImage addNoise(double strength, Random random) {
    GrayImage out = blank(width, height);
    for (int i = 0; i < pixels.length; i++) {
      float x = pixels[i] + (float) (strength * random.nextGaussian());
      out.pixels[i] = Math.min(1, Math.max(0, x));
    }
    return out;
  }

  /** Maps ink and paper to the two given shades. */
  GrayImage mapShades(float ink, float paper) {
    GrayImage out = blank(width, height);
    for (int i = 0; i < pixels.length; i++) {
      out.pixels[i] = ink + (paper - ink) * pixels[i];
    }
    return out;
  }

  BufferedImage image() {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY);
    byte[] raw = ((DataBufferByte) image.getRaster().getDataBuffer()).getData();
    for (int i = 0; i < pixels.length; i++) {
      raw[i] = (byte) Math.round(255 * pixels[i]);
    }
    return image;
  }
}
