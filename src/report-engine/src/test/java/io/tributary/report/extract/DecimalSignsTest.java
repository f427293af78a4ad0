package io.tributary.report.extract;

import static io.tributary.report.extract.DrawnSheets.pen;
import static io.tributary.report.extract.DrawnSheets.sheet;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Decimal points and commas: detected in the image and corrected in the recognized text. */
class DecimalSignsTest {
  @Test
  void aWaveBetweenTwoNumbersIsNoDirt() {
    assertTrue(OcrSpelling.isJunk("~", 0.4));
    assertFalse(OcrSpelling.isJunk("~", 0.9));
    assertTrue(OcrSpelling.isJunk("~~", 0.9));
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
    try (Bitmap pic = Bitmap.copyOf(image)) {
      assertEquals(1, DecimalPoints.count(pic));
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
    try (Bitmap pic = Bitmap.copyOf(image)) {
      return DecimalPoints.count(pic);
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
    try (Bitmap pic = Bitmap.copyOf(image)) {
      assertEquals(1, DecimalPoints.count(pic));
    }
  }

  @Test
  void aReadingThatLacksAVisiblePointIsCorrectedOrDoubted() {
    BufferedImage image = sheet();
    try (Bitmap pic = Bitmap.copyOf(image);
        Tesseract reader = Tesseract.english()) {
      Tesseract.OcrWord right =
          reader.words(pic, Tesseract.Layout.BLOCK).stream()
              .filter(found -> found.text().equals("4.91"))
              .findFirst()
              .orElseThrow();
      Tesseract.OcrWord lost = new Tesseract.OcrWord("491", right.box(), 0.97);
      Tesseract.OcrWord looked = new NumberReOcr(reader, pic).recheck(List.of(lost)).get(0);
      assertTrue(looked.text().equals("4.91") || looked.confidence() < 0.5, looked.text());
      assertTrue(looked.confidence() < 0.8);
      Tesseract.OcrWord other = new Tesseract.OcrWord("4.97", right.box(), 0.6);
      assertTrue(new NumberReOcr(reader, pic).recheck(List.of(other)).get(0).confidence() < 0.5);
    }
  }

  @Test
  void aFewCommasAmongPointsArePoints() {
    java.util.ArrayList<Tesseract.OcrWord> words = new java.util.ArrayList<>();
    for (int i = 0; i < 10; i++) {
      words.add(new Tesseract.OcrWord("1." + i, null, 0.9));
    }
    words.add(new Tesseract.OcrWord("4,56", null, 0.9));
    assertEquals("4.56", DecimalStyle.unify(words).get(10).text());
    assertEquals(0.75, DecimalStyle.unify(words).get(10).confidence());
    List<Tesseract.OcrWord> few = words.subList(8, 11);
    assertEquals("4,56", DecimalStyle.unify(few).get(2).text());
    words.add(new Tesseract.OcrWord("(1,4-7.0)", null, 0.9));
    words.add(new Tesseract.OcrWord("1,25-Dihydroxy", null, 0.9));
    assertEquals("(1.4-7.0)", DecimalStyle.unify(words).get(11).text());
    assertEquals("1,25-Dihydroxy", DecimalStyle.unify(words).get(12).text());
  }

  @Test
  void aFewPointsAmongCommasAreCommas() {
    java.util.ArrayList<Tesseract.OcrWord> words = new java.util.ArrayList<>();
    for (int i = 0; i < 10; i++) {
      words.add(new Tesseract.OcrWord("1," + i, null, 0.9));
    }
    words.add(new Tesseract.OcrWord("9.6", null, 0.9));
    words.add(new Tesseract.OcrWord("06.09.2025", null, 0.9));
    assertEquals("9,6", DecimalStyle.unify(words).get(10).text());
    assertEquals("06.09.2025", DecimalStyle.unify(words).get(11).text());
  }

  /** Returns the corrected text for a page with this decimal sign. */
  private static String styled(char sign, String line) {
    java.util.ArrayList<Tesseract.OcrWord> words = new java.util.ArrayList<>();
    for (int i = 0; i < 60; i++) {
      words.add(new Tesseract.OcrWord("41" + sign + i % 10, null, 0.9));
    }
    for (String word : line.split(" ")) {
      words.add(new Tesseract.OcrWord(word, null, 0.9));
    }
    return String.join(
        " ",
        DecimalStyle.unify(words).subList(60, words.size()).stream()
            .map(Tesseract.OcrWord::text)
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
  void glyphsThatOnlyImagesHaveAreCorrected() {
    assertEquals("A1c", OcrSpelling.correct("Alc"));
    assertEquals("uIU/mL", OcrSpelling.correct("ulU/mL"));
    assertEquals("10^3/uL", OcrSpelling.correct("10°3/uL"));
    assertEquals("101", OcrSpelling.correct("101"));
    assertArrayEquals(
        new boolean[] {true, false, false},
        new boolean[] {
          OcrSpelling.isJunk("|", 0.9),
          OcrSpelling.isJunk("<", 0.2),
          OcrSpelling.isJunk("......", 0.2)
        });
  }
}
