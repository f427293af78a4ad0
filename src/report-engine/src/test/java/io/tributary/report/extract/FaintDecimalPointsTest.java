package io.tributary.report.extract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Decimal points that appear only as a faint shade in a photo. */
class FaintDecimalPointsTest {
  private static final int SIGN = 30;

  /** Draws digits and gray points, each in a cell of its own. */
  private static Optional<String> put(String printed, int shade, int raise, String read) {
    BufferedImage image =
        new BufferedImage(SIGN * printed.length() + 20, 60, BufferedImage.TYPE_BYTE_GRAY);
    Graphics2D g = image.createGraphics();
    g.setColor(Color.WHITE);
    g.fillRect(0, 0, image.getWidth(), 60);
    g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 36));
    for (int i = 0; i < printed.length(); i++) {
      char c = printed.charAt(i);
      if (c == '.') {
        g.setColor(new Color(shade, shade, shade));
        g.fillRect(16 + SIGN * i, 38 - raise, 5, 5);
      } else if (c == '-') {
        g.setColor(Color.BLACK);
        g.fillRect(10 + SIGN * i, 30, 12, 3);
      } else {
        g.setColor(Color.BLACK);
        g.drawString(String.valueOf(c), 10 + SIGN * i, 43);
      }
    }
    g.dispose();
    try (Bitmap pic = Bitmap.copyOf(image)) {
      return FaintDecimalPoints.insertPoints(pic, read);
    }
  }

  @Test
  void aGreyPointOnTheLineIsPut() {
    assertEquals(Optional.of("7.4"), put("7.4", 195, 0, "74"));
    assertEquals(Optional.of("31.5-35.7"), put("31.5-35.7", 195, 0, "315-357"));
    assertEquals(Optional.of("0.35-4.75"), put("0.35-4.75", 195, 0, "0.35-475"));
  }

  @Test
  void whatIsTooPaleOrNotOnTheLineIsNone() {
    assertEquals(Optional.empty(), put("7.4", 222, 0, "74"));
    assertEquals(Optional.empty(), put("7.4", 195, 12, "74"));
    assertEquals(Optional.empty(), put("74", 195, 0, "74"));
  }

  @Test
  void whereFiguresDoNotTallyNothingIsPut() {
    assertEquals(Optional.empty(), put("7.4", 195, 0, "714"));
    assertEquals(Optional.empty(), put("7.4", 195, 0, "7.4"));
    assertEquals(Optional.empty(), put("1.2.3", 195, 0, "123"));
  }
}
