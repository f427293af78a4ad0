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
 * Lines of a photographed page that run apart like the ribs of a fan: where an edge of the sheet
 * was not found well, the page is level in its middle only, and a value at its foot stands beside
 * the name of the line above. Each line is brought level by its own slope.
 */
final class KeystoneCorrection {
  private static final int STRIPS = 8;
  private static final double STRIP = 0.2;
  private static final float WIDEST = 3;
  private static final double SURE = 3;

  /** So many strips have to tell of one fan. */
  private static final int ENOUGH = 5;

  /** By no more than this a strip may contradict, in degrees. */
  private static final double SAME = 0.12;

  /** From head to foot, in degrees; what differs by less is no harm. */
  private static final double LEAST = 0.15;

  private static final int PAPER = 255;

  private KeystoneCorrection() {}

  /**
   * Slopes of lines, by the places of these on the page.
   *
   * @param first in degrees, downwards to the right, at the upper edge
   * @param more by which it grows with each pixel down
   */
  record Fan(double first, double more) {
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

  /** The page with all its lines level. Takes the picture over. */
  static Bitmap straightened(Bitmap pic) {
    Optional<Fan> fan = fan(strips(pic), pic.height());
    return fan.isEmpty() ? pic : levelled(pic, fan.get());
  }

  private static List<Strip> strips(Bitmap pic) {
    List<Strip> strips = new ArrayList<>();
    int high = (int) (pic.height() * STRIP);
    try (Bitmap ink = Deskew.ink(pic)) {
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

  /** The fan that nearly all strips tell of; none where lines are as level as they may be. */
  static Optional<Fan> fan(List<Strip> strips, int height) {
    if (strips.size() < ENOUGH) {
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
    double more = middle(slopes);
    double first = middle(strips.stream().map(s -> s.degrees() - more * s.y()).toList());
    long same =
        strips.stream().filter(s -> Math.abs(s.degrees() - first - more * s.y()) <= SAME).count();
    boolean clear = Math.abs(more) * height >= LEAST && same >= ENOUGH;
    return clear && same * 4 >= strips.size() * 3L
        ? Optional.of(new Fan(first, more))
        : Optional.empty();
  }

  private static double middle(List<Double> all) {
    double[] sorted = all.stream().mapToDouble(d -> d).sorted().toArray();
    return (sorted[sorted.length / 2] + sorted[(sorted.length - 1) / 2]) / 2;
  }

  private static Bitmap levelled(Bitmap pic, Fan fan) {
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
          // Pixels lie in words of four, the first in the highest byte.
          int upper = from[above * stride + (x ^ 3)] & 0xff;
          int lower = from[(above + 1) * stride + (x ^ 3)] & 0xff;
          to[y * width + x] = (byte) Math.round(upper * (1 - part) + lower * part);
        }
      }
    }
    Bitmap level = Bitmap.of(out);
    pic.close();
    return level;
  }
}
