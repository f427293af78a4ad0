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

/** Who is read for when, and what the others are told. */
class ReaderTurnsTest extends ReaderRoom {
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
      // As if it were at a report of many pages: who looks at another one does not wait for it.
      new ProcessBuilder("kill", "-STOP", Long.toString(first)).start().waitFor();
      Future<RawReport> held = own.read(file, ReportFileType.PDF);
      byte[] jpeg = await(own.image(file, ReportFileType.PDF, 1, 400));
      assertEquals(400, ImageIO.read(new ByteArrayInputStream(jpeg)).getWidth());
      assertFalse(held.isComplete());
      ProcessHandle.of(first).orElseThrow().destroyForcibly();
      assertEquals(4, await(own.read(file, ReportFileType.PDF)).rows().size());
      assertEquals(4, await(held).rows().size());
      assertFalse(own.pids().contains(first));
      // What it had put aside is gone, and whatever its successor does goes with that.
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
    notNow(own.read(file, ReportFileType.PDF));
    notNow(own.inspect(file, ReportFileType.PDF));
    notNow(own.image(file, ReportFileType.PDF, 1, 400));
    own.open();
    try {
      assertEquals(4, await(own.read(file, ReportFileType.PDF)).rows().size());
      // Nobody else may know even the names of what lies there.
      for (Path p : List.of(scratch, scratch.resolve(names(scratch)[0]))) {
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(p)));
      }
    } finally {
      await(own.close());
    }
  }

  @Test
  void twoPicturesMayWaitAtTheDoorAndInspectionsGoFirst() throws Exception {
    ReaderService own = new ReaderService(vertx, settings(Duration.ofMinutes(1)));
    List<Path> file = List.of(pdf(1, null));
    try {
      await(own.inspect(file, ReportFileType.PDF));
      await(own.read(file, ReportFileType.PDF));
      atWork(0, own);
      // All are at work: the one that reads, and the one at the door.
      for (long pid : own.pids()) {
        signal("-STOP", pid);
      }
      own.read(file, ReportFileType.PDF);
      Future<FileInspection> first = own.inspect(file, ReportFileType.PDF);
      atWork(2, own);
      List<Future<byte[]>> pictures = new ArrayList<>();
      List<String> ended = new CopyOnWriteArrayList<>();
      for (int i = 0; i < 3; i++) {
        pictures.add(
            own.image(file, ReportFileType.PDF, 1, 400).onSuccess(jpeg -> ended.add("picture")));
      }
      notNow(pictures.get(2));
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
        new ReaderService(vertx, hurried(usual, Duration.ofSeconds(5), usual.inspectTimeout()));
    try {
      List<Path> file = List.of(pdf(1, null));
      eventually(PATIENCE, () -> assertEquals(1, pages(own.inspect(file, ReportFileType.PDF))));
      String child = Long.toString(own.pids().get(0));
      new ProcessBuilder("kill", "-STOP", child).start().waitFor();
      atWork(0, own);
      AtomicReference<Future<FileInspection>> first =
          new AtomicReference<>(own.inspect(file, ReportFileType.PDF));
      eventually(
          PATIENCE,
          () -> {
            if (first.get().failed()) {
              // The machine slept for the whole of its turn.
              first.set(own.inspect(file, ReportFileType.PDF));
            }
            assertEquals(1L, own.busyReaders(), () -> first.get().toString());
          });
      notNow(own.inspect(file, ReportFileType.PDF));
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
      notNow(all.get(4));
    } finally {
      await(own.close());
    }
  }
}
