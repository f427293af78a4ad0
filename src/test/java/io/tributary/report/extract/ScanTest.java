package io.tributary.report.extract;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.report.page.Page;
import io.tributary.report.page.Word;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
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

class ScanTest {
  private static final int WIDTH = 1275;
  private static final int HEIGHT = 1650;
  private static final List<String> ROWS =
      List.of(
          "Glucose 95 mg/dL 70-99",
          "Sodium 140 mmol/L 135-145",
          "Potassium 4.91 mmol/L 3.50-5.10",
          "Creatinine 0.87 mg/dL 0.60-1.20",
          "Calcium 9.4 mg/dL 8.6-10.3",
          "Albumin 4.2 g/dL 3.5-5.0",
          "Ferritin 127 ng/mL 30-400",
          "Chloride 103 mmol/L 98-107",
          "Magnesium 2.1 mg/dL 1.6-2.6",
          "Cholesterol 188 mg/dL 100-199",
          "Triglycerides 121 mg/dL 50-149",
          "Hematocrit 41.5 % 36.0-46.0");

  @TempDir Path folder;

  private static BufferedImage paper(Color ground) {
    BufferedImage image = new BufferedImage(WIDTH, HEIGHT, BufferedImage.TYPE_BYTE_GRAY);
    Graphics2D g = image.createGraphics();
    g.setColor(ground);
    g.fillRect(0, 0, WIDTH, HEIGHT);
    g.dispose();
    return image;
  }

  private static Graphics2D pen(BufferedImage image, Color ink) {
    Graphics2D g = image.createGraphics();
    g.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    g.setRenderingHint(
        RenderingHints.KEY_INTERPOLATION, RenderingHints.VALUE_INTERPOLATION_BICUBIC);
    g.setColor(ink);
    g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 24));
    return g;
  }

  private static void table(Graphics2D g) {
    int y = 200;
    for (String row : ROWS) {
      int[] columns = {120, 500, 700, 950};
      String[] cells = row.split(" ");
      for (int i = 0; i < cells.length; i++) {
        g.drawString(cells[i], columns[i], y);
      }
      y += 50;
    }
  }

  private static BufferedImage sheet() {
    BufferedImage image = paper(Color.WHITE);
    Graphics2D g = pen(image, Color.BLACK);
    table(g);
    g.dispose();
    return image;
  }

  private static BufferedImage turned(BufferedImage image, double degrees) {
    boolean across = Math.round(degrees / 90) % 2 != 0;
    int width = across ? image.getHeight() : image.getWidth();
    int height = across ? image.getWidth() : image.getHeight();
    BufferedImage out = new BufferedImage(width, height, BufferedImage.TYPE_BYTE_GRAY);
    Graphics2D g = pen(out, Color.WHITE);
    g.fillRect(0, 0, width, height);
    g.translate(width / 2.0, height / 2.0);
    g.rotate(Math.toRadians(degrees));
    g.translate(-image.getWidth() / 2.0, -image.getHeight() / 2.0);
    g.drawImage(image, 0, 0, null);
    g.dispose();
    return out;
  }

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
  void aWaveBetweenTwoNumbersIsNoDirt() {
    assertTrue(OcrSpelling.junk("~", 0.4));
    assertFalse(OcrSpelling.junk("~", 0.9));
    assertTrue(OcrSpelling.junk("~~", 0.9));
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
    // Light falls from one side.
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
    // Cut out: the first word stands where it stands on the sheet, not on the table.
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
      byte[] jpeg = reader.image(List.of(file), 1, 612);
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
      BadFile refused = assertThrows(BadFile.class, () -> reader.inspect(List.of(file)));
      assertEquals(BadFile.Why.UNDECODABLE, refused.why());
    }
  }

  @Test
  void aPictureOfMorePixelsThanAllowedIsNotDecoded() throws Exception {
    File file = folder.resolve("large.png").toFile();
    ImageIO.write(new BufferedImage(2000, 1000, BufferedImage.TYPE_BYTE_BINARY), "png", file);
    ReaderLimits few = new ReaderLimits(30, 1_000_000, ReaderLimits.defaults().page());
    try (PageReader reader = new PageReader(few)) {
      BadFile refused = assertThrows(BadFile.class, () -> reader.inspect(List.of(file.toPath())));
      assertEquals(BadFile.Why.UNDECODABLE, refused.why());
    }
  }

  @Test
  void pointsAreSeenInThePicture() {
    BufferedImage image = new BufferedImage(200, 60, BufferedImage.TYPE_BYTE_GRAY);
    Graphics2D g = pen(image, Color.WHITE);
    g.fillRect(0, 0, 200, 60);
    g.setColor(Color.BLACK);
    g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 36));
    g.drawString("4.91", 20, 45);
    g.dispose();
    try (Pic pic = Pic.of(image)) {
      assertEquals(1, Points.in(pic));
    }
  }

  private static int points(String text, String family) {
    BufferedImage image = new BufferedImage(240, 60, BufferedImage.TYPE_BYTE_GRAY);
    Graphics2D g = pen(image, Color.WHITE);
    g.fillRect(0, 0, 240, 60);
    g.setColor(Color.BLACK);
    g.setFont(new Font(family, Font.PLAIN, 36));
    g.drawString(text, 20, 42);
    g.dispose();
    try (Pic pic = Pic.of(image)) {
      return Points.in(pic);
    }
  }

  @Test
  void commasAreSeenInThePictureAlsoWhereTheyTouchTheFigureBeforeThem() {
    assertEquals(1, points("0,88", Font.SANS_SERIF));
    assertEquals(1, points("0,88", Font.SERIF));
    assertEquals(0, points("[088]", Font.SERIF));
    assertEquals(0, points("(147)", Font.SANS_SERIF));
    BufferedImage image = new BufferedImage(240, 60, BufferedImage.TYPE_BYTE_GRAY);
    Graphics2D g = pen(image, Color.WHITE);
    g.fillRect(0, 0, 240, 60);
    g.setColor(Color.BLACK);
    g.fillRect(24, 10, 5, 28);
    g.fillRect(18, 35, 17, 3);
    g.fillRect(32, 35, 4, 7);
    g.fillRect(45, 10, 18, 28);
    g.dispose();
    try (Pic pic = Pic.of(image)) {
      assertEquals(1, Points.in(pic));
    }
  }

  @Test
  void aReadingThatLacksAPointOfThePictureIsMendedOrDoubted() {
    BufferedImage image = sheet();
    try (Pic pic = Pic.of(image);
        Tesseract reader = Tesseract.english()) {
      Tesseract.Found right =
          reader.words(pic, Tesseract.Layout.BLOCK).stream()
              .filter(found -> found.text().equals("4.91"))
              .findFirst()
              .orElseThrow();
      Tesseract.Found lost = new Tesseract.Found("491", right.box(), 0.97);
      Tesseract.Found looked = new SecondLook(reader, pic).at(List.of(lost)).get(0);
      assertTrue(looked.text().equals("4.91") || looked.confidence() < 0.5, looked.text());
      assertTrue(looked.confidence() < 0.8);
      Tesseract.Found other = new Tesseract.Found("4.97", right.box(), 0.6);
      assertTrue(new SecondLook(reader, pic).at(List.of(other)).get(0).confidence() < 0.5);
    }
  }

  @Test
  void aFewCommasAmongPointsArePoints() {
    java.util.ArrayList<Tesseract.Found> words = new java.util.ArrayList<>();
    for (int i = 0; i < 10; i++) {
      words.add(new Tesseract.Found("1." + i, null, 0.9));
    }
    words.add(new Tesseract.Found("4,56", null, 0.9));
    assertEquals("4.56", DecimalStyle.one(words).get(10).text());
    assertEquals(0.75, DecimalStyle.one(words).get(10).confidence());
    List<Tesseract.Found> few = words.subList(8, 11);
    assertEquals("4,56", DecimalStyle.one(few).get(2).text());
    words.add(new Tesseract.Found("(1,4-7.0)", null, 0.9));
    words.add(new Tesseract.Found("1,25-Dihydroxy", null, 0.9));
    assertEquals("(1.4-7.0)", DecimalStyle.one(words).get(11).text());
    assertEquals("1,25-Dihydroxy", DecimalStyle.one(words).get(12).text());
  }

  @Test
  void aFewPointsAmongCommasAreCommas() {
    java.util.ArrayList<Tesseract.Found> words = new java.util.ArrayList<>();
    for (int i = 0; i < 10; i++) {
      words.add(new Tesseract.Found("1," + i, null, 0.9));
    }
    words.add(new Tesseract.Found("9.6", null, 0.9));
    words.add(new Tesseract.Found("06.09.2025", null, 0.9));
    assertEquals("9,6", DecimalStyle.one(words).get(10).text());
    assertEquals("06.09.2025", DecimalStyle.one(words).get(11).text());
  }

  /** What becomes of these words on a page whose decimals have this sign. */
  private static String styled(char sign, String line) {
    java.util.ArrayList<Tesseract.Found> words = new java.util.ArrayList<>();
    for (int i = 0; i < 60; i++) {
      words.add(new Tesseract.Found("41" + sign + i % 10, null, 0.9));
    }
    for (String word : line.split(" ")) {
      words.add(new Tesseract.Found(word, null, 0.9));
    }
    return String.join(
        " ",
        DecimalStyle.one(words).subList(60, words.size()).stream()
            .map(Tesseract.Found::text)
            .toList());
  }

  @Test
  void timesDaysVersionsAndFootnotesKeepTheirSigns() {
    String kept = "08.45 14.30 12.03 31.12 08.00-16.00 v2.1 Version 3.4 (1.2) 9.15 h 4.10 pm";
    assertEquals(kept, styled(',', kept));
    assertEquals(
        "Vit. 1,25 (OH)2 (1,2) [3,4] Rev. 2,1",
        styled('.', "Vit. 1,25 (OH)2 (1,2) [3,4] Rev. 2,1"));
    assertEquals("9,6 H 0,45 (3,5-5,1) 45,2", styled(',', "9.6 H 0.45 (3.5-5.1) 45.2"));
    assertEquals("9.6 H 0.45 (3.5-5.1) 14.2", styled('.', "9,6 H 0,45 (3,5-5,1) 14,2"));
  }

  @Test
  void signsThatOnlyPicturesHaveAreMended() {
    assertEquals("A1c", OcrSpelling.mended("Alc"));
    assertEquals("uIU/mL", OcrSpelling.mended("ulU/mL"));
    assertEquals("10^3/uL", OcrSpelling.mended("10°3/uL"));
    assertEquals("101", OcrSpelling.mended("101"));
    assertArrayEquals(
        new boolean[] {true, false, false},
        new boolean[] {
          OcrSpelling.junk("|", 0.9), OcrSpelling.junk("<", 0.2), OcrSpelling.junk("......", 0.2)
        });
  }
}
