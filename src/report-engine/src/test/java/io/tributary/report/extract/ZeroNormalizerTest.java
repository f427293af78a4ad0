package io.tributary.report.extract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/**
 * Checks that slashed and dotted zeros are recognized and become plain zeros, while other glyphs
 * are unchanged.
 */
class ZeroNormalizerTest {
  private static final int WIDTH = 16;
  private static final int HEIGHT = 25;

  private static Bitmap drawn(BiConsumer<Graphics2D, Integer> sign) {
    BufferedImage image = new BufferedImage(400, 100, BufferedImage.TYPE_BYTE_GRAY);
    Graphics2D g = image.createGraphics();
    g.setColor(Color.WHITE);
    g.fillRect(0, 0, 400, 100);
    g.setColor(Color.BLACK);
    g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    for (int i = 0; i < 4; i++) {
      sign.accept(g, 30 + 80 * i);
    }
    g.dispose();
    return Bitmap.copyOf(image);
  }

  private static void ring(Graphics2D g, int left) {
    g.setStroke(new BasicStroke(3));
    g.drawOval(left, 30, WIDTH, HEIGHT);
  }

  private static void struck(Graphics2D g, int left) {
    ring(g, left);
    g.setStroke(new BasicStroke(2));
    g.drawLine(left + 2, 30 + HEIGHT - 8, left + WIDTH - 2, 30 + 8);
  }

  private static void dotted(Graphics2D g, int left) {
    ring(g, left);
    g.fillOval(left + WIDTH / 2 - 2, 30 + HEIGHT / 2 - 3, 5, 7);
  }

  private static int darkAtMiddle(Bitmap pic) {
    byte[] grey = pic.bytes();
    int stride = grey.length / pic.height();
    int dark = 0;
    for (int i = 0; i < 4; i++) {
      for (int x = -2; x <= 2; x++) {
        int at = 30 + 80 * i + WIDTH / 2 + x;
        dark += (grey[(30 + HEIGHT / 2) * stride + (at ^ 3)] & 0xff) < 200 ? 1 : 0;
      }
    }
    return dark;
  }

  @Test
  void aStrokeOrDotInsideAZeroIsErased() {
    for (BiConsumer<Graphics2D, Integer> sign :
        List.<BiConsumer<Graphics2D, Integer>>of(
            ZeroNormalizerTest::struck, ZeroNormalizerTest::dotted)) {
      try (Bitmap pic = drawn(sign)) {
        assertTrue(darkAtMiddle(pic) > 0);
        ZeroNormalizer.eraseMarks(pic);
        assertEquals(0, darkAtMiddle(pic));
      }
    }
  }

  @Test
  void aSingleOneOnAPageIsSomethingElse() {
    try (Bitmap pic =
        drawn(
            (g, left) -> {
              if (left < 100) struck(g, left);
            })) {
      byte[] before = pic.bytes();
      ZeroNormalizer.eraseMarks(pic);
      assertArrayEquals(before, pic.bytes());
    }
  }

  @Test
  void noOtherSignIsTouched() {
    List<String> touched = new ArrayList<>();
    for (String face : new String[] {Font.SANS_SERIF, Font.SERIF, Font.MONOSPACED}) {
      for (int style : new int[] {Font.PLAIN, Font.BOLD, Font.ITALIC}) {
        for (int size : new int[] {20, 28, 36, 48}) {
          for (String sign : "123456789ABDGOPQRSabdegopqs&%@$#§®©ßÖÄ()[]".split("")) {
            try (Bitmap pic =
                drawn(
                    (g, left) -> {
                      g.setFont(new Font(face, style, size));
                      g.drawString(sign, left, 70);
                    })) {
              byte[] before = pic.bytes();
              ZeroNormalizer.eraseMarks(pic);
              if (!java.util.Arrays.equals(before, pic.bytes())) {
                touched.add(sign + " " + face + " " + style + " " + size);
              }
            }
          }
        }
      }
    }
    assertEquals(List.of(), touched);
  }
}
