package io.tributary.report.extract;

import io.tributary.testkit.fuzz.FuzzTarget;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;

/** Fuzz targets: opening report files, without OCR. */
public final class ReportFileFuzzTargets {
  private ReportFileFuzzTargets() {}

  public static List<FuzzTarget> all() {
    return List.of(
        FuzzTarget.bytes("report/pdf", ReportFileFuzzTargets::pdf)
            // The last exception is reported as an unreadable page.
            .expecting(UnreadableFile.class, IOException.class, java.io.EOFException.class)
            .seed(document())
            .words(
                "obj",
                "endobj",
                "stream",
                "endstream",
                "/Kids[3 0 R 3 0 R]",
                "/Parent 2 0 R",
                "/Count 99999",
                "/MediaBox[0 0 1e9 1]",
                "<<",
                ">>",
                "BT",
                "Tf",
                "Tj",
                "trailer",
                "/Encrypt 1 0 R",
                "/Rotate 45"),
        FuzzTarget.bytes("report/picture-head", in -> file(in, ".jpg", ImageHeader::read))
            .seed(picture("jpg"))
            .seed(picture("png"))
            .words("Exif\0\0II", "JFIF\0", "pHYs", "IDAT"));
  }

  private interface DocumentConsumer {
    void on(Path file) throws Exception;
  }

  private static void file(byte[] in, String suffix, DocumentConsumer use) throws Exception {
    Path file = Files.createTempFile("fuzz", suffix);
    try {
      Files.write(file, in);
      use.on(file);
    } finally {
      Files.delete(file);
    }
  }

  private static void pdf(byte[] in) throws Exception {
    file(
        in,
        ".pdf",
        path -> {
          try (PdfFile pdf = PdfFile.open(path, 3)) {
            TextLayer layer = pdf.readText(1);
            GlyphWords.group(layer.glyphs());
          }
        });
  }

  private static byte[] document() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (PDDocument document = new PDDocument()) {
      PDPage page = new PDPage(PDRectangle.LETTER);
      document.addPage(page);
      try (PDPageContentStream out =
          new PDPageContentStream(
              document, page, PDPageContentStream.AppendMode.OVERWRITE, false)) {
        out.beginText();
        out.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 11);
        out.newLineAtOffset(72, 700);
        out.showText("Ferritin 50 ng/mL 10-100");
        out.endText();
      }
      document.save(bytes, org.apache.pdfbox.pdfwriter.compress.CompressParameters.NO_COMPRESSION);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return bytes.toByteArray();
  }

  private static byte[] picture(String format) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      ImageIO.write(
          new java.awt.image.BufferedImage(60, 60, java.awt.image.BufferedImage.TYPE_INT_RGB),
          format,
          out);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return out.toByteArray();
  }
}
