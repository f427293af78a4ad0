package io.tributary.tools.corpus;

import io.tributary.tools.corpus.TextStyle.HeaderField;
import java.awt.Color;
import java.io.IOException;
import java.util.List;
import java.util.Random;

/** Letterheads with logos, barcodes and borders, drawn directly into a PDF. */
enum DrawnMasthead implements DrawnLetterhead {
  /** Logo and barcode, the patient in a two-column box; repeated on each page. */
  FRAME {
    @Override
    public double draw(Canvas c, ReportContent p, double left, double points) throws IOException {
      drawLogo(c, left, 28, new Color(0x1f5fa8));
      c.drawText(left + 46, 46, 16, true, p.lab());
      c.drawText(left + 46, 58, 7.5, false, String.join(", ", p.address()));
      drawBarcode(c, c.width() - left - 112, 26, p.field(HeaderField.SPECIMEN).text());
      double y = columns(c, p, left + 6, 76, points);
      box(c, left, 70, c.width() - 2 * left, y - 66);
      return y + 8;
    }

    @Override
    public double drawContinuation(Canvas c, ReportContent p, double left, double points)
        throws IOException {
      return draw(c, p, left, points);
    }
  },
  /** White name on a colored band, labels above texts in three columns. */
  BAND {
    @Override
    public double draw(Canvas c, ReportContent p, double left, double points) throws IOException {
      c.fillRectangle(0, 0, c.width(), 44, new Color(0x0f4c4a));
      c.setColor(Color.WHITE);
      c.drawText(left, 28, 17, true, p.lab());
      c.drawRightAligned(c.width() - left, 20, 7.5, false, p.address().get(0));
      c.drawRightAligned(c.width() - left, 31, 7.5, false, p.address().get(p.address().size() - 1));
      c.setColor(Color.BLACK);
      double y = 46;
      double third = (c.width() - 2 * left) / 3;
      for (int i = 0; i < p.fields().size(); i++) {
        y += i % 3 == 0 ? 2 * points + 8 : 0;
        ReportContent.Field f = p.fields().get(i);
        c.setColor(Color.GRAY);
        c.drawText(left + (i % 3) * third, y - points - 1, points - 2, false, f.label());
        c.setColor(Color.BLACK);
        c.drawText(left + (i % 3) * third, y, points, true, f.text());
      }
      return y + 12;
    }
  },
  /**
   * Letter: the laboratory in the center, the patient on the left, numbers and dates in a box on
   * the right.
   */
  LETTER {
    @Override
    public double draw(Canvas c, ReportContent p, double left, double points) throws IOException {
      drawCentered(c, 42, 18, true, p.lab());
      drawCentered(c, 55, 8, false, String.join("  -  ", p.address()));
      drawCentered(c, 74, 11, true, p.title());
      double y = 78;
      double right = 78;
      double edge = c.width() * .58;
      for (ReportContent.Field f : p.fields()) {
        if (List.of(
                HeaderField.NAME,
                HeaderField.BIRTH,
                HeaderField.SEX,
                HeaderField.AGE,
                HeaderField.DOCTOR)
            .contains(f.kind())) {
          y += points + 4;
          c.drawText(left, y, points, false, f.label());
          c.drawText(left + 84, y, points, true, ": " + f.text());
        } else {
          right += points + 3;
          c.drawText(edge + 6, right, points - 1, false, f.label());
          c.drawRightAligned(c.width() - left - 6, right, points - 1, true, f.text());
        }
      }
      box(c, edge, 82, c.width() - left - edge, right - 77);
      return Math.max(y, right) + 14;
    }
  },
  /** Three lines of small print only. */
  DENSE {
    @Override
    public double draw(Canvas c, ReportContent p, double left, double points) throws IOException {
      c.drawText(left, 32, points + 4, true, p.lab());
      c.drawText(left, 33 + points, points, false, String.join(", ", p.address()));
      double x = left;
      double y = 36 + 2 * points;
      for (ReportContent.Field f : p.fields()) {
        String text = f.label() + ": " + f.text();
        double wide = c.width(text, points, false) + 14;
        if (x + wide > c.width() - left) {
          x = left;
          y += points + 3;
        }
        c.drawText(x, y, points, false, text);
        x += wide;
      }
      c.drawLine(left, y + 5, c.width() - left, y + 5, 0.5);
      return y + 8;
    }

    @Override
    public double drawContinuation(Canvas c, ReportContent p, double left, double points)
        throws IOException {
      return draw(c, p, left, points);
    }
  };

  private static double columns(Canvas c, ReportContent p, double left, double top, double points)
      throws IOException {
    double y = top;
    double half = (c.width() - 2 * left) / 2;
    for (int i = 0; i < p.fields().size(); i++) {
      y += i % 2 == 0 ? points + 4 : 0;
      double x = left + (i % 2) * half;
      ReportContent.Field f = p.fields().get(i);
      c.drawText(x, y, points, false, f.label());
      c.drawText(x + 100, y, points, false, ":");
      c.drawText(x + 106, y, points, true, f.text());
    }
    return y;
  }

  private static void drawCentered(Canvas c, double y, double points, boolean heavy, String text)
      throws IOException {
    c.drawText((c.width() - c.width(text, points, heavy)) / 2, y, points, heavy, text);
  }

  private static void drawLogo(Canvas c, double x, double y, Color color) throws IOException {
    c.fillRectangle(x, y, 36, 36, color);
    c.fillRectangle(x + 14, y + 5, 8, 26, Color.WHITE);
    c.fillRectangle(x + 5, y + 14, 26, 8, Color.WHITE);
  }

  private static void drawBarcode(Canvas c, double x, double y, String number) throws IOException {
    Random random = new Random(number.hashCode());
    for (double at = 0; at < 108; ) {
      double wide = 0.8 + random.nextInt(3) * 0.8;
      c.fillRectangle(x + at, y, wide, 24, Color.BLACK);
      at += wide + 0.8 + random.nextInt(3) * 0.8;
    }
    c.drawText(x + 14, y + 32, 7, false, number);
  }

  private static void box(Canvas c, double x, double y, double wide, double high)
      throws IOException {
    c.drawLine(x, y, x + wide, y, 0.8);
    c.drawLine(x, y + high, x + wide, y + high, 0.8);
    c.drawLine(x, y, x, y + high, 0.8);
    c.drawLine(x + wide, y, x + wide, y + high, 0.8);
  }
}
