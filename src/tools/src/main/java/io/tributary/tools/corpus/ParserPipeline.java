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

/** Reads reports as the service does. Thread-safe. */
final class ParserPipeline implements AutoCloseable {
  /** Process in which the stages run. */
  enum ParserLocation {
    /** Child processes, as in the service. */
    CHILDREN,
    /** Current process, for debugging and short tests. */
    HERE
  }

  private final ParserLocation where;
  private final boolean interpret;
  private final ReportInterpreter interpreter =
      new ReportInterpreter(LoincMatcher.bundled(), Thresholds.DEFAULT);
  private final Vertx vertx;
  private final ReaderService readers;

  /**
   * @param interpret whether the texts are also interpreted
   */
  ParserPipeline(ParserLocation where, boolean meant) {
    this.where = where;
    this.interpret = meant;
    this.vertx = where == ParserLocation.CHILDREN ? Vertx.vertx() : null;
    this.readers = vertx == null ? null : new ReaderService(vertx, ReaderSettings.defaults());
  }

  ParsedDocument read(List<Path> files) throws ReportUnreadable {
    RawReport printed =
        where == ParserLocation.CHILDREN
            ? readInChildProcess(files)
            : ReportLayoutReader.read(new PageReader(ReaderLimits.defaults()).read(files));
    return interpret
        ? ParsedDocument.of(interpreter.interpret(printed, Synonyms.NONE).toJson())
        : ParsedDocument.of(printed);
  }

  private RawReport readInChildProcess(List<Path> files) throws ReportUnreadable {
    try {
      return readers
          .read(files, fileTypeOf(files.get(0)))
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

  private static ReportFileType fileTypeOf(Path file) {
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
