package io.tributary.bench.report;

import io.tributary.report.extract.PageReader;
import io.tributary.report.extract.ReaderLimits;
import io.tributary.report.loinc.LoincMatcher;
import io.tributary.report.loinc.Synonyms;
import io.tributary.report.meaning.Meaning;
import io.tributary.report.meaning.Thresholds;
import io.tributary.report.page.Media;
import io.tributary.report.page.PrintedReport;
import io.tributary.report.page.ReportUnreadable;
import io.tributary.report.reader.ReaderSettings;
import io.tributary.report.reader.Readers;
import io.tributary.report.table.ReportTable;
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
  private final Meaning meaning = new Meaning(LoincMatcher.bundled(), Thresholds.DEFAULT);
  private final Vertx vertx;
  private final Readers readers;

  /**
   * @param meant whether the texts are to be understood too
   */
  Pipeline(Where where, boolean meant) {
    this.where = where;
    this.meant = meant;
    this.vertx = where == Where.CHILDREN ? Vertx.vertx() : null;
    this.readers = vertx == null ? null : new Readers(vertx, ReaderSettings.defaults());
  }

  Read read(List<Path> files) throws ReportUnreadable {
    PrintedReport printed =
        where == Where.CHILDREN
            ? byChildren(files)
            : ReportTable.read(new PageReader(ReaderLimits.defaults()).read(files));
    return meant ? Read.of(meaning.of(printed, Synonyms.NONE).toJson()) : Read.of(printed);
  }

  private PrintedReport byChildren(List<Path> files) throws ReportUnreadable {
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

  private static Media media(Path file) {
    String name = file.getFileName().toString();
    return name.endsWith(".pdf") ? Media.PDF : name.endsWith(".png") ? Media.PNG : Media.JPEG;
  }

  @Override
  public void close() {
    if (vertx != null) {
      readers.close().toCompletionStage().toCompletableFuture().join();
      vertx.close().toCompletionStage().toCompletableFuture().join();
    }
  }
}
