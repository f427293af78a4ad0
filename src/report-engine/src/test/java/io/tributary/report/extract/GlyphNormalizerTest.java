package io.tributary.report.extract;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.tributary.report.extract.Tesseract.OcrWord;
import io.tributary.report.page.BoundingBox;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Glyphs that the OCR engine does not know, classified by shape. */
class GlyphNormalizerTest {
  private static Bitmap drawn(Consumer<Graphics2D> drawing) {
    BufferedImage image = new BufferedImage(240, 60, BufferedImage.TYPE_BYTE_GRAY);
    Graphics2D g = image.createGraphics();
    g.setRenderingHint(RenderingHints.KEY_ANTIALIASING, RenderingHints.VALUE_ANTIALIAS_ON);
    g.setRenderingHint(
        RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
    g.setColor(Color.WHITE);
    g.fillRect(0, 0, 240, 60);
    g.setColor(Color.BLACK);
    g.setFont(new Font(Font.SANS_SERIF, Font.PLAIN, 36));
    drawing.accept(g);
    g.dispose();
    return Bitmap.copyOf(image);
  }

  @Test
  void aPointThatNoReadingHasIsPutWhereItStands() {
    try (Bitmap pic = drawn(g -> g.drawString("0,88", 20, 42))) {
      assertEquals(Optional.of("0,88"), DecimalPoints.insertPoint(pic, "088"));
      assertEquals(Optional.empty(), DecimalPoints.insertPoint(pic, "0888"));
    }
    try (Bitmap pic = drawn(g -> g.drawString("[1.2", 20, 42))) {
      assertEquals(Optional.of("[1.2"), DecimalPoints.insertPoint(pic, "[12"));
    }
    try (Bitmap pic = drawn(g -> g.drawString("12.5", 20, 42))) {
      assertEquals(Optional.of("12.5"), DecimalPoints.insertPoint(pic, "125"));
    }
    try (Bitmap pic = drawn(g -> g.drawString("125", 20, 42))) {
      assertEquals(Optional.empty(), DecimalPoints.insertPoint(pic, "125"));
    }
  }

  private static String number(String read, Consumer<Graphics2D> drawing) {
    try (Bitmap pic = drawn(drawing)) {
      BoundingBox box = new BoundingBox(19, 14, 120, 46);
      return ComparatorGlyphs.recognize(List.of(new OcrWord(read, box, 0.9)), pic)
          .getFirst()
          .text();
    }
  }

  private static void atLeast(Graphics2D g) {
    g.setStroke(new BasicStroke(3));
    g.drawPolyline(new int[] {21, 41, 21}, new int[] {18, 26, 34}, 3);
    g.fillRect(20, 40, 22, 3);
  }

  @Test
  void atLeastThatStandsCloseToItsNumberIsNoFigureOfIt() {
    assertEquals(
        "≥1.0",
        number(
            "21.0",
            g -> {
              atLeast(g);
              g.drawString("1.0", 52, 42);
            }));
    assertEquals("21.0", number("21.0", g -> g.drawString("21.0", 20, 42)));
  }

  private static String second(OcrWord... words) {
    return IsolatedStrokes.recognize(List.of(words)).getLast().text();
  }

  @Test
  void aStrokeBesideAWordIsALetterWhereItIsAsHighAsItsCapital() {
    OcrWord name = new OcrWord("Troponin", new BoundingBox(10, 10, 100, 36), 0.96);
    assertEquals("I", second(name, new OcrWord("|", new BoundingBox(112, 11, 116, 30), 0.96)));
    assertEquals("|", second(name, new OcrWord("|", new BoundingBox(112, 2, 116, 44), 0.96)));
    assertEquals("|", second(name, new OcrWord("|", new BoundingBox(160, 11, 164, 34), 0.96)));
    assertEquals("|", second(name, new OcrWord("|", new BoundingBox(112, 11, 116, 30), 0.5)));
    assertEquals(
        "|", second(name, new OcrWord("|", new BoundingBox(112, 10, 116, 36), 0.96)), "a sign");
    OcrWord flat = new OcrWord("Ferritin", new BoundingBox(10, 10, 100, 30), 0.96);
    assertEquals(
        "|", second(flat, new OcrWord("|", new BoundingBox(112, 10, 116, 36), 0.96)), "a sign");
    OcrWord number = new OcrWord("11.2", new BoundingBox(10, 10, 100, 34), 0.96);
    assertEquals("|", second(number, new OcrWord("|", new BoundingBox(112, 11, 116, 30), 0.96)));
  }

  @Test
  void numbersThatStandRightStayAsTheyAre() {
    List<String> altered = new ArrayList<>();
    for (String face : new String[] {Font.SANS_SERIF, Font.SERIF, Font.MONOSPACED}) {
      for (int style : new int[] {Font.PLAIN, Font.BOLD, Font.ITALIC}) {
        for (int size : new int[] {16, 20, 24, 28, 36}) {
          for (String text : "25.0 51.2 21 22 52.5 55 2.05 <5 >20 =5 s5 Z2 125 088".split(" ")) {
            Font font = new Font(face, style, size);
            for (int line = 0; line < 2; line++) {
              int under = line;
              String told =
                  asItStands(
                      text,
                      g -> {
                        g.setFont(font);
                        g.drawString(text, 20, 42);
                        int wide = g.getFontMetrics().stringWidth(text);
                        g.fillRect(20, 45, under * wide, 1);
                      },
                      font);
              if (!told.equals(text)) {
                altered.add(text + " " + told + " " + face + " " + style + " " + size);
              }
            }
          }
        }
      }
    }
    assertEquals(List.of(), altered);
  }

  private static String asItStands(String text, Consumer<Graphics2D> drawing, Font font) {
    try (Bitmap pic = drawn(drawing)) {
      BoundingBox box = new BoundingBox(17, 12, 30 + text.length() * font.getSize(), 48);
      BoundingBox first = new BoundingBox(17, 12, 20 + font.getSize() * 0.62, 43);
      BoundingBox rest = new BoundingBox(20 + font.getSize() * 0.62, 12, box.right(), 43);
      List<OcrWord> parted =
          List.of(
              new OcrWord(text.substring(0, 1), first, 0.9),
              new OcrWord(text.substring(1), rest, 0.9));
      String apart = ComparatorGlyphs.recognize(parted, pic).getFirst().text();
      String whole =
          ComparatorGlyphs.recognize(List.of(new OcrWord(text, box, 0.9)), pic).getFirst().text();
      boolean same = apart.equals(text.substring(0, 1));
      Optional<String> put = DecimalPoints.insertPoint(pic, text.replace(".", ""));
      return same && put.orElse(text).equals(text) ? whole : apart + "/" + put.orElse("");
    }
  }

  @Test
  void aDottedZeroIsANumber() {
    assertEquals("0.57-1.00", OcrSpelling.correct("©.57-1.00"));
    assertEquals("©2024", OcrSpelling.correct("©2024"));
  }

  @Test
  void anIsolatedRingIsNoCertainZero() {
    BoundingBox box = new BoundingBox(10, 10, 24, 24);
    assertEquals("©", OcrSpelling.correct("©"), "not looked at again as a number");
    OcrWord nought = OcrSpelling.correctLoneZero(new OcrWord("©", box, 0.93));
    assertEquals("0", nought.text());
    assertEquals(0.4, nought.confidence());
    assertEquals(0.3, OcrSpelling.correctLoneZero(new OcrWord("©", box, 0.3)).confidence());
    OcrWord sure = new OcrWord("0", box, 0.93);
    assertEquals(sure, OcrSpelling.correctLoneZero(sure));
  }
}
