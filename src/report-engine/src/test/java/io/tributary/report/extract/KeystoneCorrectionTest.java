package io.tributary.report.extract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.report.extract.KeystoneCorrection.SlopeModel;
import io.tributary.report.extract.KeystoneCorrection.Strip;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class KeystoneCorrectionTest {
  private static final int HEIGHT = 2000;
  private static final int WIDTH = 1600;

  private static List<Strip> strips(DoubleUnaryOperator degrees) {
    List<Strip> strips = new ArrayList<>();
    for (int y = 200; y <= 1800; y += 200) {
      strips.add(new Strip(y, degrees.applyAsDouble(y)));
    }
    return strips;
  }

  @Test
  void stripsThatTurnWithTheirPlaceTellOfAFan() {
    List<Strip> strips = strips(y -> -0.5 + y / 2000);
    strips.set(2, new Strip(600, 1.5));
    SlopeModel fan = KeystoneCorrection.fitSlopes(strips, HEIGHT).orElseThrow();
    assertEquals(-0.5, fan.first(), 0.01);
    assertEquals(0.5, fan.first() + fan.more() * HEIGHT, 0.01);
  }

  @Test
  void levelLinesFewStripsAndContradictionsTellOfNone() {
    assertEquals(Optional.empty(), KeystoneCorrection.fitSlopes(strips(y -> 0.02), HEIGHT));
    assertEquals(
        Optional.empty(),
        KeystoneCorrection.fitSlopes(strips(y -> y / 2000).subList(0, 4), HEIGHT));
    assertEquals(Optional.empty(), KeystoneCorrection.fitSlopes(strips(y -> Math.sin(y)), HEIGHT));
  }

  /** Draws lines that are level at the top and fall by this number of pixels at the bottom. */
  private static Bitmap page(double fall) {
    BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_BYTE_GRAY);
    Graphics2D g = image.createGraphics();
    g.setColor(Color.WHITE);
    g.fillRect(0, 0, WIDTH, HEIGHT);
    g.setColor(Color.BLACK);
    g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 26));
    for (int y = 60; y < HEIGHT - 60; y += 44) {
      for (int x = 60; x < WIDTH - 150; x += 150) {
        g.drawString(
            "nomen", x, (int) Math.round(y + (x - WIDTH / 2.0) / WIDTH * fall * y / HEIGHT));
      }
    }
    g.dispose();
    return Bitmap.copyOf(image);
  }

  /** Returns the lowest row with ink between two columns. */
  private static int lowest(Bitmap pic, int from, int to) {
    byte[] bytes = pic.bytes();
    int stride = bytes.length / pic.height();
    for (int y = pic.height() - 1; y >= 0; y--) {
      for (int x = from; x < to; x++) {
        if ((bytes[y * stride + (x ^ 3)] & 0xff) < 100) {
          return y;
        }
      }
    }
    return -1;
  }

  @Test
  void linesThatRunApartAreMadeLevelEachByItsSlope() {
    Bitmap leaning = page(40);
    int before = lowest(leaning, 1400, 1600) - lowest(leaning, 0, 200);
    assertTrue(before > 25, "fell by " + before);
    try (Bitmap level = KeystoneCorrection.straighten(leaning)) {
      assertEquals(lowest(level, 0, 200), lowest(level, 1400, 1600), 4);
    }
  }

  @Test
  void aLevelPageStaysWhatItIs() {
    try (Bitmap level = page(0)) {
      assertSame(level, KeystoneCorrection.straighten(level));
    }
  }
}
