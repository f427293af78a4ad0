package io.tributary.report.extract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Black and white fax pages with dirt and fragments of faint rules. */
class SpeckFilterTest {
  private static final int WIDTH = 700;
  private static final int HEIGHT = 300;

  private static BufferedImage fax(Consumer<Graphics2D> drawing) {
    BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_BYTE_BINARY);
    Graphics2D g = image.createGraphics();
    g.setColor(Color.WHITE);
    g.fillRect(0, 0, WIDTH, HEIGHT);
    g.setColor(Color.BLACK);
    g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 22));
    drawing.accept(g);
    g.dispose();
    return image;
  }

  private static void print(Graphics2D g) {
    g.drawString("Glucose, fasting  5.41 mmol/L", 40, 60);
    g.drawString("Triglycerides  1.05 mmol/L (0.40-1.70)", 40, 100);
    g.drawString("Chloride  101 mmol/L", 40, 140);
    g.fillRect(20, 180, 640, 60);
    g.setColor(Color.WHITE);
    g.drawString("Analyte  68 098  Reference", 40, 215);
    g.setColor(Color.BLACK);
  }

  private static void dirt(Graphics2D g) {
    for (int x = 30; x < 600; x += 9) {
      g.fillRect(x, 111 + x / 300, 1 + x % 4, 1);
    }
    for (int i = 0; i < 30; i++) {
      g.fillRect(480 + i % 6 * 30, 25 + i / 6 * 24, 2, 2);
    }
  }

  private static byte[] cleaned(BufferedImage fax) {
    try (Bitmap pic = SpeckFilter.remove(Bitmap.copyOf(ImageFile.toGrayscale(fax)))) {
      return pic.bytes();
    }
  }

  private static int differing(byte[] a, byte[] b) {
    int count = 0;
    for (int i = 0; i < a.length; i++) {
      count += a[i] == b[i] ? 0 : 1;
    }
    return count;
  }

  @Test
  void dirtGoesAndWhatIsPrintedStays() {
    byte[] clean = cleaned(fax(SpeckFilterTest::print));
    byte[] dirty =
        cleaned(
            fax(
                g -> {
                  print(g);
                  dirt(g);
                }));
    assertEquals(0, differing(clean, dirty));
  }

  @Test
  void lettersOnABarKeepTheirHoles() {
    byte[] before;
    try (Bitmap pic = Bitmap.copyOf(ImageFile.toGrayscale(fax(SpeckFilterTest::print)))) {
      before = pic.bytes();
    }
    byte[] after = cleaned(fax(SpeckFilterTest::print));
    assertTrue(differing(before, after) <= 4, differing(before, after) + " dots");
  }
}
