package io.tributary.tools.corpus;

import java.io.IOException;

/** Letterhead drawn directly into a PDF; it returns the position at which the results may begin. */
interface DrawnLetterhead {
  double draw(Canvas c, ReportContent p, double left, double points) throws IOException;

  /** Draws the short header of later pages. */
  default double drawContinuation(Canvas c, ReportContent p, double left, double points)
      throws IOException {
    c.drawText(left, 40, points + 1, true, p.lab());
    ReportContent.Field name = p.field(TextStyle.HeaderField.NAME);
    c.drawText(left, 54, points, false, name.label() + ": " + name.text());
    c.drawRightAligned(c.width() - left, 40, points, false, "Page " + c.pages());
    return 62;
  }
}
