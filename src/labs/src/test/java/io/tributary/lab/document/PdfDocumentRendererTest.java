package io.tributary.lab.document;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.zxing.BarcodeFormat;
import java.awt.image.BufferedImage;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PdfDocumentRendererTest {
  private static final String LONG_NAME =
      "Wolfeschlegelsteinhausenbergerdorff-Featherstonehaugh de la Fuente y Montemayor";

  @Test
  void aRequisitionHoldsAllThatIsAskedAndItsNumberIsReadByMachines() throws Exception {
    byte[] pdf = PdfDocumentRenderer.requisition(SampleDocuments.requisition(3));
    assertEquals(1, PdfPageReader.count(pdf));
    String text = PdfPageReader.text(pdf);
    for (String part :
        List.of(
            "No. TRB-4Q7KX2",
            "Meridian Diagnostics",
            "Account 1234567890",
            "Zo\u00e9 N\u00fa\u00f1ez-\u0141ukasiewicz",
            "29 Feb 1980",
            "12 Rue de l'\u00c9glise",
            "Fran\u00e7ois O'Brien",
            "NPI 1234567893",
            "Test number 2",
            "000102",
            "Hours since the last meal?: 12",
            "E11.9, Z00.00",
            "Please call \u03b1-feto results",
            "STAT",
            "Page 1 of 1")) {
      assertTrue(text.contains(part), () -> part + " is not in: " + text);
    }
    assertEquals(
        "TRB-4Q7KX2",
        PdfPageReader.decodeBarcode(PdfPageReader.render(pdf, 1, 100), BarcodeFormat.QR_CODE));
  }

  @Test
  void manyTestsGoOnOverPagesWithTheirHeading() throws Exception {
    byte[] pdf = PdfDocumentRenderer.requisition(SampleDocuments.requisition(120));
    int pages = PdfPageReader.count(pdf);
    assertTrue(pages >= 3, "pages: " + pages);
    String all = PdfPageReader.text(pdf);
    IntStream.range(0, 120)
        .forEach(i -> assertTrue(all.contains("Test number " + i + " "), "test " + i));
    for (int p = 1; p <= pages; p++) {
      assertTrue(PdfPageReader.text(pdf, p).contains("Page " + p + " of " + pages));
    }
    assertTrue(PdfPageReader.text(pdf, 2).startsWith("Code Test"), PdfPageReader.text(pdf, 2));
  }

  @Test
  void longNamesAreBrokenAndNothingOfThemIsLost() throws Exception {
    Requisition r = SampleDocuments.requisition(1, LONG_NAME + " " + LONG_NAME, "x".repeat(300));
    String text = PdfPageReader.text(PdfDocumentRenderer.requisition(r)).replace(" ", "");
    assertTrue(text.contains((LONG_NAME + LONG_NAME).replace(" ", "")), text);
    assertTrue(text.contains("x".repeat(300)), text);
  }

  @Test
  void lettersThatTheFontLacksShowThatSomethingIsThere() throws Exception {
    Requisition r = SampleDocuments.requisition(1, "Li \u674e Wei", "");
    String text = PdfPageReader.text(PdfDocumentRenderer.requisition(r));
    assertTrue(text.contains("Li \u25a1 Wei"), text);
    Requisition half = SampleDocuments.requisition(1, "A\u0301gnes o\u0308 \ufb01n", "");
    String composed = PdfPageReader.text(PdfDocumentRenderer.requisition(half));
    assertTrue(composed.contains("\u00c1gnes \u00f6 "), composed);
  }

  @Test
  void thereAreAsManyLabelsAsAskedAndEachIsReadByMachines() throws Exception {
    byte[] pdf = PdfDocumentRenderer.labels(SampleDocuments.label("TRB-4Q7KX2"), 3);
    assertEquals(3, PdfPageReader.count(pdf));
    for (int p = 1; p <= 3; p++) {
      BufferedImage picture = PdfPageReader.render(pdf, p, 203);
      assertEquals("TRB-4Q7KX2", PdfPageReader.decodeBarcode(picture, BarcodeFormat.CODE_128));
      String text = PdfPageReader.text(pdf, p);
      assertTrue(text.contains("Zo\u00e9 N\u00fa\u00f1ez"), text);
      assertTrue(text.contains("29 Feb 1980") && text.contains("2 Mar 2026"), text);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"A-VERY-LONG-NUMBER-OF-SOME-LABORATORY-0001", "PR\u00dcFNUMMER 7"})
  void numbersThatBarsCannotSayAreSquares(String number) throws Exception {
    byte[] pdf = PdfDocumentRenderer.labels(SampleDocuments.label(number), 1);
    assertEquals(
        number,
        PdfPageReader.decodeBarcode(PdfPageReader.render(pdf, 1, 203), BarcodeFormat.QR_CODE));
  }

  @Test
  void resultsShowValuesRangesFlagsAndWhatIsMissing() throws Exception {
    byte[] pdf = PdfDocumentRenderer.results(SampleDocuments.results(4, true));
    String text = PdfPageReader.text(pdf);
    for (String part :
        List.of(
            "Glucose 0",
            "Glucose 3",
            "70\u201399",
            "mg/dL",
            "CRITICAL",
            "High",
            "\u2265 60 \u00b5mol/L",
            "Not available (1)",
            "Quantity not sufficient",
            "Requisition TRB-4Q7KX2")) {
      assertTrue(text.contains(part), () -> part + " is not in: " + text);
    }
    assertFalse(text.contains("Partial"));
    assertTrue(
        PdfPageReader.text(PdfDocumentRenderer.results(SampleDocuments.results(1, false)))
            .contains("Partial"));
  }

  @Test
  void manyResultsGoOnOverPages() throws Exception {
    byte[] pdf = PdfDocumentRenderer.results(SampleDocuments.results(150, true));
    int pages = PdfPageReader.count(pdf);
    assertTrue(pages >= 3, "pages: " + pages);
    String all = PdfPageReader.text(pdf);
    IntStream.range(0, 150)
        .forEach(i -> assertTrue(all.contains("Glucose " + i + " "), "result " + i));
    assertTrue(PdfPageReader.text(pdf, 2).startsWith("Test Result Unit Reference Flag"));
  }

  @Test
  void aCommentThatIsLongerThanAPageGoesOn() throws Exception {
    List<String> words = new ArrayList<>();
    IntStream.range(0, 3000).forEach(i -> words.add("w" + i));
    ResultReport.ResultLine line =
        new ResultReport.ResultLine(
            "Pathology", String.join(" ", words), "", "", ResultReport.Flag.NONE, "");
    byte[] pdf =
        PdfDocumentRenderer.results(
            new ResultReport("Ann Lee", "Lab", "N1", true, List.of(), List.of(line), List.of()));
    assertTrue(PdfPageReader.count(pdf) > 2);
    String text = " " + PdfPageReader.text(pdf);
    words.forEach(w -> assertTrue(text.contains(" " + w + " "), w));
  }

  @Test
  void instructionsNameEveryStep() throws Exception {
    byte[] pdf = PdfDocumentRenderer.instructions(SampleDocuments.instructions());
    String text = PdfPageReader.text(pdf);
    assertTrue(text.contains("1 Do not eat"), text);
    assertTrue(text.contains("3 Bring the requisition"), text);
    assertTrue(text.contains("Requisition TRB-4Q7KX2"), text);
  }

  @Test
  void datesAreReadInOneWayOnly() {
    assertEquals("3 Feb 2026", PdfDocumentRenderer.formatDate(LocalDate.of(2026, 2, 3)));
  }
}
