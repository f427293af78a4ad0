package io.tributary.lab.document;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.pdmodel.PDDocument;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDPageContentStream;
import org.apache.pdfbox.pdmodel.PDPageContentStream.AppendMode;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.graphics.state.RenderingMode;

/**
 * Writes a PDF from top to bottom and breaks pages automatically. CPU-intensive: never use on an
 * event loop. Not thread-safe.
 */
final class PdfPageWriter implements AutoCloseable {
  private static final float LEADING = 1.3f;
  private static final float FOOTER_HEIGHT = 20;

  private final PDDocument document = new PDDocument();
  private final PdfFont font;
  private final PDRectangle size;
  private final float margin;
  private PDPageContentStream page;

  /** Current vertical position, measured from the lower edge of the page. */
  private float y;

  /** Draws the header of each further page; null = none. */
  private Runnable pageHeader;

  PdfPageWriter(PDRectangle size, float margin, String title) {
    this.size = size;
    this.margin = margin;
    try {
      font = new PdfFont(document);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    document.getDocumentInformation().setTitle(title);
    document.getDocumentInformation().setProducer("Tributary");
    newPage();
  }

  /** Drawing step that declares IOException. Writing to memory does not fail. */
  interface Step {
    void run() throws IOException;
  }

  private static void runStep(Step step) {
    try {
      step.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void setColor(Color ink) throws IOException {
    page.setNonStrokingColor(ink.red(), ink.green(), ink.blue());
  }

  float left() {
    return margin;
  }

  float width() {
    return size.getWidth() - 2 * margin;
  }

  float y() {
    return y;
  }

  PdfFont font() {
    return font;
  }

  void newPage() {
    runStep(
        () -> {
          if (page != null) {
            page.close();
          }
          PDPage next = new PDPage(size);
          document.addPage(next);
          page = new PDPageContentStream(document, next, AppendMode.APPEND, true, true);
          y = size.getHeight() - margin;
        });
    if (pageHeader != null) {
      pageHeader.run();
    }
  }

  /** Sets the header of all further pages, such as the header row of a table. */
  void setPageHeader(Runnable lines) {
    pageHeader = lines;
  }

  /** Starts a new page unless this height is left on the current one. */
  void requireHeight(float height) {
    if (y - height < margin + FOOTER_HEIGHT) {
      newPage();
    }
  }

  void moveDown(float height) {
    y -= height;
  }

  /** Draws a line of text at a position, without moving the current position. */
  void drawText(String text, float x, float baseline, float fontSize, boolean bold, Color color) {
    String legible = font.legible(text);
    if (legible.isBlank()) {
      return;
    }
    runStep(
        () -> {
          page.saveGraphicsState();
          page.beginText();
          page.setFont(font.font(), fontSize);
          setColor(color);
          if (bold) {
            // The font has no bold variant, so its outline is drawn as well.
            page.setRenderingMode(RenderingMode.FILL_STROKE);
            page.setStrokingColor(color.red(), color.green(), color.blue());
            page.setLineWidth(fontSize * 0.035f);
          }
          page.newLineAtOffset(x, baseline);
          page.showText(legible);
          page.endText();
          page.restoreGraphicsState();
        });
  }

  /** Writes a text over the full width, wrapped into lines. */
  void paragraph(String text, float fontSize, boolean bold, Color color) {
    for (String line : font.wrap(text, fontSize, width())) {
      requireHeight(fontSize * LEADING);
      y -= fontSize * LEADING;
      drawText(line, margin, y + fontSize * 0.25f, fontSize, bold, color);
    }
  }

  void heading(String text) {
    requireHeight(46);
    y -= 12;
    paragraph(text, 11, true, Color.DARK);
    drawRule();
    y -= 4;
  }

  void drawRule() {
    y -= 2;
    fillRectangle(margin, y, width(), 0.7f, Color.LINE);
    y -= 2;
  }

  void fillRectangle(float x, float bottom, float w, float h, Color color) {
    runStep(
        () -> {
          setColor(color);
          page.addRect(x, bottom, w, h);
          page.fill();
        });
  }

  /** Draws black rectangles as one path; each is x, bottom, width, height. */
  void drawBoxes(List<float[]> boxes) {
    runStep(
        () -> {
          setColor(Color.BLACK);
          for (float[] b : boxes) {
            page.addRect(b[0], b[1], b[2], b[3]);
          }
          page.fill();
        });
  }

  record Cell(String text, boolean bold, Color color) {
    static Cell of(String text) {
      return new Cell(text, false, Color.DARK);
    }

    static Cell bold(String text) {
      return new Cell(text, true, Color.DARK);
    }

    static Cell muted(String text) {
      return new Cell(text, false, Color.MUTED);
    }
  }

  /**
   * Writes a table row whose cells wrap their lines. A row that does not fit moves to the next
   * page; a row that is taller than a page continues there.
   *
   * @param shares shares of the width, which add up to 1
   */
  void row(float[] shares, List<Cell> cells, float fontSize, boolean shaded) {
    List<List<String>> lines = new ArrayList<>();
    int most = 1;
    for (int i = 0; i < cells.size(); i++) {
      List<String> own = font.wrap(cells.get(i).text(), fontSize, shares[i] * width() - 6);
      lines.add(own);
      most = Math.max(most, own.size());
    }
    float step = fontSize * LEADING;
    requireHeight(Math.min(most, 6) * step + 6);
    for (int from = 0; from < most; ) {
      int fit = (int) ((y - margin - FOOTER_HEIGHT - 6) / step);
      if (fit < 1) {
        newPage();
        continue;
      }
      int to = Math.min(most, from + fit);
      drawRowPart(shares, cells, lines, from, to, fontSize, shaded);
      from = to;
    }
  }

  private void drawRowPart(
      float[] shares,
      List<Cell> cells,
      List<List<String>> lines,
      int from,
      int to,
      float fontSize,
      boolean shaded) {
    float step = fontSize * LEADING;
    float height = (to - from) * step + 6;
    if (shaded) {
      fillRectangle(margin, y - height, width(), height, Color.SHADED);
    }
    float x = margin;
    for (int i = 0; i < cells.size(); i++) {
      Cell c = cells.get(i);
      for (int n = from; n < Math.min(to, lines.get(i).size()); n++) {
        float baseline = y - 3 - (n - from + 1) * step + fontSize * 0.3f;
        drawText(lines.get(i).get(n), x + 3, baseline, fontSize, c.bold(), c.color());
      }
      x += shares[i] * width();
    }
    y -= height;
    fillRectangle(margin, y, width(), 0.4f, Color.LINE);
  }

  /** Finishes the document with a footer on each page and returns the file's bytes. */
  byte[] finish(String foot) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    runStep(
        () -> {
          page.close();
          page = null;
          int pages = document.getNumberOfPages();
          for (int i = 0; i < pages && !foot.isEmpty(); i++) {
            try (PDPageContentStream one =
                new PDPageContentStream(
                    document, document.getPage(i), AppendMode.APPEND, true, true)) {
              drawFooter(one, foot, "Page " + (i + 1) + " of " + pages);
            }
          }
          document.save(out);
        });
    return out.toByteArray();
  }

  private void drawFooter(PDPageContentStream to, String left, String right) throws IOException {
    float fontSize = 8;
    String shown = font.wrap(left, fontSize, width() - 80).getFirst();
    float at = size.getWidth() - margin - font.width(right, fontSize);
    for (Object[] part : new Object[][] {{shown, margin}, {right, at}}) {
      to.beginText();
      to.setFont(font.font(), fontSize);
      to.setNonStrokingColor(Color.MUTED.red(), Color.MUTED.green(), Color.MUTED.blue());
      to.newLineAtOffset((float) part[1], margin - 4);
      to.showText((String) part[0]);
      to.endText();
    }
  }

  @Override
  public void close() {
    runStep(
        () -> {
          if (page != null) {
            page.close();
          }
          document.close();
        });
  }
}
