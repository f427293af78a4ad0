package io.tributary.tools.corpus;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.font.PDType1Font;
import org.apache.pdfbox.pdmodel.font.Standard14Fonts;
import org.apache.pdfbox.pdmodel.graphics.image.JPEGFactory;
import org.apache.pdfbox.pdmodel.graphics.state.RenderingMode;

/** Replaces pages by images over an invisible text layer with different content. */
final class MisleadingTextLayer {
  private static final String CHARACTERS = "#$%&~^|{}@";

  private MisleadingTextLayer() {}

  static void apply(Path pdf) throws IOException {
    List<GrayImage> pages = ScanEffects.pages(pdf, 220);
    try (PDDocument document = new PDDocument()) {
      for (GrayImage page : pages) {
        PDRectangle size = new PDRectangle(page.width() * 72f / 220, page.height() * 72f / 220);
        PDPage sheet = new PDPage(size);
        document.addPage(sheet);
        try (PDPageContentStream out = new PDPageContentStream(document, sheet)) {
          text(out, size);
          out.drawImage(
              JPEGFactory.createFromImage(document, page.image(), 0.85f),
              0,
              0,
              size.getWidth(),
              size.getHeight());
        }
      }
      document.save(pdf.toFile());
    }
  }

  private static void text(PDPageContentStream out, PDRectangle size) throws IOException {
    out.setRenderingMode(RenderingMode.NEITHER);
    for (int line = 0; line < 45; line++) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < 60; i++) {
        int n = 31 * line + 17 * i;
        text.append(n % 7 == 0 ? ' ' : CHARACTERS.charAt(n % CHARACTERS.length()));
      }
      out.beginText();
      out.setFont(new PDType1Font(Standard14Fonts.FontName.HELVETICA), 9);
      out.newLineAtOffset(42, size.getHeight() - 60 - 14 * line);
      out.showText(text.toString());
      out.endText();
    }
  }
}
