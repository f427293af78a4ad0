package io.tributary.report.extract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.report.extract.Tesseract.OcrWord;
import io.tributary.report.page.BoundingBox;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.Polygon;
import java.awt.Rectangle;
import java.awt.RenderingHints;
import java.awt.Shape;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Checks that high and low triangles are distinguished from letters and digits of similar outline.
 */
class TriangleFlagsTest {
  private static final int ROOM = 120;
  private static final String[] FACES = {Font.SANS_SERIF, Font.SERIF, Font.MONOSPACED};

  private static BufferedImage paper() {
    BufferedImage image = new BufferedImage(ROOM, ROOM, BufferedImage.TYPE_BYTE_GRAY);
    Graphics2D g = image.createGraphics();
    g.setColor(Color.WHITE);
    g.fillRect(0, 0, ROOM, ROOM);
    g.dispose();
    return image;
  }

  private static String recognized(Shape shape, String read, double confidence, int margin) {
    BufferedImage image = paper();
    Graphics2D g = image.createGraphics();
    g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    g.setColor(Color.BLACK);
    g.fill(shape);
    g.dispose();
    Rectangle b = shape.getBounds();
    BoundingBox box =
        new BoundingBox(b.x - margin, b.y - margin, b.getMaxX() + margin, b.getMaxY() + margin);
    try (Bitmap pic = Bitmap.copyOf(image)) {
      return TriangleFlags.recognize(List.of(new OcrWord(read, box, confidence)), pic)
          .getFirst()
          .text();
    }
  }

  private static Shape printed(String sign, String face, int style, int size) {
    Graphics2D g = paper().createGraphics();
    Shape shape =
        new Font(face, style, size)
            .createGlyphVector(g.getFontRenderContext(), sign)
            .getOutline(30, 80);
    g.dispose();
    return shape;
  }

  private static Polygon triangle(int wide, int tall, boolean up) {
    int tip = up ? 20 : 20 + tall;
    int base = up ? 20 + tall : 20;
    return new Polygon(new int[] {20, 20 + wide, 20 + wide / 2}, new int[] {base, base, tip}, 3);
  }

  @Test
  void noLetterOrFigureIsATriangle() {
    List<String> taken = new ArrayList<>();
    for (String face : FACES) {
      for (int style : new int[] {Font.PLAIN, Font.BOLD, Font.ITALIC}) {
        for (int size : new int[] {16, 20, 24, 28, 36, 48, 64}) {
          for (String sign : "LTJAVYFPIDWMil714".split("")) {
            for (int margin = 0; margin < 3; margin++) {
              String told = recognized(printed(sign, face, style, size), "x", 0.5, margin);
              if (!told.equals("x")) {
                taken.add(sign + " " + face + " " + style + " " + size + " " + told);
              }
            }
          }
        }
      }
    }
    assertEquals(List.of(), taken);
  }

  @Test
  void filledTrianglesAreTold() {
    List<String> lost = new ArrayList<>();
    for (int tall = 15; tall < 50; tall += 3) {
      for (double ratio : new double[] {0.8, 1, 1.2, 1.5}) {
        int wide = (int) (tall * ratio);
        if (!recognized(triangle(wide, tall, true), "A", 0.5, 0).equals("▲")
            || !recognized(triangle(wide, tall, false), "VW", 0.5, 0).equals("▼")) {
          lost.add(wide + "x" + tall);
        }
      }
    }
    assertEquals(List.of(), lost);
  }

  @Test
  void aCapitalThatWasReadSurelyIsOne() {
    assertEquals("A", recognized(triangle(30, 30, true), "A", 0.97, 0));
    assertEquals("▲", recognized(triangle(30, 30, true), "A", 0.8, 0));
  }
}
