package io.tributary.report.extract;

import static io.tributary.report.extract.DrawnSheets.ROWS;
import static io.tributary.report.extract.DrawnSheets.WIDTH;
import static io.tributary.report.extract.DrawnSheets.paper;
import static io.tributary.report.extract.DrawnSheets.pen;
import static io.tributary.report.extract.DrawnSheets.sheet;
import static io.tributary.report.extract.DrawnSheets.table;
import static io.tributary.report.extract.DrawnSheets.turned;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.report.page.Page;
import io.tributary.report.page.Word;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.geom.AffineTransform;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.graphics.image.LosslessFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that scans and photographs are read in every orientation. */
class ScannedPageReaderTest {
  @TempDir Path folder;

  private Page read(BufferedImage image, String format) throws Exception {
    File file = folder.resolve("page." + format).toFile();
    ImageIO.write(image, format, file);
    return read(file.toPath());
  }

  private static Page read(Path file) throws Exception {
    try (PageReader reader = new PageReader(ReaderLimits.defaults())) {
      List<Page> pages = reader.read(List.of(file));
      assertEquals(1, pages.size());
      return pages.get(0);
    }
  }

  private static void assertReads(Page page) {
    assertEquals(Page.Source.OCR, page.source());
    assertEquals(
        List.of(String.join(" ", ROWS).split(" ")), page.words().stream().map(Word::text).toList());
  }

  @Test
  void aScanIsReadWithTheWordsWhereTheyAre() throws Exception {
    Page page = read(sheet(), "png");
    assertReads(page);
    double scale = page.width() / WIDTH;
    Word first = page.words().get(0);
    assertEquals(120 * scale, first.box().left(), 3);
    assertEquals(200 * scale, first.box().bottom(), 3);
    assertTrue(first.confidence() > 0.5 && first.confidence() <= 1);
  }

  @Test
  void aPageOfFiguresBracketsAndPowersIsNotTurned() throws Exception {
    BufferedImage image = paper(Color.WHITE);
    Graphics2D g = pen(image, Color.BLACK);
    List<String> rows =
        List.of(
            "Urea [mmol/L] 6.41 5.92 (2.50-7.80)",
            "Zinc [g/L] 7.71 7.44 (4.00-11.00)",
            "MCH [pg] 30.8 29.9 (27.0-32.0)",
            "MCV [fL] 89.2 91.1 (80.0-100.0)",
            "PLT [10^9/L] 170 233 (150-400)",
            "GGT [g/L] 126 138 (5-50)",
            "Iron [g/L] 17 29 (18-36)",
            "CRP [mg/L] 3 1 (0-5)");
    for (int line = 0; line < 3 * rows.size(); line++) {
      String[] cells = rows.get(line % rows.size()).split(" ");
      int[] columns = {120, 320, 620, 800, 1000};
      for (int i = 0; i < cells.length; i++) {
        g.drawString(cells[i], columns[i], 200 + 50 * line);
      }
    }
    g.dispose();
    List<String> words = read(image, "png").words().stream().map(Word::text).toList();
    assertTrue(words.containsAll(List.of("Urea", "MCV", "89.2", "(27.0-32.0)", "(80.0-100.0)")));
  }

  @Test
  void aScanThatLiesAskewIsReadLevel() throws Exception {
    assertReads(read(turned(sheet(), 4), "png"));
  }

  @Test
  void aScanThatLiesOnItsHeadIsTurned() throws Exception {
    assertReads(read(turned(sheet(), 180), "png"));
  }

  @Test
  void aScanThatLiesOnItsSideIsTurned() throws Exception {
    assertReads(read(turned(sheet(), 90), "png"));
    assertReads(read(turned(sheet(), 270), "png"));
  }

  @Test
  void whiteOnBlackIsRead() throws Exception {
    BufferedImage image = paper(Color.BLACK);
    Graphics2D g = pen(image, Color.WHITE);
    table(g);
    g.dispose();
    assertReads(read(image, "png"));
  }

  @Test
  void rulesOfTheTableAreNoLetters() throws Exception {
    BufferedImage image = sheet();
    Graphics2D g = pen(image, Color.BLACK);
    for (int y = 165; y < 800; y += 50) {
      g.fillRect(90, y, 1050, 3);
    }
    for (int x : new int[] {90, 480, 680, 930, 1140}) {
      g.fillRect(x, 165, 3, 600);
    }
    g.dispose();
    assertReads(read(image, "png"));
  }

  @Test
  void aPhotoOfASheetOnATableIsCutOutAndFlattened() throws Exception {
    BufferedImage photo = new BufferedImage(1700, 2200, BufferedImage.TYPE_BYTE_GRAY);
    Graphics2D g = pen(photo, new Color(70, 70, 70));
    g.fillRect(0, 0, 1700, 2200);
    AffineTransform lying = new AffineTransform(1.05, 0.05, -0.08, 1.1, 280, 150);
    g.drawImage(sheet(), lying, null);
    // Light from one side.
    for (int x = 0; x < 1700; x += 10) {
      g.setColor(new Color(0, 0, 0, x * 90 / 1700));
      g.fillRect(x, 0, 10, 2200);
    }
    g.dispose();
    Page page = read(photo, "jpg");
    List<String> read = page.words().stream().map(Word::text).toList();
    List<String> printed = List.of(String.join(" ", ROWS).split(" "));
    assertEquals(printed.size(), read.size());
    long right =
        IntStream.range(0, read.size()).filter(i -> read.get(i).equals(printed.get(i))).count();
    assertTrue(right >= printed.size() - 2, read.toString());
    // The page is cropped: the first word has its position on the sheet, not on the table.
    assertEquals(120.0 / WIDTH, page.words().get(0).box().left() / page.width(), 0.02);
  }

  @Test
  void aPictureInAPdfIsReadAndShownAsItWasRead() throws Exception {
    Path file = folder.resolve("scan.pdf");
    try (PDDocument document = new PDDocument()) {
      PDPage page = new PDPage();
      document.addPage(page);
      try (PDPageContentStream out = new PDPageContentStream(document, page)) {
        out.drawImage(
            LosslessFactory.createFromImage(document, turned(sheet(), 180)), 0, 0, 612, 792);
      }
      document.save(file.toFile());
    }
    Page page = read(file);
    assertReads(page);
    assertEquals(612, page.width());
    try (PageReader reader = new PageReader(ReaderLimits.defaults())) {
      byte[] jpeg = reader.renderPage(List.of(file), 1, 612);
      BufferedImage shown = ImageIO.read(new ByteArrayInputStream(jpeg));
      assertEquals(612, shown.getWidth());
      Word word = page.words().get(0);
      assertTrue(ink(shown, word) > 10, "no ink where the first word was read");
    }
  }

  private static int ink(BufferedImage image, Word word) {
    int dark = 0;
    for (int y = (int) word.box().top(); y < word.box().bottom(); y++) {
      for (int x = (int) word.box().left(); x < word.box().right(); x++) {
        dark += (image.getRGB(x, y) & 0xff) < 128 ? 1 : 0;
      }
    }
    return dark;
  }

  @Test
  void whatIsNoPictureIsRefused() throws IOException {
    Path file =
        Files.write(folder.resolve("no.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G', 1, 2});
    try (PageReader reader = new PageReader(ReaderLimits.defaults())) {
      UnreadableFile refused =
          assertThrows(UnreadableFile.class, () -> reader.inspect(List.of(file)));
      assertEquals(UnreadableFile.Why.UNDECODABLE, refused.reason());
    }
  }

  @Test
  void aPictureOfMorePixelsThanAllowedIsNotDecoded() throws Exception {
    File file = folder.resolve("large.png").toFile();
    ImageIO.write(new BufferedImage(2000, 1000, BufferedImage.TYPE_BYTE_BINARY), "png", file);
    ReaderLimits few = new ReaderLimits(30, 1_000_000, ReaderLimits.defaults().page());
    try (PageReader reader = new PageReader(few)) {
      UnreadableFile refused =
          assertThrows(UnreadableFile.class, () -> reader.inspect(List.of(file.toPath())));
      assertEquals(UnreadableFile.Why.UNDECODABLE, refused.reason());
    }
  }
}
