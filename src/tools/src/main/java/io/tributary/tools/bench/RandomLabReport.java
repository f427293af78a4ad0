package io.tributary.tools.bench;

import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.pdfbox.pdmodel.graphics.image.JPEGFactory;
import org.apache.pdfbox.rendering.ImageType;
import org.apache.pdfbox.rendering.PDFRenderer;

/**
 * One-page lab report with a table of random values.
 *
 * @param file a PDF
 * @param values printed values by name
 * @param scanned whether the page is an image without text
 */
public record RandomLabReport(byte[] file, Map<String, String> values, boolean scanned) {
  private static final int DPI = 300;
  private static final float[] COLUMNS = {60, 230, 320, 420};

  private record Analyte(String name, String units, String low, String high) {}

  private static final Analyte[] ANALYTES = {
    new Analyte("Sodium", "mmol/L", "135", "145"),
    new Analyte("Potassium", "mmol/L", "3.5", "5.1"),
    new Analyte("Chloride", "mmol/L", "98", "107"),
    new Analyte("Glucose", "mg/dL", "70", "99"),
    new Analyte("Creatinine", "mg/dL", "0.6", "1.2"),
    new Analyte("Calcium", "mg/dL", "8.6", "10.2"),
    new Analyte("Albumin", "g/dL", "3.5", "5.0"),
    new Analyte("Total Protein", "g/dL", "6.0", "8.3"),
    new Analyte("Total Bilirubin", "mg/dL", "0.2", "1.2"),
    new Analyte("Magnesium", "mg/dL", "1.7", "2.4"),
    new Analyte("Phosphate", "mg/dL", "2.5", "4.5"),
    new Analyte("Ferritin", "ng/mL", "30", "400")
  };

  public static RandomLabReport generate(Random random, boolean scanned) throws IOException {
    Map<String, String> values = new TreeMap<>();
    for (Analyte a : ANALYTES) {
      double low = Double.parseDouble(a.low);
      double value = low + (Double.parseDouble(a.high) - low) * random.nextDouble();
      String format = a.low.contains(".") ? "%.1f" : "%.0f";
      values.put(a.name, String.format(Locale.ROOT, format, value));
    }
    try (PDDocument document = drawn(values)) {
      return new RandomLabReport(scanned ? scan(document) : bytes(document), values, scanned);
    }
  }

  private static PDDocument drawn(Map<String, String> values) throws IOException {
    PDDocument document = new PDDocument();
    PDPage page = new PDPage(PDRectangle.LETTER);
    document.addPage(page);
    try (PDPageContentStream to = new PDPageContentStream(document, page)) {
      text(to, 60, 740, "Invented Laboratory - Final Report");
      text(to, 60, 715, "Patient: Jane Sample   DOB: 1980-02-03   Collected: 2026-03-01");
      line(to, 680, "Test Name", "Result", "Units", "Reference Range");
      int y = 655;
      for (Analyte a : ANALYTES) {
        line(to, y, a.name, values.get(a.name), a.units, a.low + " - " + a.high);
        y -= 22;
      }
    }
    return document;
  }

  private static void line(PDPageContentStream to, float y, String... cells) throws IOException {
    for (int i = 0; i < cells.length; i++) {
      text(to, COLUMNS[i], y, cells[i]);
    }
  }

  private static void text(PDPageContentStream to, float x, float y, String text)
      throws IOException {
    to.beginText();
    to.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 10);
    to.newLineAtOffset(x, y);
    to.showText(text);
    to.endText();
  }

  private static byte[] scan(PDDocument drawn) throws IOException {
    BufferedImage picture = new PDFRenderer(drawn).renderImageWithDPI(0, DPI, ImageType.GRAY);
    try (PDDocument document = new PDDocument()) {
      PDPage page = new PDPage(PDRectangle.LETTER);
      document.addPage(page);
      try (PDPageContentStream to = new PDPageContentStream(document, page)) {
        PDRectangle all = page.getMediaBox();
        to.drawImage(
            JPEGFactory.createFromImage(document, picture, 0.8f),
            0,
            0,
            all.getWidth(),
            all.getHeight());
      }
      return bytes(document);
    }
  }

  private static byte[] bytes(PDDocument document) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    document.save(bytes);
    return bytes.toByteArray();
  }
}
