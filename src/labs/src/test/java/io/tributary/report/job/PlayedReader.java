package io.tributary.report.job;

import io.tributary.kernel.Json;
import io.tributary.report.loinc.Synonyms;
import io.tributary.report.meaning.Bounds;
import io.tributary.report.meaning.Doubt;
import io.tributary.report.meaning.Draft;
import io.tributary.report.meaning.DraftMetadata;
import io.tributary.report.meaning.DraftResult;
import io.tributary.report.meaning.MeasurementKind;
import io.tributary.report.meaning.SampleType;
import io.tributary.report.meaning.Sensitivity;
import io.tributary.report.page.Failure;
import io.tributary.report.page.Media;
import io.tributary.report.page.Page;
import io.tributary.report.page.Printed;
import io.tributary.report.page.PrintedReport;
import io.tributary.report.page.PrintedRow;
import io.tributary.report.page.ReportUnreadable;
import io.tributary.report.reader.Inspected;
import io.tributary.report.reader.Unfit;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Reads what a test wrote: the content of a file is the words for what happens. {@code sure} and
 * {@code doubtful} are results; {@code wait} does not end before {@link #go}; {@code many} rows are
 * one too many, and {@code ponder} is not understood before {@link #understood}.
 */
final class PlayedReader implements ReportReader, ReportMeaning {
  final AtomicInteger reads = new AtomicInteger();

  /** Faults before the next reads go well. */
  final AtomicInteger faults = new AtomicInteger();

  /** How many rows {@code many} is. */
  static final int MANY = 2001;

  final CountDownLatch understood = new CountDownLatch(1);

  private volatile boolean open;
  private final ConcurrentLinkedQueue<Promise<Void>> waiting = new ConcurrentLinkedQueue<>();

  private static String content(Path file) {
    try {
      return new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  @Override
  public void open() {
    open = true;
  }

  @Override
  public Future<Inspected> inspect(List<Path> files, Media type) {
    String all = String.join(" ", files.stream().map(PlayedReader::content).toList());
    for (Unfit.Why why : Unfit.Why.values()) {
      if (all.contains("unfit " + why.name())) {
        return Future.failedFuture(new Unfit(why));
      }
    }
    if (all.contains("no reader")) {
      return Future.failedFuture("no reader");
    }
    return Future.succeededFuture(new Inspected(all.contains("31 pages") ? 31 : files.size()));
  }

  @Override
  public Future<PrintedReport> read(List<Path> files, Media type) {
    reads.incrementAndGet();
    if (!open) {
      return Future.failedFuture("closed");
    }
    String all = String.join(" ", files.stream().map(PlayedReader::content).toList());
    for (Failure failure : Failure.values()) {
      if (all.contains(failure.name())) {
        return Future.failedFuture(new ReportUnreadable(failure));
      }
    }
    if (faults.getAndUpdate(n -> Math.max(0, n - 1)) > 0 || all.contains("always broken")) {
      return Future.failedFuture(new IllegalStateException("Smith, John: 5.4"));
    }
    Promise<Void> until = Promise.promise();
    if (all.contains("wait")) {
      waiting.add(until);
    } else {
      until.complete();
    }
    PrintedReport.Sheet sheet = new PrintedReport.Sheet(1, 612, 792, Page.Source.TEXT_LAYER);
    Printed words = new Printed(all, 1, null, 1);
    return until
        .future()
        .map(
            v ->
                new PrintedReport(
                    List.of(sheet),
                    Map.of(PrintedReport.About.LAB_NAME, words),
                    all.contains("many") ? Collections.nCopies(MANY, row(words)) : List.of()));
  }

  private static PrintedRow row(Printed words) {
    return new PrintedRow(
        words,
        words,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        1);
  }

  int waiting() {
    return waiting.size();
  }

  void go() {
    for (Promise<Void> p = waiting.poll(); p != null; p = waiting.poll()) {
      p.tryComplete();
    }
  }

  @Override
  public Future<Void> close() {
    open = false;
    for (Promise<Void> p = waiting.poll(); p != null; p = waiting.poll()) {
      p.tryFail("closed");
    }
    return Future.succeededFuture();
  }

  @Override
  public Draft of(PrintedReport printed, Synonyms team, Runnable between) {
    String words = printed.about().get(PrintedReport.About.LAB_NAME).text();
    if (words.contains("ponder")) {
      try {
        understood.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    between.run();
    List<DraftResult> results = new ArrayList<>();
    for (String word : words.split("\\s+")) {
      if (word.equals("sure") || word.equals("doubtful")) {
        results.add(result(word, word.equals("sure") ? List.of() : List.of(Doubt.values()[0])));
      }
    }
    return new Draft(
        printed.sheets(), DraftMetadata.fromJson(Json.object(), Json.object()), results);
  }

  private static DraftResult result(String name, List<Doubt> doubts) {
    return new DraftResult(
        name,
        "5.4",
        Optional.empty(),
        Optional.empty(),
        Bounds.NONE,
        Optional.empty(),
        SampleType.UNKNOWN,
        MeasurementKind.UNKNOWN,
        Sensitivity.UNKNOWN,
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        Optional.empty(),
        List.of(),
        Map.of(),
        Optional.empty(),
        1,
        doubts);
  }
}
