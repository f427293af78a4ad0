package io.tributary.report.layout;

import io.tributary.report.page.Page;
import io.tributary.report.page.RawReport;
import io.tributary.report.page.ReportUnreadable;
import java.util.List;

/** Reads the results of a report. */
public final class ReportTable {
  private ReportTable() {}

  /**
   * What is printed on the pages, nothing interpreted.
   *
   * @throws ReportUnreadable if it is not English, has no results, or can hardly be read
   */
  public static RawReport read(List<Page> pages) throws ReportUnreadable {
    return new ReportLayoutParser(pages).report();
  }
}
