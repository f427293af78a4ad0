package io.tributary.report.extract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.report.extract.Tesseract.OcrWord;
import io.tributary.report.page.BoundingBox;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Dotted and slashed zeros, recognized by shape. */
class SlashedZerosTest {
  private static final int GLYPH_WIDTH = 30;

  /** Draws monospaced digits. A zero is a ring with an optional mark inside. */
  private static Bitmap drawn(String text, boolean dotted, boolean marked) {
    BufferedImage image =
        new BufferedImage(GLYPH_WIDTH * text.length() + 20, 60, BufferedImage.TYPE_BYTE_GRAY);
    Graphics2D g = image.createGraphics();
    g.setColor(Color.WHITE);
    g.fillRect(0, 0, image.getWidth(), 60);
    g.setColor(Color.BLACK);
    g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 40));
    g.setStroke(new BasicStroke(3));
    for (int i = 0; i < text.length(); i++) {
      int x = 10 + GLYPH_WIDTH * i;
      if (text.charAt(i) != '0') {
        g.drawString(text.substring(i, i + 1), x, 46);
        continue;
      }
      g.drawRoundRect(x, 18, 20, 28, 18, 22);
      if (marked && dotted) {
        g.fillOval(x + 7, 28, 7, 8);
      } else if (marked) {
        g.drawLine(x + 17, 22, x + 3, 42);
      }
    }
    g.dispose();
    return Bitmap.copyOf(image);
  }

  private static String recognized(String printed, boolean dotted, boolean marked, String... read) {
    try (Bitmap pic = drawn(printed, dotted, marked)) {
      List<OcrWord> words = new ArrayList<>();
      BoundingBox box = new BoundingBox(5, 10, pic.width() - 5, 55);
      for (String r : read) {
        words.add(new OcrWord(r, box, 0.9));
      }
      OcrWord last = SlashedZeros.correct(words, pic).getLast();
      return last.text() + (last.confidence() < 0.7 ? " doubted" : "");
    }
  }

  @Test
  void aMarkedZeroIsNoEight() {
    assertEquals("4.007 doubted", recognized("4.007", true, true, "4.007", "4.007", "4.887"));
    assertEquals("4.007 doubted", recognized("4.007", false, true, "4.007", "4.007", "4.@87"));
  }

  @Test
  void eightsSixesAndNinesStay() {
    assertEquals("800.69", recognized("800.69", true, true, "800.69", "800.69", "800.69"));
    assertEquals("800.69 doubted", recognized("800.69", false, true, "800.69", "800.69", "808.69"));
  }

  @Test
  void plainZerosProveNothing() {
    assertEquals("4.887", recognized("4.007", true, false, "4.007", "4.007", "4.887"));
  }

  @Test
  void aFewMarksAreNoHabit() {
    assertEquals("4.887", recognized("4.007", true, true, "4.007", "4.887"));
  }
}
