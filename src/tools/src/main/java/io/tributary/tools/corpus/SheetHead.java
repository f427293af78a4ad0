package io.tributary.tools.corpus;

import java.io.IOException;

/** A letterhead drawn sign by sign; it says where the results may begin. */
interface SheetHead {
  double draw(Canvas c, ReportContent p, double left, double points) throws IOException;

  /** The short head of later pages. */
  default double again(Canvas c, ReportContent p, double left, double points) throws IOException {
    c.text(left, 40, points + 1, true, p.lab());
    ReportContent.Field name = p.field(TextStyle.Told.NAME);
    c.text(left, 54, points, false, name.label() + ": " + name.text());
    c.right(c.width() - left, 40, points, false, "Page " + c.pages());
    return 62;
  }
}
