package io.tributary.report.reader;

import io.tributary.report.page.Media;
import io.tributary.report.page.PrintedReport;
import io.tributary.report.page.ReportUnreadable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.List;

/**
 * Has reports read by child processes, which a file may kill or stall without harm to the service.
 * Never blocks; threads may share it.
 */
public final class Readers {
  public Readers(Vertx vertx, ReaderSettings settings) {}

  /**
   * Looks whether files can be read at all, and how many pages they have. Fails with {@link Unfit},
   * or with another exception where no reader could be had.
   */
  public Future<Inspected> inspect(List<Path> files, Media type) {
    return Future.failedFuture("no reader");
  }

  /**
   * Reads a report: one PDF, or images of a page each. Fails with {@link ReportUnreadable}; with
   * another exception where trying again may help.
   */
  public Future<PrintedReport> read(List<Path> files, Media type) {
    return Future.failedFuture("no reader");
  }

  /**
   * A page as a JPEG, exactly as it was read: its places are those of the words, scaled. Fails like
   * {@link #read}.
   *
   * @param page from 1
   */
  public Future<byte[]> image(List<Path> files, Media type, int page, int widthPixels) {
    return Future.failedFuture("no reader");
  }

  /** Ends the children and whatever they read. */
  public Future<Void> close() {
    return Future.succeededFuture();
  }
}
