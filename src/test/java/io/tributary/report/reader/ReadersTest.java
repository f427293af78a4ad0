package io.tributary.report.reader;

import static io.tributary.harness.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.kernel.Refusal;
import io.tributary.report.extract.ReaderLimits;
import io.tributary.report.page.Media;
import io.tributary.report.page.PrintedReport;
import io.tributary.report.page.ReportUnreadable;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import javax.imageio.ImageIO;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReadersTest {
  private static Vertx vertx;
  private static Readers readers;

  @TempDir Path folder;

  @BeforeAll
  static void start() {
    vertx = Vertx.vertx();
    readers = new Readers(vertx, settings(Duration.ofMinutes(1)));
  }

  @AfterAll
  static void stop() throws Exception {
    await(readers.close());
    vertx.close();
  }

  private static String[] names(Path folder) {
    return java.util.Objects.requireNonNull(folder.toFile().list());
  }

  private static ReaderSettings settings(Duration page) {
    return settings(ReaderSettings.defaults().scratch(), page);
  }

  private static ReaderSettings settings(Path scratch, Duration page) {
    ReaderSettings usual = ReaderSettings.defaults();
    return new ReaderSettings(
        scratch,
        1,
        10,
        usual.heap(),
        usual.memoryBytes(),
        usual.turn(),
        usual.inspect(),
        usual.read(),
        new ReaderLimits(30, 100_000_000, page));
  }

  private static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(2, TimeUnit.MINUTES);
  }

  private static <X extends Throwable> X failure(Class<X> type, Future<?> future) {
    return assertInstanceOf(
        type, assertThrows(ExecutionException.class, () -> await(future)).getCause());
  }

  /** Who asked is told to come again. */
  private static String notNow(Future<?> future) throws Exception {
    Refusal refusal = failure(Refusal.class, future);
    assertEquals(Refusal.Reason.UNAVAILABLE, refusal.reason());
    assertTrue(refusal.retryAfter().orElseThrow().isPositive());
    return refusal.detail().textValue();
  }

  private Unfit.Why unfit(Path file, Media type) {
    return failure(Unfit.class, readers.inspect(List.of(file), type)).why();
  }

  private Path pdf(int pages, StandardProtectionPolicy protection) throws IOException {
    Path file = folder.resolve("report.pdf");
    try (PDDocument document = new PDDocument()) {
      for (int i = 0; i < pages; i++) {
        PDPage page = new PDPage();
        document.addPage(page);
        try (PDPageContentStream out = new PDPageContentStream(document, page)) {
          int y = 720;
          for (String[] row :
              new String[][] {
                {"Test", "Result", "Flag", "Units", "Reference Range"},
                {"Glucose", "105", "H", "mg/dL", "70-99"},
                {"Sodium", "140", "", "mmol/L", "135-145"},
                {"Potassium", "4.91", "", "mmol/L", "3.50-5.10"},
                {"Creatinine", "0.87", "", "mg/dL", "0.60-1.20"}
              }) {
            row(out, row, y);
            y -= 20;
          }
        }
      }
      if (protection != null) {
        document.protect(protection);
      }
      document.save(file.toFile());
    }
    return file;
  }

  private static void row(PDPageContentStream out, String[] cells, int y) throws IOException {
    int[] columns = {60, 220, 300, 350, 450};
    for (int i = 0; i < cells.length; i++) {
      out.beginText();
      out.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 10);
      out.newLineAtOffset(columns[i], y);
      out.showText(cells[i]);
      out.endText();
    }
  }

  @Test
  void aReportIsReadByAChildAndShown() throws Exception {
    List<Path> file = List.of(pdf(1, null));
    assertEquals(1, await(readers.inspect(file, Media.PDF)).pages());
    PrintedReport report = await(readers.read(file, Media.PDF));
    assertEquals(1, report.sheets().size());
    assertEquals("4.91", report.rows().get(2).value().text());
    byte[] jpeg = await(readers.image(file, Media.PDF, 1, 400));
    assertEquals(400, ImageIO.read(new ByteArrayInputStream(jpeg)).getWidth());
    // One that looks at what arrives, and one that reads.
    assertEquals(2, readers.pids().size());
  }

  @Test
  void aPasswordThatIsForChangesOnlyIsNotAskedFor() throws Exception {
    Path owned = pdf(1, new StandardProtectionPolicy("owner", "", new AccessPermission()));
    assertEquals(1, await(readers.inspect(List.of(owned), Media.PDF)).pages());
    Path locked = pdf(1, new StandardProtectionPolicy("owner", "user", new AccessPermission()));
    assertEquals(Unfit.Why.ENCRYPTED, unfit(locked, Media.PDF));
  }

  @Test
  void moreThanThirtyPagesAreTooMany() throws Exception {
    assertEquals(30, await(readers.inspect(List.of(pdf(30, null)), Media.PDF)).pages());
    assertEquals(Unfit.Why.TOO_MANY_PAGES, unfit(pdf(31, null), Media.PDF));
  }

  @Test
  void whatIsNoPdfOrHasNoPagesIsUnreadable() throws Exception {
    Path file = folder.resolve("no.pdf");
    Files.writeString(file, "%PDF-1.7\nnothing of the kind\n");
    assertEquals(Unfit.Why.UNREADABLE, unfit(file, Media.PDF));
    byte[] whole = Files.readAllBytes(pdf(1, null));
    Files.write(file, Arrays.copyOf(whole, 200));
    assertEquals(Unfit.Why.UNREADABLE, unfit(file, Media.PDF));
    assertEquals(Unfit.Why.UNREADABLE, unfit(pdf(0, null), Media.PDF));
  }

  @Test
  void aPdfThatLostItsEndIsRefused() throws Exception {
    Path file = pdf(1, null);
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 60));
    assertEquals(Unfit.Why.UNREADABLE, unfit(file, Media.PDF));
    // It would open, and might tell half of what it said.
    assertEquals(4, await(readers.read(List.of(file), Media.PDF)).rows().size());
    // An older end is none where the file went on behind it; a page of a portal is no PDF's.
    byte[] more = "\n9 0 obj\n<< /Length 70".getBytes(StandardCharsets.US_ASCII);
    Files.write(file, bytes);
    Files.write(file, more, StandardOpenOption.APPEND);
    assertEquals(Unfit.Why.UNREADABLE, unfit(file, Media.PDF));
    Files.write(file, bytes);
    Files.writeString(file, "<p>Thank you</p>\n".repeat(200), StandardOpenOption.APPEND);
    assertEquals(1, await(readers.inspect(List.of(file), Media.PDF)).pages());
  }

  @Test
  void anImageThatIsNoneCannotBeDecoded() throws Exception {
    Path file = Files.write(folder.resolve("no.jpg"), new byte[] {-1, -40, -1, 1, 2, 3});
    assertEquals(Unfit.Why.UNDECODABLE, unfit(file, Media.JPEG));
  }

  @Test
  void anEmptySheetHasNoResults() throws Exception {
    Path file = folder.resolve("white.png");
    BufferedImage white = new BufferedImage(850, 1100, BufferedImage.TYPE_BYTE_GRAY);
    Arrays.fill(
        ((java.awt.image.DataBufferByte) white.getRaster().getDataBuffer()).getData(), (byte) -1);
    ImageIO.write(white, "png", file.toFile());
    failure(ReportUnreadable.class, readers.read(List.of(file), Media.PNG));
  }

  private Path bomb() throws IOException {
    Path file = folder.resolve("bomb.pdf");
    try (PDDocument document = new PDDocument()) {
      PDPage page = new PDPage();
      document.addPage(page);
      PDStream stream = new PDStream(document);
      try (OutputStream out = stream.createOutputStream(COSName.FLATE_DECODE)) {
        byte[] block = "q ".repeat(500_000).getBytes(StandardCharsets.US_ASCII);
        for (int i = 0; i < 400; i++) {
          out.write(block);
        }
      }
      page.setContents(stream);
      document.save(file.toFile());
    }
    return file;
  }

  @Test
  void aBombEndsAReaderAndTheNextFileHasAnother() throws Exception {
    Readers own = new Readers(vertx, settings(Duration.ofSeconds(8)));
    try {
      Path bomb = bomb();
      Throwable fault =
          assertThrows(ExecutionException.class, () -> await(own.read(List.of(bomb), Media.PDF)));
      assertFalse(fault.getCause().getMessage().contains("bomb"), "names no file");
      assertEquals(4, await(own.read(List.of(pdf(1, null)), Media.PDF)).rows().size());
    } finally {
      await(own.close());
    }
  }

  @Test
  void aReaderThatIsKilledIsReplacedAndNobodyWhoLooksWaitsForIt() throws Exception {
    Path scratch = folder.resolve("scratch");
    Readers own = new Readers(vertx, settings(scratch, Duration.ofMinutes(1)));
    try {
      List<Path> file = List.of(pdf(1, null));
      await(own.read(file, Media.PDF));
      Path left = Files.writeString(scratch.resolve("reader-0/PDFBox1.tmp"), "pages");
      long first = own.pids().get(0);
      // As if it were at a report of many pages: who looks at another one does not wait for it.
      new ProcessBuilder("kill", "-STOP", Long.toString(first)).start().waitFor();
      Future<PrintedReport> held = own.read(file, Media.PDF);
      byte[] jpeg = await(own.image(file, Media.PDF, 1, 400));
      assertEquals(400, ImageIO.read(new ByteArrayInputStream(jpeg)).getWidth());
      assertFalse(held.isComplete());
      ProcessHandle.of(first).orElseThrow().destroyForcibly();
      assertEquals(4, await(own.read(file, Media.PDF)).rows().size());
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
    eventually(Duration.ofSeconds(10), () -> assertEquals(List.of(), List.of(names(scratch))));
  }

  @Test
  void closingEndsTheChildren() throws Exception {
    Readers own = new Readers(vertx, settings(Duration.ofMinutes(1)));
    List<Path> file = List.of(pdf(1, null));
    await(own.inspect(file, Media.PDF));
    ProcessHandle child = ProcessHandle.of(own.pids().get(0)).orElseThrow();
    await(own.close());
    eventually(Duration.ofSeconds(10), () -> assertFalse(child.isAlive()));
    assertTrue(own.pids().isEmpty());
  }

  @Test
  void whoAsksAfterTheEndIsToldSoUntilThereAreReadersAgain() throws Exception {
    Path scratch = folder.resolve("scratch");
    Readers own = new Readers(vertx, settings(scratch, Duration.ofMinutes(1)));
    List<Path> file = List.of(pdf(1, null));
    await(own.close());
    notNow(own.read(file, Media.PDF));
    notNow(own.inspect(file, Media.PDF));
    notNow(own.image(file, Media.PDF, 1, 400));
    own.open();
    try {
      assertEquals(4, await(own.read(file, Media.PDF)).rows().size());
      // Nobody else may know even the names of what lies there.
      for (Path p : List.of(scratch, scratch.resolve(names(scratch)[0]))) {
        assertEquals("rwx------", PosixFilePermissions.toString(Files.getPosixFilePermissions(p)));
      }
    } finally {
      await(own.close());
    }
  }

  private static void atWork(int readers, Readers own) {
    eventually(Duration.ofSeconds(20), () -> assertEquals(readers, own.atWork()));
  }

  private static void signal(String name, long pid) throws Exception {
    new ProcessBuilder("kill", name, Long.toString(pid)).start().waitFor();
  }

  @Test
  void twoPicturesMayWaitAtTheDoorAndInspectionsGoFirst() throws Exception {
    Readers own = new Readers(vertx, settings(Duration.ofMinutes(1)));
    List<Path> file = List.of(pdf(1, null));
    try {
      await(own.inspect(file, Media.PDF));
      await(own.read(file, Media.PDF));
      atWork(0, own);
      // All are at work: the one that reads, and the one at the door.
      for (long pid : own.pids()) {
        signal("-STOP", pid);
      }
      own.read(file, Media.PDF);
      Future<Inspected> first = own.inspect(file, Media.PDF);
      atWork(2, own);
      List<Future<byte[]>> pictures = new ArrayList<>();
      List<String> ended = new CopyOnWriteArrayList<>();
      for (int i = 0; i < 3; i++) {
        pictures.add(own.image(file, Media.PDF, 1, 400).onSuccess(jpeg -> ended.add("picture")));
      }
      notNow(pictures.get(2));
      Future<Inspected> later =
          own.inspect(file, Media.PDF).onSuccess(seen -> ended.add("inspection"));
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

  @Test
  void aPageThatCannotBeDrawnIsRefusedInWords() throws Exception {
    ReaderSettings usual = settings(Duration.ofMinutes(1));
    Readers own = new Readers(vertx, hurried(usual, usual.turn(), Duration.ofSeconds(2)));
    try {
      List<Path> file = List.of(pdf(1, null));
      await(own.read(file, Media.PDF));
      signal("-STOP", own.pids().get(0));
      String told = notNow(own.image(file, Media.PDF, 1, 400));
      assertTrue(told.contains("more time or memory"), told);
      told = notNow(readers.image(file, Media.PDF, 7, 400));
      assertTrue(told.contains("cannot be drawn"), told);
    } finally {
      await(own.close());
    }
  }

  private static ReaderSettings hurried(ReaderSettings usual, Duration turn, Duration inspect) {
    return new ReaderSettings(
        usual.scratch(),
        1,
        10,
        usual.heap(),
        usual.memoryBytes(),
        turn,
        inspect,
        usual.read(),
        usual.limits());
  }

  @Test
  void whoSendsAFileIsToldWhenNoReaderIsFreeInTime() throws Exception {
    ReaderSettings usual = settings(Duration.ofMinutes(1));
    Readers own = new Readers(vertx, hurried(usual, Duration.ofSeconds(5), usual.inspect()));
    try {
      List<Path> file = List.of(pdf(1, null));
      await(own.inspect(file, Media.PDF));
      String child = Long.toString(own.pids().get(0));
      new ProcessBuilder("kill", "-STOP", child).start().waitFor();
      atWork(0, own);
      Future<Inspected> first = own.inspect(file, Media.PDF);
      atWork(1, own);
      notNow(own.inspect(file, Media.PDF));
      new ProcessBuilder("kill", "-CONT", child).start().waitFor();
      assertEquals(1, await(first).pages());
    } finally {
      await(own.close());
    }
  }

  @Test
  void moreThanMayWaitFailAtOnce() throws Exception {
    Readers own =
        new Readers(
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
      List<Future<Inspected>> all =
          java.util.stream.IntStream.range(0, 5)
              .mapToObj(i -> own.inspect(file, Media.PDF))
              .toList();
      assertEquals(1, await(all.get(0)).pages());
      notNow(all.get(4));
    } finally {
      await(own.close());
    }
  }
}
