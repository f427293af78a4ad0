package io.tributary.report.parsing;

import io.tributary.report.page.RawReport;
import io.tributary.report.page.ReportFileType;
import io.tributary.report.reader.FileInspection;
import io.tributary.report.reader.ReaderService;
import io.vertx.core.Future;
import java.nio.file.Path;
import java.util.List;

/** Reader of report files; implemented by {@link ReaderService} except in tests. */
interface ReportReader {
  Future<FileInspection> inspect(List<Path> files, ReportFileType type);

  Future<RawReport> read(List<Path> files, ReportFileType type);

  /** Accepts requests again after {@link #close}. */
  void open();

  /** Aborts all reads. */
  Future<Void> close();

  static ReportReader of(ReaderService readers) {
    return new ReportReader() {
      @Override
      public Future<FileInspection> inspect(List<Path> files, ReportFileType type) {
        return readers.inspect(files, type);
      }

      @Override
      public Future<RawReport> read(List<Path> files, ReportFileType type) {
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
