package io.tributary.report.extract;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.tributary.report.page.Page;
import io.tributary.report.page.Word;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDFont;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.pdfbox.pdmodel.graphics.state.RenderingMode;
import org.apache.pdfbox.util.Matrix;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TextLayerTest {
  private static final PDFont PLAIN = new PDType1Font(Standard14Fonts.FontName.HELVETICA);
  private static final PDFont BOLD = new PDType1Font(Standard14Fonts.FontName.HELVETICA_BOLD);

  @TempDir Path folder;

  private interface Drawing {
    void on(PDPageContentStream out, PDPage page) throws IOException;
  }

  private Page read(Drawing drawing) throws Exception {
    Path file = folder.resolve("one.pdf");
    try (PDDocument document = new PDDocument()) {
      PDPage page = new PDPage(PDRectangle.LETTER);
      document.addPage(page);
      try (PDPageContentStream out = new PDPageContentStream(document, page)) {
        drawing.on(out, page);
      }
      document.save(file.toFile());
    }
    try (PdfFile pdf = PdfFile.open(file, 30)) {
      TextLayer layer = pdf.readText(1);
      return new Page(
          1,
          layer.width(),
          layer.height(),
          Page.Source.TEXT_LAYER,
          GlyphWords.group(layer.glyphs()));
    }
  }

  private static void write(
      PDPageContentStream out, PDFont font, double size, double x, double y, String text)
      throws IOException {
    out.beginText();
    out.setFont(font, (float) size);
    out.newLineAtOffset((float) x, (float) y);
    out.showText(text);
    out.endText();
  }

  private static List<String> texts(Page page) {
    return page.words().stream().map(Word::text).toList();
  }

  @Test
  void wordsStandWhereTheyAreDrawn() throws Exception {
    Page page = read((out, p) -> write(out, BOLD, 10, 72, 700, "Total Cholesterol"));
    assertEquals(List.of("Total", "Cholesterol"), texts(page));
    Word first = page.words().get(0);
    assertEquals(72, first.box().left(), 0.5);
    assertTrue(first.box().top() < 792 - 700 && first.box().bottom() > 792 - 700);
    assertTrue(first.bold());
    assertEquals(1, first.confidence());
  }

  @Test
  void columnsWithoutSpacesBetweenThemAreApart() throws Exception {
    Page page =
        read(
            (out, p) -> {
              write(out, PLAIN, 9, 72, 700, "Glucose");
              write(out, PLAIN, 9, 72 + 40, 700, "4.91");
            });
    assertEquals(List.of("Glucose", "4.91"), texts(page));
  }

  @Test
  void aWordThatIsDrawnLetterByLetterIsOne() throws Exception {
    Page page =
        read(
            (out, p) -> {
              double x = 100;
              for (char c : "Sodium".toCharArray()) {
                write(out, PLAIN, 10, x, 500, String.valueOf(c));
                x += PLAIN.getStringWidth(String.valueOf(c)) / 100;
              }
            });
    assertEquals(List.of("Sodium"), texts(page));
  }

  @Test
  void aRaisedDigitIsNoDigitOfTheValueBeforeIt() throws Exception {
    Page page =
        read(
            (out, p) -> {
              write(out, PLAIN, 10, 100, 500, "5.4");
              write(out, PLAIN, 6, 100 + PLAIN.getStringWidth("5.4") / 100, 504, "1");
              write(out, PLAIN, 10, 200, 500, "x10");
              double x = 200 + PLAIN.getStringWidth("x10") / 100;
              write(out, PLAIN, 6, x, 504, "3");
              write(out, PLAIN, 10, x + PLAIN.getStringWidth("3") * 6 / 1000, 500, "/uL");
            });
    assertEquals(List.of("5.4¹", "x10³/uL"), texts(page));
  }

  @Test
  void whatIsDrawnTwiceForBoldnessIsReadOnce() throws Exception {
    Page page =
        read(
            (out, p) -> {
              write(out, PLAIN, 10, 100, 500, "101");
              write(out, PLAIN, 10, 100.3, 500, "101");
              write(out, PLAIN, 10, 300, 500, "11");
            });
    assertEquals(List.of("101", "11"), texts(page));
    assertTrue(page.words().get(0).bold());
    assertFalse(page.words().get(1).bold());
  }

  @Test
  void aPageThatIsShownTurnedIsReadUpright() throws Exception {
    Page page =
        read(
            (out, p) -> {
              p.setRotation(90);
              out.transform(Matrix.getRotateInstance(Math.PI / 2, 612, 0));
              write(out, PLAIN, 10, 50, 560, "Sodium 140");
            });
    assertEquals(792, page.width());
    assertEquals(612, page.height());
    assertEquals(List.of("Sodium", "140"), texts(page));
    assertEquals(50, page.words().get(0).box().left(), 0.5);
    assertEquals(612 - 560, page.words().get(0).box().bottom(), 4);
  }

  @Test
  void textThatIsWrittenUpwardsIsTurned() throws Exception {
    Page page =
        read(
            (out, p) -> {
              out.transform(Matrix.getRotateInstance(Math.PI / 2, 612, 0));
              write(out, PLAIN, 10, 50, 560, "Sodium 140");
            });
    assertEquals(792, page.width());
    assertEquals(List.of("Sodium", "140"), texts(page));
    assertEquals(50, page.words().get(0).box().left(), 0.5);
  }

  @Test
  void aMarkAcrossThePageIsNoText() throws Exception {
    Page page =
        read(
            (out, p) -> {
              write(out, PLAIN, 10, 50, 560, "Sodium 140");
              out.transform(Matrix.getRotateInstance(Math.PI / 4, 200, 200));
              write(out, PLAIN, 60, 0, 0, "COPY");
            });
    assertEquals(List.of("Sodium", "140"), texts(page));
  }

  @Test
  void whatLiesOutsideOfTheCropBoxIsNotRead() throws Exception {
    Page page =
        read(
            (out, p) -> {
              p.setCropBox(new PDRectangle(100, 100, 400, 600));
              write(out, PLAIN, 10, 150, 560, "Sodium");
              write(out, PLAIN, 10, 20, 560, "Hidden");
            });
    assertEquals(400, page.width());
    assertEquals(List.of("Sodium"), texts(page));
    assertEquals(50, page.words().get(0).box().left(), 0.5);
  }

  @Test
  void dotsThatLeadToAValueAreNoPartOfTheName() throws Exception {
    Page page = read((out, p) -> write(out, PLAIN, 10, 72, 700, "Glucose.........95"));
    assertEquals(List.of("Glucose", ".........", "95"), texts(page));
  }

  @Test
  void textBeneathAScanIsToldFromText() throws Exception {
    Path file = folder.resolve("hidden.pdf");
    try (PDDocument document = new PDDocument()) {
      PDPage page = new PDPage();
      document.addPage(page);
      try (PDPageContentStream out = new PDPageContentStream(document, page)) {
        out.beginText();
        out.setRenderingMode(RenderingMode.NEITHER);
        out.setFont(PLAIN, 10);
        out.newLineAtOffset(50, 500);
        out.showText("Glucose test result range of the patient 491");
        out.endText();
      }
      document.save(file.toFile());
    }
    try (PdfFile pdf = PdfFile.open(file, 30)) {
      TextLayer layer = pdf.readText(1);
      assertEquals(0, layer.countDrawn());
      assertEquals(
          TextLayerCheck.Verdict.OCR,
          TextLayerCheck.judge(layer, GlyphWords.group(layer.glyphs())));
    }
  }

  /** A wrong page count in the file must not lose pages. */
  @ParameterizedTest
  @ValueSource(ints = {0, 1, 3, -1})
  void pagesAreReadWhateverTheFileSaysOfTheirNumber(int said) throws Exception {
    Path file = folder.resolve("count.pdf");
    try (PDDocument document = new PDDocument()) {
      for (String text : new String[] {"Ferritin", "Cholesterol"}) {
        PDPage page = new PDPage(PDRectangle.LETTER);
        document.addPage(page);
        try (PDPageContentStream out = new PDPageContentStream(document, page)) {
          write(out, PLAIN, 11, 72, 700, text);
        }
      }
      document.getPages().getCOSObject().setInt(COSName.COUNT, said);
      document.save(file.toFile());
    }
    try (PdfFile pdf = PdfFile.open(file, 30)) {
      assertEquals(2, pdf.pages());
      List<String> read = new ArrayList<>();
      for (int number = 1; number <= pdf.pages(); number++) {
        GlyphWords.group(pdf.readText(number).glyphs()).forEach(w -> read.add(w.text()));
        assertEquals(612, pdf.renderGrayscale(number, 72).getWidth());
      }
      assertEquals(List.of("Ferritin", "Cholesterol"), read);
    }
  }
}
