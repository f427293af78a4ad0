package io.tributary.report.layout;

import io.tributary.report.page.Page;
import io.tributary.report.page.RawReport;
import io.tributary.report.page.ReportUnreadable;
import java.util.List;

/** Entry point of the layout analysis: reads the results of a report. */
public final class ReportLayoutReader {
  private ReportLayoutReader() {}

  /**
   * Returns the printed content of the pages without interpretation.
   *
   * @throws ReportUnreadable if the report is not English, has no results or is hardly readable
   */
  public static RawReport read(List<Page> pages) throws ReportUnreadable {
    return new ReportLayoutParser(pages).report();
  }
}
