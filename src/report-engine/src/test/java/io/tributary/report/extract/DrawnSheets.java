package io.tributary.report.extract;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.util.List;

/** Drawn result pages, as a scanner or a camera captures them. */
final class DrawnSheets {
  static final int WIDTH = 1275;

  static final int HEIGHT = 1650;

  static final List<String> ROWS =
      List.of(
          "Glucose 95 mg/dL 70-99",
          "Sodium 140 mmol/L 135-145",
          "Potassium 4.91 mmol/L 3.50-5.10",
          "Creatinine 0.87 mg/dL 0.60-1.20",
          "Calcium 9.4 mg/dL 8.6-10.3",
          "Albumin 4.2 g/dL 3.5-5.0",
          "Ferritin 127 ng/mL 30-400",
          "Chloride 103 mmol/L 98-107",
          "Magnesium 2.1 mg/dL 1.6-2.6",
          "Cholesterol 188 mg/dL 100-199",
          "Triglycerides 121 mg/dL 50-149",
          "Hematocrit 41.5 % 36.0-46.0");

  private DrawnSheets() {}

  static BufferedImage paper(Color ground) {
    BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_BYTE_GRAY);
    Graphics2D g = image.createGraphics();
    g.setColor(ground);
    g.fillRect(0, 0, WIDTH, HEIGHT);
    g.dispose();
    return image;
  }

  static Graphics2D pen(BufferedImage image, Color ink) {
    Graphics2D g = image.createGraphics();
    g.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    g.setRenderingHint(
        RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BICUBIC);
    g.setColor(ink);
    g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 24));
    return g;
  }

  static void table(Graphics2D g) {
    int y = 200;
    for (String row : ROWS) {
      int[] columns = {120, 500, 700, 950};
      String[] cells = row.split(" ");
      for (int i = 0; i < cells.length; i++) {
        g.drawString(cells[i], columns[i], y);
      }
      y += 50;
    }
  }

  static BufferedImage sheet() {
    BufferedImage image = paper(Color.WHITE);
    Graphics2D g = pen(image, Color.BLACK);
    table(g);
    g.dispose();
    return image;
  }

  static BufferedImage turned(BufferedImage image, double degrees) {
    boolean across = Math.round(degrees / 90) % 2 != 0;
    int width = across ? image.getHeight() : image.getWidth();
    int height = across ? image.getWidth() : image.getHeight();
    BufferedImage out = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY);
    Graphics2D g = pen(out, Color.WHITE);
    g.fillRect(0, 0, width, height);
    g.translate(width / 2.0, height / 2.0);
    g.rotate(Math.toRadians(degrees));
    g.translate(-image.getWidth() / 2.0, -image.getHeight() / 2.0);
    g.drawImage(image, 0, 0, null);
    g.dispose();
    return out;
  }
}
