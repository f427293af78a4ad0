package io.tributary.tools.corpus;

import io.tributary.tools.corpus.TextStyle.HeaderField;
import java.awt.Color;
import java.io.IOException;
import java.util.List;

/** Letterheads of individual countries, drawn directly into a PDF. */
enum DrawnCountryHeads implements DrawnLetterhead {
  /** Hospital: the name between two lines, four columns of labels above texts. */
  IRELAND {
    @Override
    public double draw(Canvas c, ReportContent p, double left, double points) throws IOException {
      c.drawLine(left, 26, c.width() - left, 26, 2);
      c.drawText(left, 44, 15, true, p.lab());
      c.drawRightAligned(c.width() - left, 38, 8, false, String.join(", ", p.address()));
      c.drawRightAligned(c.width() - left, 49, 8, true, "CUMULATIVE REPORT");
      c.drawLine(left, 54, c.width() - left, 54, 0.6);
      double y = 56;
      double quarter = (c.width() - 2 * left) / 4;
      for (int i = 0; i < p.fields().size(); i++) {
        y += i % 4 == 0 ? 2 * points + 7 : 0;
        ReportContent.Field f = p.fields().get(i);
        c.setColor(new Color(0x1e5b3a));
        c.drawText(left + (i % 4) * quarter, y - points - 1, points - 1.5, false, f.label());
        c.setColor(Color.BLACK);
        c.drawText(left + (i % 4) * quarter, y, points, true, f.text());
      }
      return y + 10;
    }

    @Override
    public double drawContinuation(Canvas c, ReportContent p, double left, double points)
        throws IOException {
      return draw(c, p, left, points);
    }
  },
  /** Letter: a small sender line above the patient's address, data on the right. */
  GERMANY {
    @Override
    public double draw(Canvas c, ReportContent p, double left, double points) throws IOException {
      c.fillRectangle(left, 30, 5, 30, new Color(0x9b1b30));
      c.drawText(left + 12, 45, 16, true, p.lab());
      c.drawText(left + 12, 57, 8, false, "Medical care centre for laboratory medicine");
      c.drawText(left, 84, 7, false, p.lab() + ", " + String.join(", ", p.address()));
      c.drawLine(left, 87, left + 230, 87, 0.4);
      double y = 90;
      double right = 86;
      double edge = c.width() * .55;
      for (ReportContent.Field f : p.fields()) {
        if (PATIENT.contains(f.kind())) {
          y += points + 4;
          c.drawText(left, y, points, false, f.label());
          c.drawText(left + 96, y, points, true, f.text());
        } else {
          right += points + 5;
          c.drawText(edge, right, points, false, f.label());
          c.drawText(edge + 104, right, points, false, f.text());
        }
      }
      y = Math.max(y, right) + 24;
      c.drawText(left, y, 13, true, "Final report of findings");
      return y + 6;
    }
  },
  /** Typewritten: uppercase labels in two columns between rows of equals signs. */
  AUSTRALIA {
    @Override
    public double draw(Canvas c, ReportContent p, double left, double points) throws IOException {
      double wide = c.width() - 2 * left;
      int signs = (int) (wide / c.width("=", points, false));
      c.drawText(left, 36, points + 5, true, p.lab());
      double y = 42 + points;
      c.drawText(left, y, points, false, String.join("   ", p.address()));
      y += points + 2;
      c.drawText(left, y, points, false, "=".repeat(signs));
      for (int i = 0; i < p.fields().size(); i++) {
        ReportContent.Field f = p.fields().get(i);
        double x = left + (i % 2) * wide / 2;
        y += i % 2 == 0 ? points + 3 : 0;
        c.drawText(x, y, points, false, f.label() + ":");
        c.drawText(x + 78, y, points, true, f.text());
      }
      y += points + 2;
      c.drawText(left, y, points, false, "=".repeat(signs));
      return y + 4;
    }
  };

  private static final List<HeaderField> PATIENT =
      List.of(
          HeaderField.NAME,
          HeaderField.BIRTH,
          HeaderField.SEX,
          HeaderField.AGE,
          HeaderField.PATIENT_ID);
}
