package io.tributary.report.reader;

import static io.tributary.testkit.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.report.extract.ReaderLimits;
import io.tributary.report.page.RawReport;
import io.tributary.report.page.ReportFileType;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.ByteArrayInputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicReference;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Fair scheduling of readers among teams, and the responses while they are busy. */
class ReaderSchedulingTest extends ReaderTestBase {
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final Vertx vertx = Vertx.vertx();

  @AfterAll
  static void stop() {
    vertx.close();
  }

  @Test
  void aReaderThatIsKilledIsReplacedAndNobodyWhoLooksWaitsForIt() throws Exception {
    Path scratch = folder.resolve("scratch");
    ReaderService own = new ReaderService(vertx, settings(scratch, Duration.ofMinutes(1)));
    try {
      List<Path> file = List.of(pdf(1, null));
      await(own.read(file, ReportFileType.PDF));
      Path left = Files.writeString(scratch.resolve("reader-0/PDFBox1.tmp"), "pages");
      long first = own.pids().get(0);
      // Simulates a report of many pages: inspecting another file does not wait for it.
      new ProcessBuilder("kill", "-STOP", Long.toString(first)).start().waitFor();
      Future<RawReport> held = own.read(file, ReportFileType.PDF);
      byte[] jpeg = await(own.image(file, ReportFileType.PDF, 1, 400));
      assertEquals(400, ImageIO.read(new ByteArrayInputStream(jpeg)).getWidth());
      assertFalse(held.isComplete());
      ProcessHandle.of(first).orElseThrow().destroyForcibly();
      assertEquals(4, await(own.read(file, ReportFileType.PDF)).rows().size());
      assertEquals(4, await(held).rows().size());
      assertFalse(own.pids().contains(first));
      // Its temporary files are removed, and those of its successor are stored in the same folder.
      assertFalse(Files.exists(left));
      for (long pid : own.pids()) {
        String told =
            ProcessHandle.of(pid).orElseThrow().info().commandLine().orElse("-Djava.io.tmpdir=");
        assertTrue(told.contains("-Djava.io.tmpdir=" + scratch), told);
      }
    } finally {
      await(own.close());
    }
    eventually(Duration.ofSeconds(60), () -> assertEquals(List.of(), List.of(names(scratch))));
  }

  @Test
  void closingEndsTheChildren() throws Exception {
    ReaderService own = new ReaderService(vertx, settings(Duration.ofMinutes(1)));
    List<Path> file = List.of(pdf(1, null));
    await(own.inspect(file, ReportFileType.PDF));
    ProcessHandle child = ProcessHandle.of(own.pids().get(0)).orElseThrow();
    await(own.close());
    eventually(Duration.ofSeconds(60), () -> assertFalse(child.isAlive()));
    assertTrue(own.pids().isEmpty());
  }

  @Test
  void whoAsksAfterTheEndIsToldSoUntilThereAreReadersAgain() throws Exception {
    Path scratch = folder.resolve("scratch");
    ReaderService own = new ReaderService(vertx, settings(scratch, Duration.ofMinutes(1)));
    List<Path> file = List.of(pdf(1, null));
    await(own.close());
    assertBusy(own.read(file, ReportFileType.PDF));
    assertBusy(own.inspect(file, ReportFileType.PDF));
    assertBusy(own.image(file, ReportFileType.PDF, 1, 400));
    own.open();
    try {
      assertEquals(4, await(own.read(file, ReportFileType.PDF)).rows().size());
      // The file names must not be visible to other users either.
      for (Path p : List.of(scratch, scratch.resolve(names(scratch)[0]))) {
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(p)));
      }
    } finally {
      await(own.close());
    }
  }

  @Test
  void twoImagesMayQueueAndInspectionsGoFirst() throws Exception {
    ReaderService own = new ReaderService(vertx, settings(Duration.ofMinutes(1)));
    List<Path> file = List.of(pdf(1, null));
    try {
      await(own.inspect(file, ReportFileType.PDF));
      await(own.read(file, ReportFileType.PDF));
      awaitBusy(0, own);
      // Both processes are busy: the reader and the inspector.
      for (long pid : own.pids()) {
        signal("-STOP", pid);
      }
      own.read(file, ReportFileType.PDF);
      Future<FileInspection> first = own.inspect(file, ReportFileType.PDF);
      awaitBusy(2, own);
      List<Future<byte[]>> pictures = new ArrayList<>();
      List<String> ended = new CopyOnWriteArrayList<>();
      for (int i = 0; i < 3; i++) {
        pictures.add(
            own.image(file, ReportFileType.PDF, 1, 400).onSuccess(jpeg -> ended.add("picture")));
      }
      assertBusy(pictures.get(2));
      Future<FileInspection> later =
          own.inspect(file, ReportFileType.PDF).onSuccess(seen -> ended.add("inspection"));
      for (long pid : own.pids()) {
        signal("-CONT", pid);
      }
      assertEquals(1, await(first).pages());
      assertEquals(1, await(later).pages());
      await(pictures.get(0));
      await(pictures.get(1));
      assertEquals(List.of("inspection", "picture", "picture"), ended);
    } finally {
      await(own.close());
    }
  }

  private static int pages(Future<FileInspection> future) {
    try {
      return await(future).pages();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void whoSendsAFileIsToldWhenNoReaderIsFreeInTime() throws Exception {
    ReaderSettings usual = settings(Duration.ofMinutes(1));
    ReaderService own =
        new ReaderService(
            vertx, withShortTimeouts(usual, Duration.ofSeconds(5), usual.inspectTimeout()));
    try {
      List<Path> file = List.of(pdf(1, null));
      eventually(PATIENCE, () -> assertEquals(1, pages(own.inspect(file, ReportFileType.PDF))));
      String child = Long.toString(own.pids().get(0));
      new ProcessBuilder("kill", "-STOP", child).start().waitFor();
      awaitBusy(0, own);
      AtomicReference<Future<FileInspection>> first =
          new AtomicReference<>(own.inspect(file, ReportFileType.PDF));
      eventually(
          PATIENCE,
          () -> {
            if (first.get().failed()) {
              // The machine was suspended for the whole time limit.
              first.set(own.inspect(file, ReportFileType.PDF));
            }
            assertEquals(1L, own.busyReaders(), () -> first.get().toString());
          });
      assertBusy(own.inspect(file, ReportFileType.PDF));
      new ProcessBuilder("kill", "-CONT", child).start().waitFor();
      assertEquals(1, await(first.get()).pages());
    } finally {
      await(own.close());
    }
  }

  @Test
  void moreThanMayWaitFailAtOnce() throws Exception {
    ReaderService own =
        new ReaderService(
            vertx,
            new ReaderSettings(
                folder.resolve("scratch"),
                1,
                0,
                "192m",
                480L << 20,
                Duration.ofMinutes(1),
                Duration.ofMinutes(1),
                Duration.ofMinutes(1),
                ReaderLimits.defaults()));
    try {
      List<Path> file = List.of(pdf(1, null));
      List<Future<FileInspection>> all =
          java.util.stream.IntStream.range(0, 5)
              .mapToObj(i -> own.inspect(file, ReportFileType.PDF))
              .toList();
      assertEquals(1, await(all.get(0)).pages());
      assertBusy(all.get(4));
    } finally {
      await(own.close());
    }
  }
}
