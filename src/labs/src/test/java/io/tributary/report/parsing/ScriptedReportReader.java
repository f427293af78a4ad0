package io.tributary.report.parsing;

import io.tributary.core.Json;
import io.tributary.report.interpret.DraftMetadata;
import io.tributary.report.interpret.DraftResult;
import io.tributary.report.interpret.MeasurementKind;
import io.tributary.report.interpret.ParsedReport;
import io.tributary.report.interpret.ReportedRange;
import io.tributary.report.interpret.SampleType;
import io.tributary.report.interpret.Sensitivity;
import io.tributary.report.interpret.WarningReason;
import io.tributary.report.loinc.Synonyms;
import io.tributary.report.page.Page;
import io.tributary.report.page.ParseFailure;
import io.tributary.report.page.RawReport;
import io.tributary.report.page.RawRow;
import io.tributary.report.page.ReportFileType;
import io.tributary.report.page.ReportUnreadable;
import io.tributary.report.page.TextSpan;
import io.tributary.report.reader.FileInspection;
import io.tributary.report.reader.UnsupportedReportFile;
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
 * A scripted reader: the content of a file selects the behavior.
 *
 * <p>{@code sure} and {@code doubtful} return results. {@code wait} blocks until {@link #release}.
 * {@code many} returns one row more than allowed, and {@code ponder} blocks the interpretation
 * until {@link #interpretationReleased}.
 */
final class ScriptedReportReader implements ReportReader, PrintedReportInterpreter {
  final AtomicInteger reads = new AtomicInteger();

  /** Number of failures before the next reads succeed. */
  final AtomicInteger faults = new AtomicInteger();

  /** Number of rows of {@code many}. */
  static final int MANY = 2001;

  final CountDownLatch interpretationReleased = new CountDownLatch(1);

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
  public Future<FileInspection> inspect(List<Path> files, ReportFileType type) {
    String all = String.join(" ", files.stream().map(ScriptedReportReader::content).toList());
    for (UnsupportedReportFile.UnsupportedReason why :
        UnsupportedReportFile.UnsupportedReason.values()) {
      if (all.contains("unfit " + why.name())) {
        return Future.failedFuture(new UnsupportedReportFile(why));
      }
    }
    if (all.contains("no reader")) {
      return Future.failedFuture("no reader");
    }
    return Future.succeededFuture(new FileInspection(all.contains("31 pages") ? 31 : files.size()));
  }

  @Override
  public Future<RawReport> read(List<Path> files, ReportFileType type) {
    reads.incrementAndGet();
    if (!open) {
      return Future.failedFuture("closed");
    }
    String all = String.join(" ", files.stream().map(ScriptedReportReader::content).toList());
    for (ParseFailure failure : ParseFailure.values()) {
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
    RawReport.PageInfo sheet = new RawReport.PageInfo(1, 612, 792, Page.Source.TEXT_LAYER);
    TextSpan words = new TextSpan(all, 1, null, 1);
    return until
        .future()
        .map(
            v ->
                new RawReport(
                    List.of(sheet),
                    Map.of(RawReport.MetadataField.LAB_NAME, words),
                    all.contains("many") ? Collections.nCopies(MANY, row(words)) : List.of()));
  }

  private static RawRow row(TextSpan words) {
    return new RawRow(
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

  void release() {
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
  public ParsedReport interpret(RawReport printed, Synonyms team, Runnable between) {
    String words = printed.about().get(RawReport.MetadataField.LAB_NAME).text();
    if (words.contains("ponder")) {
      try {
        interpretationReleased.await();
      } catch (InterruptedException e) {
        throw new IllegalStateException(e);
      }
    }
    between.run();
    List<DraftResult> results = new ArrayList<>();
    for (String word : words.split("\\s+")) {
      if (word.equals("sure") || word.equals("doubtful")) {
        results.add(
            result(word, word.equals("sure") ? List.of() : List.of(WarningReason.values()[0])));
      }
    }
    return new ParsedReport(
        printed.sheets(), DraftMetadata.fromJson(Json.object(), Json.object()), results);
  }

  private static DraftResult result(String name, List<WarningReason> doubts) {
    return new DraftResult(
        name,
        "5.4",
        Optional.empty(),
        Optional.empty(),
        ReportedRange.EMPTY,
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
