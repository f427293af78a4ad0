package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.boxCreate;
import static org.bytedeco.leptonica.global.leptonica.boxDestroy;
import static org.bytedeco.leptonica.global.leptonica.pixClipRectangle;
import static org.bytedeco.leptonica.global.leptonica.pixFindSkewSweepAndSearchScore;

import java.awt.image.BufferedImage;
import java.awt.image.DataBufferByte;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.bytedeco.leptonica.BOX;

/**
 * Levels the lines of a photographed page whose slope changes from top to bottom.
 *
 * <p>If one edge of the sheet was not found precisely, only the middle of the page is level, and a
 * value near the bottom lines up with the name of the line above. The slope of the lines is
 * measured in horizontal strips and modeled as a linear function of the position; each line is then
 * leveled by its own slope.
 */
final class KeystoneCorrection {
  private static final int STRIPS = 8;
  private static final double STRIP = 0.2;
  private static final float WIDEST = 3;
  private static final double SURE = 3;

  /** Minimum number of strips that must agree on one model. */
  private static final int MIN_STRIPS = 5;

  /** Maximum deviation of a strip, in degrees. */
  private static final double MAX_DEVIATION = 0.12;

  /** Minimum slope difference from top to bottom that is corrected, in degrees. */
  private static final double MIN_DIFFERENCE = 0.15;

  private static final int PAPER = 255;

  private KeystoneCorrection() {}

  /**
   * Slope of the lines as a function of their position.
   *
   * @param first in degrees, downwards to the right, at the upper edge
   * @param more increase per pixel down
   */
  record SlopeModel(double first, double more) {
    double slope(double y) {
      return Math.tan(Math.toRadians(first + more * y));
    }
  }

  /**
   * Slope of the lines of a strip.
   *
   * @param y of its middle, in pixels
   */
  record Strip(double y, double degrees) {}

  /** Levels all lines of the page. Takes ownership of the image. */
  static Bitmap straighten(Bitmap pic) {
    Optional<SlopeModel> fan = fitSlopes(strips(pic), pic.height());
    return fan.isEmpty() ? pic : levelLines(pic, fan.get());
  }

  private static List<Strip> strips(Bitmap pic) {
    List<Strip> strips = new ArrayList<>();
    int high = (int) (pic.height() * STRIP);
    try (Bitmap ink = Deskew.binarize(pic)) {
      for (int i = 0; i < STRIPS; i++) {
        int top = (pic.height() - high) * i / (STRIPS - 1);
        BOX place = boxCreate(0, top, pic.width(), high);
        try (Bitmap part = new Bitmap(pixClipRectangle(ink.pix(), place, (BOX) null))) {
          float[] degrees = new float[1];
          float[] confidence = new float[1];
          float[] score = new float[1];
          int failed =
              pixFindSkewSweepAndSearchScore(
                  part.pix(), degrees, confidence, score, 4, 2, 0, WIDEST, 0.5f, 0.01f);
          if (failed == 0 && confidence[0] >= SURE) {
            strips.add(new Strip(top + high / 2.0, -degrees[0]));
          }
        }
        boxDestroy(place);
      }
    }
    return strips;
  }

  /**
   * Fits the model that nearly all strips agree on. Returns empty if the lines are level enough.
   */
  static Optional<SlopeModel> fitSlopes(List<Strip> strips, int height) {
    if (strips.size() < MIN_STRIPS) {
      return Optional.empty();
    }
    List<Double> slopes = new ArrayList<>();
    for (int i = 0; i < strips.size(); i++) {
      for (int j = i + 1; j < strips.size(); j++) {
        Strip a = strips.get(i);
        Strip b = strips.get(j);
        slopes.add((b.degrees() - a.degrees()) / (b.y() - a.y()));
      }
    }
    double more = median(slopes);
    double first = median(strips.stream().map(s -> s.degrees() - more * s.y()).toList());
    long same =
        strips.stream()
            .filter(s -> Math.abs(s.degrees() - first - more * s.y()) <= MAX_DEVIATION)
            .count();
    boolean clear = Math.abs(more) * height >= MIN_DIFFERENCE && same >= MIN_STRIPS;
    return clear && same * 4 >= strips.size() * 3L
        ? Optional.of(new SlopeModel(first, more))
        : Optional.empty();
  }

  private static double median(List<Double> all) {
    double[] sorted = all.stream().mapToDouble(d -> d).sorted().toArray();
    return (sorted[sorted.length / 2] + sorted[(sorted.length - 1) / 2]) / 2;
  }

  private static Bitmap levelLines(Bitmap pic, SlopeModel fan) {
    int width = pic.width();
    int height = pic.height();
    byte[] from = pic.bytes();
    int stride = from.length / height;
    BufferedImage out = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY);
    byte[] to = ((DataBufferByte) out.getRaster().getDataBuffer()).getData();
    Arrays.fill(to, (byte) PAPER);
    for (int y = 0; y < height; y++) {
      double slope = fan.slope(y);
      for (int x = 0; x < width; x++) {
        double v = y + (x - width / 2.0) * slope;
        int above = (int) Math.floor(v);
        if (above >= 0 && above < height - 1) {
          double part = v - above;
          // Four pixels per 32-bit word, the first in the highest byte.
          int upper = from[above * stride + (x ^ 3)] & 0xff;
          int lower = from[(above + 1) * stride + (x ^ 3)] & 0xff;
          to[y * width + x] = (byte) Math.round(upper * (1 - part) + lower * part);
        }
      }
    }
    Bitmap level = Bitmap.copyOf(out);
    pic.close();
    return level;
  }
}
