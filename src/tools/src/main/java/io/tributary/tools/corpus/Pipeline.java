package io.tributary.tools.corpus;

import io.tributary.report.extract.PageReader;
import io.tributary.report.extract.ReaderLimits;
import io.tributary.report.interpret.ReportInterpreter;
import io.tributary.report.interpret.Thresholds;
import io.tributary.report.layout.ReportLayoutReader;
import io.tributary.report.loinc.LoincMatcher;
import io.tributary.report.loinc.Synonyms;
import io.tributary.report.page.RawReport;
import io.tributary.report.page.ReportFileType;
import io.tributary.report.page.ReportUnreadable;
import io.tributary.report.reader.ReaderService;
import io.tributary.report.reader.ReaderSettings;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import java.util.List;

/** Reads reports as the service does. Threads may share it. */
final class Pipeline implements AutoCloseable {
  /** From which place the parts are run. */
  enum Where {
    /** By children, as the service does it. */
    CHILDREN,
    /** Here, for a debugger and short tests. */
    HERE
  }

  private final Where where;
  private final boolean meant;
  private final ReportInterpreter meaning =
      new ReportInterpreter(LoincMatcher.bundled(), Thresholds.DEFAULT);
  private final Vertx vertx;
  private final ReaderService readers;

  /**
   * @param meant whether the texts are to be understood too
   */
  Pipeline(Where where, boolean meant) {
    this.where = where;
    this.meant = meant;
    this.vertx = where == Where.CHILDREN ? Vertx.vertx() : null;
    this.readers = vertx == null ? null : new ReaderService(vertx, ReaderSettings.defaults());
  }

  ParsedDocument read(List<Path> files) throws ReportUnreadable {
    RawReport printed =
        where == Where.CHILDREN
            ? byChildren(files)
            : ReportLayoutReader.read(new PageReader(ReaderLimits.defaults()).read(files));
    return meant
        ? ParsedDocument.of(meaning.interpret(printed, Synonyms.NONE).toJson())
        : ParsedDocument.of(printed);
  }

  private RawReport byChildren(List<Path> files) throws ReportUnreadable {
    try {
      return readers
          .read(files, media(files.get(0)))
          .toCompletionStage()
          .toCompletableFuture()
          .get();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    } catch (java.util.concurrent.ExecutionException e) {
      if (e.getCause() instanceof ReportUnreadable unreadable) {
        throw unreadable;
      }
      throw new IllegalStateException(e.getCause());
    }
  }

  private static ReportFileType media(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".pdf")
        ? ReportFileType.PDF
        : name.endsWith(".png") ? ReportFileType.PNG : ReportFileType.JPEG;
  }

  @Override
  public void close() {
    if (vertx != null) {
      readers.close().toCompletionStage().toCompletableFuture().join();
      vertx.close().toCompletionStage().toCompletableFuture().join();
    }
  }
}
