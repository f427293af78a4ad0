package io.tributary.report.job;

import io.tributary.report.page.Media;
import io.tributary.report.page.PrintedReport;
import io.tributary.report.reader.Inspected;
import io.tributary.report.reader.Readers;
import io.vertx.core.Future;
import java.nio.file.Path;
import java.util.List;

/** Who reads files: {@link Readers}, unless a test plays them. */
interface ReportReader {
  Future<Inspected> inspect(List<Path> files, Media type);

  Future<PrintedReport> read(List<Path> files, Media type);

  /** Reads again after {@link #close}. */
  void open();

  /** Ends what is being read. */
  Future<Void> close();

  static ReportReader of(Readers readers) {
    return new ReportReader() {
      @Override
      public Future<Inspected> inspect(List<Path> files, Media type) {
        return readers.inspect(files, type);
      }

      @Override
      public Future<PrintedReport> read(List<Path> files, Media type) {
        return readers.read(files, type);
      }

      @Override
      public void open() {
        readers.open();
      }

      @Override
      public Future<Void> close() {
        return readers.close();
      }
    };
  }
}
