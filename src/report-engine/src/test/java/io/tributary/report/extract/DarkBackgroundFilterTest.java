package io.tributary.report.extract;

import static org.bytedeco.leptonica.global.leptonica.boxCreate;
import static org.bytedeco.leptonica.global.leptonica.pixClipRectangle;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;
import org.bytedeco.leptonica.BOX;
import org.junit.jupiter.api.Test;

class DarkBackgroundFilterTest {
  private static final int INK = 100;

  private static Bitmap drawn(Consumer<Graphics2D> drawing) {
    BufferedImage image = new BufferedImage(800, 120, BufferedImage.TYPE_BYTE_GRAY);
    Graphics2D g = image.createGraphics();
    g.setColor(Color.WHITE);
    g.fillRect(0, 0, 800, 120);
    g.setFont(new Font(Font.SANS_SERIF, Font.BOLD, 30));
    drawing.accept(g);
    g.dispose();
    return Bitmap.copyOf(image);
  }

  /** Counts the dark pixels between two columns. */
  private static int ink(Bitmap pic, int from, int to) {
    byte[] bytes = pic.bytes();
    int stride = bytes.length / pic.height();
    int dark = 0;
    for (int y = 0; y < pic.height(); y++) {
      for (int x = from; x < to; x++) {
        dark += (bytes[y * stride + (x ^ 3)] & 0xff) < INK ? 1 : 0;
      }
    }
    return dark;
  }

  private static void cleaned(Bitmap pic) {
    DarkBackgroundFilter.apply(pic);
    RangeBarRemoval.apply(pic);
    TableRuleRemoval.apply(pic);
  }

  @Test
  void aHeadingOnAGreyBarIsNoRule() {
    try (Bitmap pic =
            drawn(
                g -> {
                  g.setColor(new Color(95, 95, 95));
                  g.fillRect(20, 30, 760, 50);
                  g.setColor(Color.WHITE);
                  g.drawString("Test", 60, 66);
                });
        Bitmap plain =
            drawn(
                g -> {
                  g.setColor(Color.BLACK);
                  g.drawString("Test", 60, 66);
                })) {
      cleaned(pic);
      int letters = ink(plain, 50, 160);
      assertTrue(ink(pic, 50, 160) > letters * 3 / 4, ink(pic, 50, 160) + " of " + letters);
      assertEquals(0, ink(pic, 200, 700));
    }
  }

  /** Draws words in bold white on a bar, or in black on paper. */
  private static Bitmap heading(boolean onBar, IntUnaryOperator shade, int top, int height) {
    return drawn(
        g -> {
          g.setRenderingHint(
              RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
          for (int x = 20; onBar && x < 780; x++) {
            int grey = shade.applyAsInt(x);
            g.setColor(new Color(grey, grey, grey));
            g.fillRect(x, top, 1, height);
          }
          g.setColor(onBar ? Color.WHITE : Color.BLACK);
          g.drawString("Assay", 28, 66);
          g.drawString("Bounds", 520, 66);
        });
  }

  private static void assertReads(IntUnaryOperator shade, int top, int height) {
    try (Bitmap pic = heading(true, shade, top, height);
        Bitmap plain = heading(false, shade, top, height)) {
      cleaned(pic);
      for (int from : new int[] {24, 510}) {
        int letters = ink(plain, from, from + 150);
        int read = ink(pic, from, from + 150);
        assertTrue(read > letters * 3 / 4 && read < letters * 3 / 2, read + " of " + letters);
      }
      assertEquals(0, ink(pic, 200, 480));
      assertEquals(0, ink(pic, 680, 800));
    }
  }

  @Test
  void aBarThatIsLighterAtOneEndIsAllMadeWhite() {
    assertReads(x -> 40 + x / 7, 30, 50);
  }

  @Test
  void boldLettersOnANarrowBarAreWhole() {
    assertReads(x -> 120, 37, 40);
  }

  @Test
  void aRuleOfDotsIsTakenAwayAndPointsAreNot() {
    Consumer<Graphics2D> text =
        g -> {
          g.setColor(Color.BLACK);
          g.drawString("0.82 i, - - 1.3 : mild.", 60, 66);
        };
    try (Bitmap pic =
            drawn(
                g -> {
                  text.accept(g);
                  g.setColor(new Color(90, 90, 90));
                  for (int x = 20; x < 780; x += 6) {
                    g.fillRect(x, 24, 3, 3);
                  }
                  for (int x = 20; x < 780; x += 22) {
                    g.fillRect(x, 90, 12, 3);
                  }
                });
        Bitmap plain = drawn(text)) {
      DottedRuleRemoval.apply(pic);
      assertEquals(ink(plain, 0, 800), ink(pic, 0, 800));
    }
  }

  @Test
  void aBarWithItsKnobIsTakenAwayAndTextIsNot() {
    try (Bitmap pic =
        drawn(
            g -> {
              g.setColor(new Color(200, 200, 200));
              g.fillRect(300, 50, 250, 10);
              g.setColor(new Color(90, 90, 90));
              g.fillRect(360, 50, 120, 10);
              g.setColor(Color.BLACK);
              g.fillOval(400, 41, 28, 28);
              g.fillOval(580, 41, 28, 28);
              g.drawString("LEFT—0", 60, 66);
            })) {
      int before = ink(pic, 50, 250);
      cleaned(pic);
      assertEquals(before, ink(pic, 50, 250));
      assertEquals(0, ink(pic, 290, 800));
    }
  }

  @Test
  void aThinLineWithAGreyKnobIsTakenAway() {
    try (Bitmap pic =
        drawn(
            g -> {
              g.setColor(Color.GRAY);
              g.fillRect(300, 60, 230, 3);
              g.fillRect(360, 50, 2, 22);
              g.fillOval(400, 51, 20, 20);
              g.setColor(Color.BLACK);
              g.drawString("Lot 12", 20, 70);
            })) {
      int text = ink(pic, 0, 250);
      RangeBarRemoval.apply(pic);
      byte[] left = pic.bytes();
      int stride = left.length / pic.height();
      int dark = 0;
      for (int y = 0; y < pic.height(); y++) {
        for (int x = 280; x < 560; x++) {
          dark += (left[y * stride + (x ^ 3)] & 0xff) < 200 ? 1 : 0;
        }
      }
      assertEquals(0, dark);
      assertEquals(text, ink(pic, 0, 250));
    }
  }

  @Test
  void strokesOfLettersThatStandCloseAreNoRule() {
    try (Bitmap pic =
        drawn(
            g -> {
              g.setColor(Color.BLACK);
              for (int x = 60; x < 220; x += 14) {
                g.fillRect(x, 40, 6, 26);
              }
              g.fillRect(60, 40, 160, 4);
              g.fillRect(60, 62, 160, 4);
              g.fillRect(300, 62, 400, 4);
            })) {
      int letters = ink(pic, 50, 250);
      cleaned(pic);
      assertEquals(letters, ink(pic, 50, 250));
      assertEquals(0, ink(pic, 290, 750));
    }
  }

  @Test
  void aFaintRuleThatLeansIsTakenAway() {
    try (Bitmap pic =
        drawn(
            g -> {
              g.setColor(new Color(90, 90, 90));
              g.drawLine(300, 0, 304, 119);
              g.setColor(Color.BLACK);
              g.drawString("|10.5", 60, 66);
            })) {
      int text = ink(pic, 50, 250);
      cleaned(pic);
      assertEquals(text, ink(pic, 50, 250));
      assertEquals(0, ink(pic, 290, 320));
    }
  }

  private static String sign(Consumer<Graphics2D> drawing) {
    try (Bitmap pic =
        drawn(
            g -> {
              g.setColor(Color.BLACK);
              g.setStroke(new BasicStroke(3));
              drawing.accept(g);
            })) {
      try (Bitmap part =
          new Bitmap(pixClipRectangle(pic.pix(), boxCreate(10, 10, 24, 34), (BOX) null))) {
        return ComparatorGlyphs.recognizeSign(part.bytes(), part.width(), part.height());
      }
    }
  }

  private static void angle(Graphics2D g, int point, int ends) {
    g.drawPolyline(new int[] {ends, point, ends}, new int[] {13, 22, 31}, 3);
    g.drawLine(12, 40, 31, 40);
  }

  @Test
  void atMostAndAtLeastAreToldByTheirPoint() {
    assertEquals("≤", sign(g -> angle(g, 12, 31)));
    assertEquals("≥", sign(g -> angle(g, 31, 12)));
    assertEquals(
        "",
        sign(
            g -> {
              g.drawLine(12, 22, 31, 22);
              g.drawLine(12, 40, 31, 40);
            }));
    assertEquals("", sign(g -> g.drawString("s", 12, 40)));
  }
}
