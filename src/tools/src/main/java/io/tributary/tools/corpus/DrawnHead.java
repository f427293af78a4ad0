package io.tributary.tools.corpus;

import java.io.IOException;
import java.util.List;

/**
 * Letterheads drawn directly into a PDF; each returns the position at which the results may begin.
 */
enum DrawnHead implements DrawnLetterhead {
  /** Two pairs per line. */
  PAIRS {
    @Override
    public double draw(Canvas c, ReportContent p, double left, double points) throws IOException {
      double y = masthead(c, p, left);
      double half = (c.width() - 2 * left) / 2;
      for (int i = 0; i < p.fields().size(); i++) {
        double x = left + (i % 2) * half;
        y += i % 2 == 0 ? points + 4 : 0;
        pair(c, p.fields().get(i), x, x + 92, y, points);
      }
      c.drawLine(left, y + 6, c.width() - left, y + 6, 0.7);
      return y + 10;
    }
  },
  /** One pair per line. */
  LIST {
    @Override
    public double draw(Canvas c, ReportContent p, double left, double points) throws IOException {
      double y = masthead(c, p, left);
      for (ReportContent.Field f : p.fields()) {
        y += points + 3;
        pair(c, f, left, left + 110, y, points);
      }
      return y + 12;
    }
  },
  /** Boxed, three pairs per line, each label above its text. */
  BOX {
    @Override
    public double draw(Canvas c, ReportContent p, double left, double points) throws IOException {
      double y = masthead(c, p, left) + 8;
      double from = y;
      double third = (c.width() - 2 * left) / 3;
      List<ReportContent.Field> f = p.fields();
      for (int i = 0; i < f.size(); i++) {
        double x = left + 6 + (i % 3) * third;
        y += i % 3 == 0 ? 2 * points + 6 : 0;
        c.drawText(x, y - points - 1, points - 2, false, f.get(i).label());
        c.drawText(x, y, points, true, f.get(i).text());
      }
      y += 8;
      c.drawLine(left, from, c.width() - left, from, 0.8);
      c.drawLine(left, y, c.width() - left, y, 0.8);
      c.drawLine(left, from, left, y, 0.8);
      c.drawLine(c.width() - left, from, c.width() - left, y, 0.8);
      return y + 6;
    }
  },
  /** Patient on the left, dates on the right, the laboratory's name centered above. */
  SIDES {
    @Override
    public double draw(Canvas c, ReportContent p, double left, double points) throws IOException {
      if (p.look().printedFields.contains(TextStyle.HeaderField.LAB)) {
        c.drawText((c.width() - c.width(p.lab(), 15, true)) / 2, 50, 15, true, p.lab());
      }
      String where = String.join(" | ", p.address());
      c.drawText((c.width() - c.width(where, 8, false)) / 2, 64, 8, false, where);
      c.drawLine(left, 72, c.width() - left, 72, 1.2);
      int half = (p.fields().size() + 1) / 2;
      double y = 76;
      for (int i = 0; i < half; i++) {
        y += points + 4;
        pair(c, p.fields().get(i), left, left + 95, y, points);
        if (i + half < p.fields().size()) {
          double x = c.width() / 2 + 20;
          pair(c, p.fields().get(i + half), x, x + 112, y, points);
        }
      }
      c.drawLine(left, y + 6, c.width() - left, y + 6, 1.2);
      return y + 10;
    }
  };

  private static double masthead(Canvas c, ReportContent p, double left) throws IOException {
    double y = 46;
    if (p.look().printedFields.contains(TextStyle.HeaderField.LAB)) {
      c.drawText(left, y, 15, true, p.lab());
    }
    for (String a : p.address()) {
      c.drawRightAligned(c.width() - left, y, 8, false, a);
      y += 10;
    }
    c.drawText(left, 66, 10, false, p.title());
    return Math.max(y, 70);
  }

  static void pair(Canvas c, ReportContent.Field f, double x, double at, double y, double points)
      throws IOException {
    c.drawText(x, y, points, false, f.label() + ":");
    c.drawText(
        Math.max(at, x + c.width(f.label() + ": ", points, false)), y, points, true, f.text());
  }
}
