package io.tributary.report.reader;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.report.page.RawReport;
import io.tributary.report.page.ReportFileType;
import io.tributary.report.page.ReportUnreadable;
import io.vertx.core.Vertx;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.ExecutionException;
import javax.imageio.ImageIO;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.common.PDStream;
import org.apache.pdfbox.pdmodel.encryption.AccessPermission;
import org.apache.pdfbox.pdmodel.encryption.StandardProtectionPolicy;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Results of reading files. */
class ReaderServiceTest extends ReaderTestBase {
  private static Vertx vertx;

  private static ReaderService readers;

  @BeforeAll
  static void start(@TempDir Path scratch) {
    vertx = Vertx.vertx();
    readers = new ReaderService(vertx, settings(scratch, Duration.ofMinutes(1)));
  }

  @AfterAll
  static void stop() throws Exception {
    await(readers.close());
    vertx.close();
  }

  UnsupportedReportFile.UnsupportedReason unfit(Path file, ReportFileType type) {
    return failure(UnsupportedReportFile.class, readers.inspect(List.of(file), type)).reason();
  }

  @Test
  void aReportIsReadByAChildAndShown() throws Exception {
    List<Path> file = List.of(pdf(1, null));
    assertEquals(1, await(readers.inspect(file, ReportFileType.PDF)).pages());
    RawReport report = await(readers.read(file, ReportFileType.PDF));
    assertEquals(1, report.sheets().size());
    assertEquals("4.91", report.rows().get(2).value().text());
    byte[] jpeg = await(readers.image(file, ReportFileType.PDF, 1, 400));
    assertEquals(400, ImageIO.read(new ByteArrayInputStream(jpeg)).getWidth());
    // One process inspects uploads and one reads files.
    assertEquals(2, readers.pids().size());
  }

  @Test
  void aPasswordThatIsForChangesOnlyIsNotAskedFor() throws Exception {
    Path owned = pdf(1, new StandardProtectionPolicy("owner", "", new AccessPermission()));
    assertEquals(1, await(readers.inspect(List.of(owned), ReportFileType.PDF)).pages());
    Path locked = pdf(1, new StandardProtectionPolicy("owner", "user", new AccessPermission()));
    assertEquals(
        UnsupportedReportFile.UnsupportedReason.ENCRYPTED, unfit(locked, ReportFileType.PDF));
  }

  @Test
  void moreThanThirtyPagesAreTooMany() throws Exception {
    assertEquals(30, await(readers.inspect(List.of(pdf(30, null)), ReportFileType.PDF)).pages());
    assertEquals(
        UnsupportedReportFile.UnsupportedReason.TOO_MANY_PAGES,
        unfit(pdf(31, null), ReportFileType.PDF));
  }

  @Test
  void whatIsNoPdfOrHasNoPagesIsUnreadable() throws Exception {
    Path file = folder.resolve("no.pdf");
    Files.writeString(file, "%PDF-1.7\nnothing of the kind\n");
    assertEquals(
        UnsupportedReportFile.UnsupportedReason.UNREADABLE, unfit(file, ReportFileType.PDF));
    byte[] whole = Files.readAllBytes(pdf(1, null));
    Files.write(file, Arrays.copyOf(whole, 200));
    assertEquals(
        UnsupportedReportFile.UnsupportedReason.UNREADABLE, unfit(file, ReportFileType.PDF));
    assertEquals(
        UnsupportedReportFile.UnsupportedReason.UNREADABLE,
        unfit(pdf(0, null), ReportFileType.PDF));
  }

  @Test
  void aPdfThatLostItsEndIsRefused() throws Exception {
    Path file = pdf(1, null);
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, Arrays.copyOf(bytes, bytes.length - 60));
    assertEquals(
        UnsupportedReportFile.UnsupportedReason.UNREADABLE, unfit(file, ReportFileType.PDF));
    // It would open but might show only half of its content.
    assertEquals(4, await(readers.read(List.of(file), ReportFileType.PDF)).rows().size());
    // An earlier end-of-file marker does not count if content follows it; an HTML page of a portal
    // is not part of a PDF.
    for (String blank : List.of(" ", "\r\n", "\t", "\f", "\0", "  ")) {
      Files.write(file, bytes);
      Files.writeString(file, "\n9 0" + blank + "obj\n<< /Length 70", StandardOpenOption.APPEND);
      assertEquals(
          UnsupportedReportFile.UnsupportedReason.UNREADABLE, unfit(file, ReportFileType.PDF));
    }
    Files.write(file, bytes);
    Files.writeString(file, "<p>Thank you</p>\n".repeat(200), StandardOpenOption.APPEND);
    assertEquals(1, await(readers.inspect(List.of(file), ReportFileType.PDF)).pages());
  }

  @Test
  void anImageThatIsNoneCannotBeDecoded() throws Exception {
    Path file = Files.write(folder.resolve("no.jpg"), new byte[] {-1, -40, -1, 1, 2, 3});
    assertEquals(
        UnsupportedReportFile.UnsupportedReason.UNDECODABLE, unfit(file, ReportFileType.JPEG));
  }

  @Test
  void anEmptySheetHasNoResults() throws Exception {
    Path file = folder.resolve("white.png");
    BufferedImage white = new BufferedImage(850, 1100, BufferedImage.TYPE_BYTE_GRAY);
    Arrays.fill(
        ((java.awt.image.DataBufferByte) white.getRaster().getDataBuffer()).getData(), (byte) -1);
    ImageIO.write(white, "png", file.toFile());
    failure(ReportUnreadable.class, readers.read(List.of(file), ReportFileType.PNG));
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
    ReaderService own = new ReaderService(vertx, settings(Duration.ofSeconds(8)));
    try {
      Path bomb = bomb();
      Throwable fault =
          assertThrows(
              ExecutionException.class, () -> await(own.read(List.of(bomb), ReportFileType.PDF)));
      assertFalse(fault.getCause().getMessage().contains("bomb"), "names no file");
      assertEquals(4, await(own.read(List.of(pdf(1, null)), ReportFileType.PDF)).rows().size());
    } finally {
      await(own.close());
    }
  }

  @Test
  void aPageThatCannotBeDrawnIsRefusedInWords() throws Exception {
    ReaderSettings usual = settings(Duration.ofMinutes(1));
    ReaderService own =
        new ReaderService(
            vertx, withShortTimeouts(usual, usual.startTimeout(), Duration.ofSeconds(2)));
    try {
      List<Path> file = List.of(pdf(1, null));
      await(own.read(file, ReportFileType.PDF));
      signal("-STOP", own.pids().get(0));
      String told = assertBusy(own.image(file, ReportFileType.PDF, 1, 400));
      assertTrue(told.contains("more time or memory"), told);
      told = assertBusy(readers.image(file, ReportFileType.PDF, 7, 400));
      assertTrue(told.contains("cannot be rendered"), told);
    } finally {
      await(own.close());
    }
  }
}
