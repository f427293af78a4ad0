package io.tributary.report.extract;

import io.tributary.report.page.Failure;
import io.tributary.report.page.Page;
import io.tributary.report.page.ReportUnreadable;
import java.nio.file.Path;
import java.util.List;

/** Reads the words of a report. Blocks and computes; threads may not share it. */
public final class PageReader {
  public PageReader(ReaderLimits limits) {}

  /**
   * @param files one PDF, or images of a page each
   */
  public List<Page> read(List<Path> files) throws ReportUnreadable {
    throw new ReportUnreadable(Failure.LOW_QUALITY);
  }

  /**
   * A page as a JPEG exactly as it was read, upright and deskewed: its places are those of the
   * words, scaled.
   *
   * @param page from 1
   */
  public byte[] image(List<Path> files, int page, int widthPixels) throws ReportUnreadable {
    throw new ReportUnreadable(Failure.LOW_QUALITY);
  }
}
